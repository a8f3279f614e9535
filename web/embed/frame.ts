/** The page with `?embed`: the element alone, set as the link says, and a way to the whole page (docs/hosting.md). */

import { reasonOf } from '../lib/reason.ts';
import { LinkBudget } from '../links/budget.ts';
import { viewerAttributes } from '../links/embedded.ts';
import { parseLink } from '../links/format.ts';
import { askForHosts, foreignAddresses, hostQuestion, withoutAddresses } from '../links/hosts.ts';
import type { Link } from '../links/link.ts';
import { hostWords } from '../links/messages.ts';
import { Unpacker } from '../links/unpacker.ts';
import { fileName } from '../opening/remote/address.ts';
import { button, el, visible } from '../ui/dom.ts';
import { withoutHash } from '../ui/environment.ts';
import css from './frame.css?inline';
import { UnpackedFiles } from './unpacked-files.ts';

/** The element's module beside this one; its own build, so that a page needs one file. */
const VIEWER = import.meta.env.DEV ? './lithoscope-viewer.ts' : './lithoscope-viewer.js';
const MAX_NAME = 100;

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

/** The files of the link that is shown. */
let shown = new UnpackedFiles();
/** Aborted when another link has come: the last one is shown, however long those before it take. */
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

/** The page without `?embed`: whole, as a path alone may begin as that of another host does (`//host/`). */
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

/** Asks in words whether other servers may be asked for files beside the model. */
async function allowed(foreign: readonly URL[], signal: AbortSignal): Promise<boolean> {
  const answer = askForHosts(foreign, signal);
  const asked = hostQuestion.peek();
  if (asked) {
    const load = button('Load', () => asked.answer(true));
    const leave = button('Do without', () => asked.answer(false));
    question.replaceChildren(el('p', {}, ...hostWords(asked.hosts, asked.files)), load, leave);
    question.hidden = false;
  }
  const isAllowed = await answer;
  question.hidden = true;
  return isAllowed;
}

function nameOf({ name }: Link, src: string): string {
  return visible(name ?? fileName(new URL(src)), MAX_NAME);
}

function say(sentence: string): void {
  problem.hidden = sentence === '';
  problem.textContent = sentence;
}
