/** The dialog with the code that puts the view of a model into another web page: a frame, or the element. */

import type { OpenFile } from '../document/open-file.ts';
import { baseName } from '../lib/file-names.ts';
import { reasonOf } from '../lib/reason.ts';
import { announcement } from '../store/notices.ts';
import { copyText } from '../ui/clipboard.ts';
import type { Dialog } from '../ui/dialog.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { elementCode, frameCode, viewerAttributes } from './embedded.ts';
import { linkInside } from './inside.ts';
import type { Link } from './link.ts';
import { besideMessage, missingFilesMessage } from './messages.ts';
import { shareDialog } from './share-dialog.ts';

/** Characters of the code that are shown; a file may be in it. */
const MAX_SHOWN = 2000;

/** A piece of code, or why there is none, as a sentence. */
type Code = { readonly code: string; readonly about?: string } | { readonly problem: string };

/** @param link to the view of a file that is a model */
export function openCodeDialog(file: OpenFile, link: Link): void {
  const { dialog, body } = shareDialog('Show this view in a web page');
  const name = visible(baseName(file.name), 100);
  void Promise.all([frameOf(file, link, name), elementOf(link, name)]).then(([frame, element]) => {
    // Of a file in the frame's own code, the frame says it.
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
  text.value = code.code.length > MAX_SHOWN ? `${code.code.slice(0, MAX_SHOWN)}…` : code.code;
  const copy = async () => {
    if (await copyText(code.code)) {
      dialog.close();
      announcement.value = `Code copied: ${title.toLowerCase()}.`;
      return;
    }
    text.value = code.code;
    text.focus();
    text.select();
    announcement.value = 'The browser did not allow copying: copy the selected text yourself (Ctrl+C).';
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
