/** Embedded page (?embed): the element alone, set as the link says, and a link to the whole page (docs/hosting.md). */

import { reasonOf } from '../lib/reason.ts';
import { LinkBudget } from '../links/budget.ts';
import type { PackedFile } from '../links/codecs.ts';
import { type LinkedFiles, viewerAttributes } from '../links/embedded.ts';
import { encode, parseLink } from '../links/format.ts';
import { askForHosts, foreignAddresses, hostQuestion, withoutAddresses } from '../links/hosts.ts';
import type { Link } from '../links/link.ts';
import { hostWords } from '../links/messages.ts';
import { Unpacker } from '../links/unpacker.ts';
import { fileName } from '../opening/remote/address.ts';
import { button, el, visible } from '../ui/dom.ts';
import { withoutHash } from '../ui/environment.ts';
import css from './frame.css?inline';

/** Characters of a name in an address. */
const MAX_ADDRESS_NAME = 255;

export class UnpackedFiles implements LinkedFiles {
  readonly #made: string[] = [];
  model: string | undefined;
  bases: readonly string[] = [];
  skins: readonly string[] = [];

  /** Rejects with a sentence if the model cannot be unpacked; other files that cannot are left out. */
  async unpack(link: Link, unpacker: Unpacker): Promise<void> {
    const { name = 'model.abc', data, packedBases = [], packedTextures = [] } = link;
    if (data !== undefined) this.model = this.#addressOf(await unpacker.unpack(data), name);
    this.bases = await this.#addressesOf(packedBases, unpacker, false);
    this.skins = await this.#addressesOf(packedTextures, unpacker, true);
  }

  release(): void {
    for (const address of this.#made) URL.revokeObjectURL(address);
  }

  async #addressesOf(
    packed: readonly PackedFile[],
    unpacker: Unpacker,
    areSkins: boolean,
  ): Promise<string[]> {
    const words: string[] = [];
    for (const { name, place, data } of packed) {
      const file = await unpacker.unpack(data).catch(() => null);
      if (!file) continue;
      const before = areSkins && place !== undefined ? `${place}:` : '';
      words.push(before + this.#addressOf(file, name));
    }
    return words;
  }

  /** An address with the name after the #: models and skins are matched by name. */
  #addressOf(file: Blob, name: string): string {
    const address = URL.createObjectURL(file);
    this.#made.push(address);
    return `${address}#${encode(name.slice(0, MAX_ADDRESS_NAME))}`;
  }
}

/** The element's module, a separate build, so that a page needs only one file. */
const VIEWER = import.meta.env.DEV ? './lithoscope-viewer.ts' : './lithoscope-viewer.js';
/** Characters of a name in the title. */
const MAX_TITLE_NAME = 100;

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const root = document.getElementById('app') ?? document.body;
const viewer = document.createElement('lithoscope-viewer');
const problem = el('p', { class: 'embed-problem', role: 'alert', hidden: true });
const question = el('div', { class: 'embed-problem embed-question', role: 'status', hidden: true });
const open = el('a', { class: 'embed-open', target: '_blank', rel: 'noopener' }, 'Open in Lithoscope');
document.documentElement.classList.add('embed');
root.replaceChildren(el('main', {}, viewer, open, el('div', { class: 'embed-words' }, problem, question)));

/** Files of the current link. */
let shown = new UnpackedFiles();
/** Aborted when another link arrives, so that only the last one is shown. */
let turn = new AbortController();

void show();
window.addEventListener('hashchange', () => void show());
import(/* @vite-ignore */ new URL(VIEWER, import.meta.url).href).catch(() =>
  say('The viewer could not be loaded. Check the connection, then reload the page.'),
);

async function show(): Promise<void> {
  turn.abort();
  turn = new AbortController();
  const { signal } = turn;
  const budget = new LinkBudget();
  const link = parseLink(location.hash, budget);
  open.href = wholePage();
  say(budget.sentence);
  const files = new UnpackedFiles();
  try {
    await files.unpack(link, new Unpacker(budget, signal));
    // A frame shows no models at sockets.
    const foreign = foreignAddresses({ ...link, attached: [] });
    await setViewer(withoutAddresses(link, foreign), files, signal);
    if (signal.aborted) return files.release();
    shown.release();
    shown = files;
    if (foreign.length === 0 || !(await allowed(foreign, signal))) return;
    await setViewer(link, files, signal);
  } catch (error) {
    files.release();
    if (signal.aborted) return;
    viewer.removeAttribute('src');
    say([budget.sentence, `${reasonOf(error)} Open it in Lithoscope.`].filter(Boolean).join(' '));
  }
}

/** Address of the page without `?embed`. Absolute, as a path could start with another host (`//host/`). */
function wholePage(): string {
  const url = new URL(withoutHash(location.href));
  url.search = '';
  return url.href + location.hash;
}

async function setViewer(link: Link, files: UnpackedFiles, signal: AbortSignal): Promise<void> {
  const attributes = await viewerAttributes(link, files);
  if (signal.aborted) return;
  for (const name of viewer.getAttributeNames()) {
    if (!(name in attributes)) viewer.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) viewer.setAttribute(name, value);
  const title = nameOf(link, attributes.src ?? '');
  viewer.setAttribute('alt', title);
  document.title = `${title} – Lithoscope`;
}

/** Asks the user whether files may be loaded from other servers. */
async function allowed(foreign: readonly URL[], signal: AbortSignal): Promise<boolean> {
  const answer = askForHosts(foreign, signal);
  const asked = hostQuestion.peek();
  if (asked) {
    const load = button('Load', () => asked.answer(true));
    const leave = button('Continue without', () => asked.answer(false));
    question.replaceChildren(el('p', {}, ...hostWords(asked.hosts, asked.files)), load, leave);
    question.hidden = false;
  }
  const isAllowed = await answer;
  question.hidden = true;
  return isAllowed;
}

function nameOf({ name }: Link, src: string): string {
  return visible(name ?? fileName(new URL(src)), MAX_TITLE_NAME);
}

function say(sentence: string): void {
  problem.hidden = sentence === '';
  problem.textContent = sentence;
}
