/** A catalogue: a web page of its own with the images, names and facts of files. Models open in the viewer for other pages. */
import { counted, formatCount, identityOf } from '../explain/describe.ts';
import type { Facts } from '../explain/facts.ts';
import { isModelFormat } from '../explain/formats.ts';
import { baseName, folderName } from '../lib/file-names.ts';
import { htmlText } from '../lib/html.ts';
import { FreePaths } from './paths.ts';

/** Folder of the viewer in the catalogue; its script is `lithoscope-viewer.js`. */
export const VIEWER_FOLDER = 'viewer';

/** A file of the catalogue. */
export interface CatalogueItem {
  /** Path as it is shown. */
  readonly path: string;
  readonly facts: string;
  /** Path of its image in the catalogue; null without one. */
  readonly image: string | null;
  /** What the viewer shows; null of what is not a model. */
  readonly model: {
    /** Paths in the catalogue. */
    readonly file: string;
    readonly skins: readonly (readonly [slot: number, file: string])[];
    readonly bases: readonly string[];
  } | null;
}

/** Paths of files in a catalogue: each file is written once, under a name that is safe on any disk. */
export class CataloguePaths<File> {
  readonly #free = new FreePaths();
  readonly #known = new Map<File, string>();

  /** @param path as it is shown @returns its path, and whether it is to be written */
  of(file: File, path: string): { readonly path: string; readonly isNew: boolean } {
    const known = this.#known.get(file);
    if (known !== undefined) return { path: known, isNew: false };
    const free = this.#free.take(`files/${path}`);
    this.#known.set(file, free);
    return { path: free, isNew: true };
  }
}

/** `ABC v12 · 1,234 faces · 24 nodes · 5 animations` */
export function factsWords(facts: Facts): string {
  const { version, title } = identityOf(facts);
  const { width, height, faces, nodes, animations, levels, size } = facts;
  const parts = [version || title];
  if (isModelFormat(facts.format)) {
    parts.push(counted(faces, 'face'), counted(nodes, 'node'), counted(animations, 'animation'));
    if (levels > 1) parts.push(counted(levels, 'level'));
  } else if (width > 0) {
    parts.push(`${width} × ${height}`);
  } else {
    parts.push(`${formatCount(size)} bytes`);
  }
  return parts.filter(Boolean).join(' · ');
}

/** A relative address: no character of a name ends an attribute or a list of addresses, or leads elsewhere. */
function addressOf(path: string): string {
  // encodeURIComponent throws for halves of surrogate pairs; safe paths have none.
  const segments = path.split('/').map(encodeURIComponent);
  return `./${segments.join('/')}`;
}

/**
 * The page of a catalogue, and what belongs to it, by path; the page is last. Nothing of it is inline, so servers with a strict
 * Content Security Policy serve it, too.
 */
export function cataloguePage(
  title: string,
  items: readonly CatalogueItem[],
): [path: string, text: string][] {
  return [
    ['catalogue.css', STYLE],
    ['catalogue.js', SCRIPT],
    ['index.html', pageHtml(title, items)],
  ];
}

function pageHtml(title: string, items: readonly CatalogueItem[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${htmlText(title)}</title>
<link rel="stylesheet" href="./catalogue.css">
<main>
<header>
<h1>${htmlText(title)}</h1>
<p>${counted(items.length, 'file')}</p>
<input type="search" id="filter" aria-label="Filter by name" placeholder="Filter by name">
</header>
<p id="disk" role="note" hidden>This page was opened from the disk, where browsers do not load the models. To see them, serve this folder, for example with <code>python3 -m http.server</code>, and open <code>http://localhost:8000</code>.</p>
<ul id="files">
${items.map(itemHtml).join('\n')}
</ul>
</main>
<dialog id="viewed" aria-labelledby="viewed-name">
<header><h2 id="viewed-name"></h2><button type="button" id="close">Close</button></header>
<div id="viewer"></div>
</dialog>
<script src="./catalogue.js"></script>
<script type="module" src="./${VIEWER_FOLDER}/lithoscope-viewer.js"></script>
</html>
`;
}

function itemHtml({ path, facts, image, model }: CatalogueItem): string {
  const lines = [
    image === null
      ? '<span class="image"></span>'
      : `<img class="image" src="${htmlText(addressOf(image))}" alt="" loading="lazy">`,
    `<span class="name">${htmlText(baseName(path))}</span>`,
    `<span class="folder">${htmlText(folderName(path))}</span>`,
    `<span class="facts">${htmlText(facts)}</span>`,
  ].join('');
  if (!model) return `<li><div class="file">${lines}</div></li>`;
  const attributes = {
    src: addressOf(model.file),
    skin: model.skins.map(([slot, file]) => `${slot}:${addressOf(file)}`).join(' '),
    base: model.bases.map(addressOf).join(' '),
  };
  const data = Object.entries(attributes).map(([name, value]) => `data-${name}="${htmlText(value)}"`);
  return `<li><button type="button" class="file" ${data.join(' ')}>${lines}</button></li>`;
}

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 16px; max-width: 1400px; font: 15px/1.4 system-ui, sans-serif; }
main > header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; }
h1, h2 { margin: 0; font-size: 1.3em; overflow-wrap: anywhere; }
header p { margin: 0; }
#filter { margin-left: auto; min-width: 0; font: inherit; padding: 4px 8px; }
#disk { padding: 8px 12px; border: 1px solid #b7791f; border-radius: 6px; }
#files { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 10px; padding: 0; list-style: none; }
.file { display: grid; width: 100%; height: 100%; align-content: start; padding: 8px; border: 1px solid #8886; border-radius: 8px; background: none; color: inherit; font: inherit; text-align: left; box-sizing: border-box; }
button.file { cursor: pointer; }
button.file:hover, button.file:focus-visible { outline: 2px solid #3b82f6; }
.image { width: 100%; aspect-ratio: 1; object-fit: contain; background: #8881; }
.name { font-weight: 600; overflow-wrap: anywhere; }
.folder, .facts { font-size: 0.85em; opacity: 0.75; overflow-wrap: anywhere; }
dialog { width: min(960px, 94vw); height: min(720px, 90vh); padding: 12px; border-radius: 10px; box-sizing: border-box; }
dialog[open] { display: flex; flex-direction: column; gap: 8px; }
dialog header { display: flex; justify-content: space-between; gap: 12px; }
dialog button { font: inherit; }
#viewer { flex: 1; min-height: 0; }
#viewer > * { display: block; width: 100%; height: 100%; }
`;

/** Texts of names reach the page by textContent and attributes alone. */
const SCRIPT = `const [files, viewed, filter] = ['files', 'viewed', 'filter'].map((id) => document.getElementById(id));
document.getElementById('disk').hidden = location.protocol !== 'file:';
files.addEventListener('click', (event) => {
  const file = event.target.closest('button.file');
  if (!file) return;
  const viewer = document.createElement('lithoscope-viewer');
  for (const name of ['src', 'skin', 'base']) if (file.dataset[name]) viewer.setAttribute(name, file.dataset[name]);
  viewer.setAttribute('controls', '');
  viewer.setAttribute('autoplay', '');
  const name = file.querySelector('.name').textContent;
  viewer.setAttribute('alt', name);
  document.getElementById('viewed-name').textContent = name;
  document.getElementById('viewer').replaceChildren(viewer);
  viewed.showModal();
});
viewed.addEventListener('close', () => document.getElementById('viewer').replaceChildren());
document.getElementById('close').addEventListener('click', () => viewed.close());
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/);
  for (const item of files.children) {
    const text = item.querySelector('.folder').textContent + '/' + item.querySelector('.name').textContent;
    item.hidden = !words.every((word) => text.toLowerCase().includes(word));
  }
});
`;
