/** The dialog with code that shows a view in another web page. */
import type { OpenFile } from '../document/open-file.ts';
import { baseName } from '../lib/file-names.ts';
import { reasonOf } from '../lib/reason.ts';
import { announcement } from '../store/notices.ts';
import type { Dialog } from '../ui/dialog.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { COPY_BY_HAND, copyFrom, shareDialog, shownPart } from './copying.ts';
import { linkInside, linkOf } from './describe.ts';
import { elementCode, frameCode, viewerAttributes } from './embedded.ts';
import type { Link } from './link.ts';
import { besideMessage, missingFilesMessage } from './messages.ts';
import { session } from './session.ts';
import './share.css';

/** Shows the code that puts the view of a model into another page. */
export function copyPageCode(file: OpenFile): void {
  openCodeDialog(file, linkOf(file, session.peek().link.unknownParts));
}

/** Code, or a sentence why there is none. */
type Code = { readonly code: string; readonly about?: string } | { readonly problem: string };

/** Opens the dialog with code for other pages. @param link to the view of a file that is a model */
function openCodeDialog(file: OpenFile, link: Link): void {
  const { dialog, body } = shareDialog('Embed this view');
  const name = visible(baseName(file.name), 100);
  void Promise.all([frameOf(file, link, name), elementOf(link, name)]).then(([frame, element]) => {
    // For a packed file, the text about the frame says it.
    const missing = link.model === undefined ? '' : missingFilesMessage(link).trim();
    body.replaceChildren(
      ...section(dialog, 'iframe', 'For forums and wikis that accept an iframe.', frame),
      ...section(dialog, 'Web component', 'For your own pages, with events and methods.', element),
      ...(missing ? [el('p', { class: 'share-missing' }, fileText(missing))] : []),
      el(
        'p',
        { class: 'share-advice' },
        'The server of this page must allow it (',
        el('a', { href: './docs/hosting.html#in-other-pages', target: '_blank' }, 'Hosting'),
        '). The web component is described in ',
        el('a', { href: './docs/viewer.html', target: '_blank' }, 'Embedding'),
        '.',
      ),
    );
    body.querySelector('button')?.focus();
  });
}

async function frameOf(file: OpenFile, link: Link, name: string): Promise<Code> {
  if (link.entry !== undefined) return { problem: 'The file is in an archive, which an iframe cannot show.' };
  if (link.model !== undefined) return { code: frameCode(link, name) };
  const inside = await linkInside(file, link);
  if ('problem' in inside) {
    return {
      problem: `This is a local file. ${inside.problem} Put it on a server and open it from there.`,
    };
  }
  return { code: frameCode(inside.link, name), about: besideMessage(inside.beside) };
}

async function elementOf(link: Link, name: string): Promise<Code> {
  if (link.model === undefined || link.entry !== undefined) {
    return {
      problem: 'The web component needs a file with an address. Put it on a server and open it from there.',
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
      announcement.value = `Code copied: ${title}.`;
    } else announcement.value = COPY_BY_HAND;
  };
  const label = { class: 'button-small', 'aria-label': `Copy code: ${title}` };
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
