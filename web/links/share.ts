/**
 * Copying links. A link to a file with an address is copied at once; otherwise a dialog first says what can be shared, what
 * each brings, and how long or large it is.
 */
import type { OpenFile } from '../document/open-file.ts';
import { formatCount } from '../explain/describe.ts';
import { announcement } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import type { Dialog } from '../ui/dialog.ts';
import { button, el, fileText, setAttribute } from '../ui/dom.ts';
import { usePart } from '../ui/parts.ts';
import { type Choice, choicesFor } from './choices.ts';
import { COPY_BY_HAND, copyFrom, sendLink, shareDialog, shownPart } from './copying.ts';
import { bytesLinkOf, isAsOpened, linkOf } from './describe.ts';
import { fullAddress } from './format.ts';
import type { Link } from './link.ts';
import { lengthAdvice, MAX_QR_BYTES, missingFilesMessage } from './messages.ts';
import { session } from './session.ts';
import './share.css';

/** Copies a link to the view of a file. */
export function copyViewLink(file: OpenFile): Promise<void> {
  return copyLink(file, viewLinkOf(file), 'this view');
}

/** Copies a link to the selected bytes. */
export function copySelectionLink(file: OpenFile): Promise<void> {
  return copyLink(file, bytesLinkOf(file), 'these bytes');
}

/** Shows the link to the view of a file, with what else can be shared. @param withQr whether its QR code is shown at once */
export function openShareDialog(file: OpenFile, withQr = false): void {
  chooseLink(file, viewLinkOf(file), 'this view', withQr);
}

function viewLinkOf(file: OpenFile): Link {
  return linkOf(file, session.peek().link.unknownParts);
}

async function copyLink(file: OpenFile, link: Link, about: string): Promise<void> {
  // If the browser refuses to copy, the user can copy by hand in the dialog.
  if (link.model !== undefined && (await copyText(fullAddress(link)))) {
    announcement.value = ['Link copied.', missingFilesMessage(link)].filter(Boolean).join(' ');
  } else {
    chooseLink(file, link, about);
  }
}

/** Lets the user choose what to share. */
function chooseLink(file: OpenFile, link: Link, about: string, withQr = false): void {
  const { dialog, body } = shareDialog(`Link to ${about}`);
  void choicesFor(file, link).then((choices) => {
    if (dialog.isOpen) fill(dialog, body, file, link, choices, withQr);
  });
}

function whyNoAddress(file: OpenFile): (Node | string)[] {
  const name = fileText(file.name);
  if (isAsOpened(file)) return [name, ' is a local file, so a link cannot point to it.'];
  return [name, ' has changes that only a link with the file inside includes.'];
}

function fill(
  dialog: Dialog,
  body: HTMLElement,
  file: OpenFile,
  link: Link,
  choices: readonly Choice[],
  withQr: boolean,
): void {
  const text = el('textarea', { class: 'share-link mono', readonly: true, rows: 3 });
  const advice = el('p', { class: 'share-advice', role: 'status' });
  const missing = el('p', { class: 'share-missing' });
  const code = el('div', { class: 'share-qr', id: 'share-qr', hidden: !withQr });
  let chosen = choices.find(({ address }) => address !== null);
  const act = button('', () => void run(), { class: 'button-action' });
  const qr = button('QR code', () => showQr(code.hidden !== false), {
    class: 'button-small',
    'aria-controls': code.id,
  });
  const send = button('Share…', () => void sendChosen(file, chosen), { class: 'button-small' });
  const show = () => {
    const { address = null, bundle = null } = chosen ?? {};
    setAttribute(text, 'aria-label', bundle ? 'Files in the bundle' : 'The link');
    text.value = bundle ? bundle.files.join(', ') : shownPart(address ?? '');
    advice.textContent = bundle ? '' : lengthAdvice(address?.length ?? 0);
    missing.hidden = !chosen?.missing;
    missing.replaceChildren(fileText(chosen?.missing ?? ''));
    act.textContent = bundle ? 'Save bundle' : 'Copy link';
    qr.disabled = address === null;
    send.hidden = !(bundle ? bundle.canSend : address !== null && 'share' in navigator);
    showQr(code.hidden === false);
  };
  const showQr = (isShown: boolean) => {
    code.hidden = !isShown;
    setAttribute(qr, 'aria-expanded', String(isShown));
    if (isShown) void drawQr(code, chosen?.address ?? null);
  };
  const run = async () => {
    if (chosen?.bundle) {
      const { save } = chosen.bundle;
      dialog.close();
      return save();
    }
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
  body.replaceChildren(
    ...(link.model !== undefined ? [] : [el('p', {}, ...whyNoAddress(file))]),
    el(
      'fieldset',
      { class: 'share-choices', hidden: choices.length < 2 },
      el('legend', { class: 'visually-hidden' }, 'What to share'),
      ...options,
    ),
    missing,
    text,
    code,
    advice,
    el('div', { class: 'share-buttons' }, act, send, qr),
  );
  show();
  act.focus();
}

/** Draws the code of a link, or says why there is none. */
async function drawQr(host: HTMLElement, address: string | null): Promise<void> {
  if (address === null) host.replaceChildren(el('p', { class: 'share-about' }, 'A bundle has no QR code.'));
  else if (address.length > MAX_QR_BYTES) {
    const length = formatCount(address.length);
    const limit = formatCount(MAX_QR_BYTES);
    const words = `This link has ${length} characters; a QR code holds at most ${limit}.`;
    host.replaceChildren(el('p', { class: 'share-about' }, words));
  } else
    await usePart(
      () => import('./qr.ts'),
      ({ qrCode }) => host.replaceChildren(qrCode(address)),
    );
}

/** Gives what is chosen to the share sheet of the system. */
async function sendChosen(file: OpenFile, chosen: Choice | undefined): Promise<void> {
  if (chosen?.bundle) await chosen.bundle.send();
  else if (chosen?.address) await sendLink(file, chosen.address);
}

function option(
  { id, title, size, about, address, bundle }: Choice,
  checked: boolean,
  choose: () => void,
): HTMLElement {
  const radio = el('input', {
    type: 'radio',
    name: 'share',
    value: id,
    checked,
    disabled: address === null && !bundle,
    'aria-describedby': `share-${id}`,
  });
  radio.addEventListener('change', choose);
  return el(
    'label',
    { class: 'share-choice' },
    radio,
    el('span', { class: 'share-title' }, title),
    el('span', { class: 'share-length' }, size),
    el('span', { class: 'share-about', id: `share-${id}` }, about),
  );
}
