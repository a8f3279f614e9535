/** Attaching models to sockets: the command, and the attached model below its socket in the section "Sockets". */

import { batch } from '@preact/signals-core';
import { clipGroups } from '../document/animation-clips.ts';
import {
  attachedFile,
  attachmentAt,
  changeAttachment,
  detach,
  detachClosed,
} from '../document/attachments.ts';
import { type Attachment, BIND_POSE, type OpenFile } from '../document/open-file.ts';
import { selectedElement } from '../document/selection.ts';
import { activeFile, activeId, files } from '../document/state.ts';
import type { Command } from '../store/commands.ts';
import { announcement } from '../store/notices.ts';
import { button, el, fileText, icon, setAttribute, visible } from '../ui/dom.ts';
import { CROSS } from '../ui/icons.ts';
import { openPart } from '../ui/parts.ts';
import { effect } from '../ui/scope.ts';

/** Opens the dialog. @param socket index of the preselected socket */
function openAttach(file: OpenFile, socket: number): void {
  void openPart(
    () => import('../scene/gizmo/attach-dialog.ts'),
    (part) => part.openAttach(file, socket),
  );
}

/** Opens the dialog for the selected socket, or for the first one. */
function attachToSelected(): void {
  const file = activeFile.peek();
  if (file) openAttach(file, selectedElement(file).socket ?? 0);
}

/** Detaches closed files, and announces it. */
export function keepAttachments(): void {
  const names = new Map<number, string>();
  effect(() => {
    for (const { id, name } of files.value) names.set(id, name);
    const lost = detachClosed();
    if (lost.length > 0) announcement.value = formatLost(lost, names);
    const open = new Set(files.value.map(({ id }) => id));
    for (const id of names.keys()) if (!open.has(id)) names.delete(id);
  });
}

function formatLost(lost: ReturnType<typeof detachClosed>, names: ReadonlyMap<number, string>): string {
  const [first] = lost;
  if (!first) return '';
  const { file, socket, fileId } = first;
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : '';
  const place = `${socketName(file, socket)}${more}`;
  return `${names.get(fileId) ?? 'A model'} was closed and detached from ${place} of ${file.name}. Open it to attach it again.`;
}

function socketName({ info }: OpenFile, socket: number): string {
  return info.sockets[socket]?.name || `socket ${socket}`;
}

/** The button that attaches a model to a socket. */
export function attachCell(file: OpenFile, socket: number): HTMLElement {
  const name = visible(socketName(file, socket), 60);
  const attachButton = button('Attach…', () => openAttach(file, socket), {
    class: 'grid-small',
    'aria-label': `Attach a model to ${name}`,
    title: 'Show another model at this socket',
  });
  effect(() => {
    const isTaken = attachmentAt(file, socket) !== null;
    attachButton.textContent = isTaken ? 'Replace…' : 'Attach…';
    setAttribute(
      attachButton,
      'aria-label',
      `${isTaken ? 'Replace the model at' : 'Attach a model to'} ${name}`,
    );
  });
  return el('div', { class: 'grid-extra' }, attachButton);
}

/** The model at a socket: its name, its animation, and buttons to hide and detach it; hidden if there is no model. */
export function attachedLine(file: OpenFile, socket: number): HTMLElement {
  const line = el('div', { class: 'grid-attached' });
  effect(() => {
    const attachment = attachmentAt(file, socket);
    const attached = attachment && attachedFile(attachment);
    line.hidden = attached === null;
    return attached ? fill(line, file, socket, attached) : line.replaceChildren();
  });
  return line;
}

function fill(line: HTMLElement, file: OpenFile, socket: number, attached: OpenFile): void {
  const name = visible(attached.name, 60);
  const go = button(
    fileText(attached.name),
    () => {
      activeId.value = attached.id;
    },
    { class: 'link grid-attached-name', title: `Go to ${name}`, tabindex: -1 },
  );
  const eye = button(
    '',
    () => changeAttachment(file, socket, { shown: !attachmentAt(file, socket)?.shown }),
    { class: 'grid-icon', 'aria-label': `Show ${name}`, tabindex: -1 },
  );
  const remove = button(icon(CROSS), () => takeAway(line, file, socket, attached), {
    class: 'grid-icon',
    'aria-label': `Detach ${name}`,
    title: 'Detach',
    tabindex: -1,
  });
  const choice = clipChoice(file, socket, attached, name);
  const note = el('p', { class: 'grid-attached-note' });
  line.replaceChildren(go, choice, eye, remove, note);
  effect(() => {
    const shown = attachmentAt(file, socket)?.shown ?? false;
    setAttribute(eye, 'aria-pressed', String(shown));
    eye.title = shown ? 'Hide' : 'Show';
    eye.replaceChildren(icon(...(shown ? EYE : HIDDEN_EYE)));
  });
  effect(() => {
    note.textContent = attached.attachments.value.length > 0 ? 'Its own attachments are not shown.' : '';
  });
}

/** The choice of its animation: its own, and those of its child models. */
function clipChoice(file: OpenFile, socket: number, attached: OpenFile, name: string): HTMLSelectElement {
  const choice = el('select', { 'aria-label': `Animation of ${name}`, title: 'Its animation' });
  choice.addEventListener('change', () => {
    const [child, animation] = choice.value.split(':').map(Number);
    const clip = child === undefined || animation === undefined ? BIND_POSE : { child, animation };
    changeAttachment(file, socket, { clip });
  });
  // Arrow keys choose an option; they must not move the focus between rows.
  choice.addEventListener('keydown', (event) => event.stopPropagation());
  effect(() => {
    choice.replaceChildren(el('option', { value: BIND }, 'Bind pose'), ...clipOptions(attached));
    choice.value = choiceOf(attachmentAt(file, socket));
  });
  return choice;
}

/** Value of the option for the bind pose. */
const BIND = 'bind';

function choiceOf(attachment: Attachment | null): string {
  const { child, animation } = attachment?.clip ?? BIND_POSE;
  return animation < 0 ? BIND : `${child}:${animation}`;
}

/** Most options: a damaged file may claim any number. */
const MAX_OPTIONS = 1000;

function clipOptions(attached: OpenFile): HTMLElement[] {
  return clipGroups(attached).flatMap(({ child, file: source }) => {
    const options = source.info.animations
      .slice(0, MAX_OPTIONS)
      .map(({ name, complete }, animation) =>
        el(
          'option',
          { value: `${child}:${animation}`, disabled: !complete },
          visible(name, 60) || '(no name)',
        ),
      );
    return child === 0 ? options : [el('optgroup', { label: visible(source.name, 60) }, ...options)];
  });
}

/** Detaches the model, and moves the focus to the button of the row, which stays. */
function takeAway(line: HTMLElement, file: OpenFile, socket: number, attached: OpenFile): void {
  const row = line.closest('.grid-row');
  batch(() => {
    detach(file, socket);
    announcement.value = `${attached.name} detached from ${socketName(file, socket)}.`;
  });
  row?.querySelector<HTMLElement>('.grid-small')?.focus();
}

export const attachCommand: Command = {
  id: 'model.attach',
  label: 'Attach a model to a socket…',
  group: 'View',
  enabled: () => activeFile.value?.model != null && activeFile.value.info.sockets.length > 0,
  run: attachToSelected,
};

/** Paths of the icons of visible and hidden elements. */
export const EYE = ['M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z', 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z'];
export const HIDDEN_EYE = [
  'M3 3l18 18',
  'M10 6a10 10 0 0 1 12 6 15 15 0 0 1-3 4M6 8a15 15 0 0 0-4 4s4 7 10 7a9 9 0 0 0 5-2',
];
