/**
 * Links onto the clipboard: at once where the file has an address; else a dialog says what the link carries and how
 * long it gets, before it is copied.
 */

import { type Digest, digestOf } from '../document/content-digest.ts';
import type { OpenFile } from '../document/open-file.ts';
import { formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { announcement } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import type { Dialog } from '../ui/dialog.ts';
import { button, el, fileText } from '../ui/dom.ts';
import { bytesLinkOf, entryOf, isAsOpened, linkOf } from './describe.ts';
import { fullAddress } from './format.ts';
import { linkInside } from './inside.ts';
import type { Link } from './link.ts';
import { besideMessage, lengthAdvice, missingFilesMessage } from './messages.ts';
import { openCodeDialog } from './page-code.ts';
import { session } from './session.ts';
import { shareDialog } from './share-dialog.ts';

/** A kind of link that can be chosen. */
interface Choice {
  readonly id: 'view' | 'data' | 'address';
  readonly title: string;
  /** Null when this link is unavailable: `about` says why. */
  readonly address: string | null;
  /** What it means to send it. */
  readonly about: string;
  /** What it cannot bring; '' when it brings all. */
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
  // When the browser refuses to copy, the user can do it by hand in the dialog.
  if (link.model !== undefined && (await copyText(fullAddress(link)))) {
    announcement.value = `Link copied.${missingFilesMessage(link)}`;
  } else {
    openDialog(file, link, about);
  }
}

/** Lets the user choose which link to copy. */
function openDialog(file: OpenFile, link: Link, about: string): void {
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
    // A text field with hundreds of thousands of characters is slow; copying takes them all.
    text.value = address.length > MAX_SHOWN ? `${address.slice(0, MAX_SHOWN)}…` : address;
    advice.textContent = lengthAdvice(address.length);
    missing.hidden = !chosen?.missing;
    missing.replaceChildren(fileText(chosen?.missing ?? ''));
  };
  const copy = async () => {
    const address = chosen?.address ?? '';
    if (await copyText(address)) {
      dialog.close();
      announcement.value = `Link copied: ${formatCount(address.length)} characters.`;
      return;
    }
    text.value = address;
    advice.textContent = 'The browser did not allow copying: copy the selected text yourself (Ctrl+C).';
    text.focus();
    text.select();
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

/** Leads from the link to the code for pages that show the same. */
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

/** Characters of the link that are shown. */
const MAX_SHOWN = 2000;

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
