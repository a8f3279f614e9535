/** The page with `?embed`: the element alone, set as the link says, and a way to the whole page (docs/hosting.md). */

import { reasonOf } from '../explain/reason.ts';
import { fileName } from '../files/remote/address.ts';
import { viewerAttributes } from '../links/embedded.ts';
import { parseLink } from '../links/format.ts';
import type { Link } from '../links/link.ts';
import { unpack } from '../links/pack.ts';
import { el, visible } from '../ui/dom.ts';
import css from './frame.css?inline';

/** The element's module beside this one; its own build, so that a page needs one file. */
const VIEWER = import.meta.env.DEV ? './lithoscope-viewer.ts' : './lithoscope-viewer.js';
const MAX_NAME = 100;

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const root = document.getElementById('app') ?? document.body;
const viewer = document.createElement('lithoscope-viewer');
const problem = el('p', { class: 'embed-problem', role: 'alert', hidden: true });
const open = el('a', { class: 'embed-open', target: '_blank', rel: 'noopener' }, 'Open in Lithoscope');
document.documentElement.classList.add('embed');
root.replaceChildren(el('main', {}, viewer, open, problem));

/** The address that the bytes in a link have while they are shown. */
let unpacked = '';
/** Counts the links: the last one is shown, however long those before it take. */
let turn = 0;

void show();
window.addEventListener('hashchange', () => void show());
import(/* @vite-ignore */ new URL(VIEWER, import.meta.url).href).catch(() =>
  say('The viewer could not be loaded. Check the connection, then reload the page.'),
);

async function show(): Promise<void> {
  const link = parseLink(location.hash);
  open.href = `${location.pathname}${location.hash}`;
  say('');
  turn++;
  const mine = turn;
  let address = '';
  try {
    if (link.data !== undefined) address = URL.createObjectURL(await unpack(link.data));
    const attributes = await viewerAttributes(link, address || undefined);
    if (mine !== turn) return URL.revokeObjectURL(address);
    for (const name of viewer.getAttributeNames()) {
      if (!(name in attributes)) viewer.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(attributes)) viewer.setAttribute(name, value);
    const title = nameOf(link, attributes.src ?? '');
    viewer.setAttribute('alt', title);
    document.title = `${title} – Lithoscope`;
  } catch (error) {
    if (mine !== turn) return URL.revokeObjectURL(address);
    viewer.removeAttribute('src');
    say(`${reasonOf(error)} Open it in Lithoscope.`);
  }
  URL.revokeObjectURL(unpacked);
  unpacked = address;
}

function nameOf({ name }: Link, src: string): string {
  return visible(name ?? fileName(new URL(src)), MAX_NAME);
}

function say(sentence: string): void {
  problem.hidden = sentence === '';
  problem.textContent = sentence;
}
