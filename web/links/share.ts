/**
 * Copying links, and code that shows a view in another web page. A link to a file with an address is copied at once;
 * otherwise a dialog first says what the link carries and how long it is.
 */
import { type Digest, digestOf } from '../document/content-digest.ts';
import type { OpenFile } from '../document/open-file.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { reasonOf } from '../lib/reason.ts';
import { announcement } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import { type Dialog, openDialog } from '../ui/dialog.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { bytesLinkOf, entryOf, isAsOpened, linkInside, linkOf } from './describe.ts';
import { elementCode, frameCode, viewerAttributes } from './embedded.ts';
import { fullAddress } from './format.ts';
import type { Link } from './link.ts';
import { besideMessage, lengthAdvice, missingFilesMessage } from './messages.ts';
import { session } from './session.ts';
import './share.css';

/** A kind of link that can be chosen. */
interface Choice {
  readonly id: 'view' | 'data' | 'address';
  readonly title: string;
  /** Null when this link is unavailable: `about` says why. */
  readonly address: string | null;
  /** What the recipient gets. */
  readonly about: string;
  /** Files that it does not bring; '' if it brings all. */
  readonly missing: string;
}

/** Copies a link to the view of a file. */
export function copyViewLink(file: OpenFile): Promise<void> {
  return copyLink(file, linkOf(file, session.peek().link.unknownParts), 'this view');
}

/** Copies a link to the selected bytes. */
export function copySelectionLink(file: OpenFile): Promise<void> {
  return copyLink(file, bytesLinkOf(file), 'these bytes');
}

async function copyLink(file: OpenFile, link: Link, about: string): Promise<void> {
  // If the browser refuses to copy, the user can copy by hand in the dialog.
  if (link.model !== undefined && (await copyText(fullAddress(link)))) {
    announcement.value = `Link copied.${missingFilesMessage(link)}`;
  } else {
    chooseLink(file, link, about);
  }
}

/** Lets the user choose which link to copy. */
function chooseLink(file: OpenFile, link: Link, about: string): void {
  const { dialog, body } = shareDialog(`Copy a link to ${about}`);
  void choicesFor(file, link).then((choices) => fill(dialog, body, file, link, choices));
}

async function choicesFor(file: OpenFile, link: Link): Promise<Choice[]> {
  if (link.model !== undefined) {
    return [
      {
        id: 'address',
        title: 'The link',
        address: fullAddress(link),
        about: 'It leads to the file’s address.',
        missing: missingFilesMessage(link).trim(),
      },
    ];
  }
  const { data: _, entry: _entry, packedBases = [], packedTextures = [], ...bare } = link;
  const { parsed } = file;
  const [digest, inside] = await Promise.all([digestOf(parsed), linkInside(file, link)]);
  const local = [
    ...new Set([...(link.local ?? []), ...[...packedBases, ...packedTextures].map(({ name }) => name)]),
  ];
  const known: Link = {
    ...bare,
    ...(isAsOpened(file) && entryOf(file.source)),
    ...(local.length > 0 && { local }),
    name: baseName(file.name),
    size: parsed.size,
    ...('sha256' in digest && { sha256: digest.sha256 }),
  };
  return [
    {
      id: 'view',
      title: 'Link only',
      address: fullAddress(known),
      about: `The page asks the recipient for the file. ${checkedBy(digest)}`,
      missing: missingFilesMessage(known).trim(),
    },
    'link' in inside
      ? {
          id: 'data',
          title: 'Link with the file inside',
          address: fullAddress(inside.link),
          about: `The whole content of the file is in the link: every recipient has the file. ${besideMessage(inside.beside)}`,
          missing: missingFilesMessage({
            ...inside.link,
            local: inside.link.local?.filter((name) => !inside.beside.tooLarge.includes(name)) ?? [],
          }).trim(),
        }
      : {
          id: 'data',
          title: 'Link with the file inside',
          address: null,
          about: inside.problem,
          missing: '',
        },
  ];
}

function checkedBy(digest: Digest): string {
  return 'sha256' in digest
    ? `The page then checks that it is the same file (SHA-256 ${digest.sha256.slice(0, 8)}…).`
    : `The page then compares name and size only: ${digest.problem}.`;
}

function whyNoAddress(file: OpenFile): (Node | string)[] {
  const name = fileText(file.name);
  if (isAsOpened(file)) return [name, ' is on this machine only: it has no address.'];
  return [name, ' was changed on this machine: the changes are in the link only if the file is inside.'];
}

function fill(
  dialog: Dialog,
  body: HTMLElement,
  file: OpenFile,
  link: Link,
  choices: readonly Choice[],
): void {
  const text = el('textarea', {
    class: 'share-link mono',
    readonly: true,
    rows: 3,
    'aria-label': 'The link',
  });
  const advice = el('p', { class: 'share-advice', role: 'status' });
  const missing = el('p', { class: 'share-missing' });
  let chosen = choices.find(({ address }) => address !== null);
  const show = () => {
    const address = chosen?.address ?? '';
    text.value = shownPart(address);
    advice.textContent = lengthAdvice(address.length);
    missing.hidden = !chosen?.missing;
    missing.replaceChildren(fileText(chosen?.missing ?? ''));
  };
  const copy = async () => {
    const address = chosen?.address ?? '';
    if (await copyFrom(text, address)) {
      dialog.close();
      announcement.value = `Link copied: ${formatCount(address.length)} characters.`;
    } else advice.textContent = COPY_BY_HAND;
  };
  const options = choices.map((choice) =>
    option(choice, choice === chosen, () => {
      chosen = choice;
      show();
    }),
  );
  const copyButton = button('Copy link', () => void copy(), { class: 'button-action' });
  body.replaceChildren(
    ...(link.model !== undefined ? [] : [el('p', {}, ...whyNoAddress(file))]),
    el(
      'fieldset',
      { class: 'share-choices', hidden: choices.length < 2 },
      el('legend', {}, 'What to copy'),
      ...options,
    ),
    missing,
    text,
    advice,
    el(
      'div',
      { class: 'share-buttons' },
      copyButton,
      button('Cancel', () => dialog.close(), { class: 'button-small' }),
      ...(file.model ? [codeButton(dialog, file, link)] : []),
    ),
  );
  show();
  copyButton.focus();
}

/** Opens the dialog with code for other pages instead. */
function codeButton(dialog: Dialog, file: OpenFile, link: Link): HTMLButtonElement {
  const open = () => {
    dialog.close();
    openCodeDialog(file, link);
  };
  return button('Code for a web page…', open, { class: 'button-small' });
}

/** Shows the code that puts the view of a model into another page. */
export function copyPageCode(file: OpenFile): void {
  openCodeDialog(file, linkOf(file, session.peek().link.unknownParts));
}

function option({ id, title, address, about }: Choice, checked: boolean, choose: () => void): HTMLElement {
  const radio = el('input', {
    type: 'radio',
    name: 'share',
    value: id,
    checked,
    disabled: address === null,
    'aria-describedby': `share-${id}`,
  });
  radio.addEventListener('change', choose);
  const length = address === null ? '' : `${formatCount(address.length)} characters`;
  return el(
    'label',
    { class: 'share-choice' },
    radio,
    el('span', { class: 'share-title' }, title),
    el('span', { class: 'share-length' }, length),
    el('span', { class: 'share-about', id: `share-${id}` }, about),
  );
}

/** Code, or a sentence why there is none. */
type Code = { readonly code: string; readonly about?: string } | { readonly problem: string };

/** @param link to the view of a file that is a model */
function openCodeDialog(file: OpenFile, link: Link): void {
  const { dialog, body } = shareDialog('Show this view in a web page');
  const name = visible(baseName(file.name), 100);
  void Promise.all([frameOf(file, link, name), elementOf(link, name)]).then(([frame, element]) => {
    // For a packed file, the text about the frame says it.
    const missing = link.model === undefined ? '' : missingFilesMessage(link).trim();
    body.replaceChildren(
      ...section(dialog, 'A frame', 'For forums and wikis that take an iframe.', frame),
      ...section(dialog, 'The element', 'For pages of your own: with events and methods.', element),
      ...(missing ? [el('p', { class: 'share-missing' }, fileText(missing))] : []),
      el(
        'p',
        { class: 'share-advice' },
        'The server of this page must allow it: see ',
        el('a', { href: './docs/hosting.html#in-other-pages', target: '_blank' }, 'Hosting'),
        '. What the element can do: ',
        el('a', { href: './docs/viewer.html', target: '_blank' }, 'Embedding'),
        '.',
      ),
    );
    body.querySelector('button')?.focus();
  });
}

async function frameOf(file: OpenFile, link: Link, name: string): Promise<Code> {
  if (link.entry !== undefined) return { problem: 'The file is in an archive, which a frame does not show.' };
  if (link.model !== undefined) return { code: frameCode(link, name) };
  const inside = await linkInside(file, link);
  if ('problem' in inside) {
    return {
      problem: `The file has no address. ${inside.problem} Put it on a server, and open it from there.`,
    };
  }
  return { code: frameCode(inside.link, name), about: besideMessage(inside.beside) };
}

async function elementOf(link: Link, name: string): Promise<Code> {
  if (link.model === undefined || link.entry !== undefined) {
    return {
      problem: 'The element shows files with an address: put the file on a server, and open it from there.',
    };
  }
  try {
    return { code: elementCode(await viewerAttributes(link), name) };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

function section(dialog: Dialog, title: string, about: string, code: Code): HTMLElement[] {
  const heading = el('h3', { class: 'share-title' }, title);
  if ('problem' in code) return [heading, el('p', { class: 'share-about' }, code.problem)];
  const text = el('textarea', { class: 'share-link mono', readonly: true, rows: 4, 'aria-label': title });
  text.value = shownPart(code.code);
  const copy = async () => {
    if (await copyFrom(text, code.code)) {
      dialog.close();
      announcement.value = `Code copied: ${title.toLowerCase()}.`;
    } else announcement.value = COPY_BY_HAND;
  };
  const label = { class: 'button-small', 'aria-label': `Copy the code: ${title.toLowerCase()}` };
  return [
    heading,
    el('p', { class: 'share-about' }, [about, code.about].filter(Boolean).join(' ')),
    text,
    el(
      'div',
      { class: 'share-buttons' },
      button('Copy', () => void copy(), label),
    ),
  ];
}

const COPY_BY_HAND = 'The browser did not allow copying: copy the selected text yourself (Ctrl+C).';

/** Characters of a link or of code that are shown: a text field with hundreds of thousands is slow. */
const MAX_SHOWN = 2000;

const shownPart = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Copies a text. @returns false when the browser refuses: the field then has all of it selected */
async function copyFrom(field: HTMLTextAreaElement, text: string): Promise<boolean> {
  if (await copyText(text)) return true;
  field.value = text;
  field.focus();
  field.select();
  return false;
}

/** Opens a dialog with a progress message in place of its body. */
function shareDialog(title: string): { dialog: Dialog; body: HTMLElement } {
  const body = el('div', { class: 'share-body' }, el('p', { role: 'status' }, 'Measuring the file …'));
  return { dialog: openDialog({ class: 'share', title, build: () => [body] }), body };
}
