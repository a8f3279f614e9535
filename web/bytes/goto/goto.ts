/** The go-to field of the header: takes an offset, a range, a step or a path, with completion; and its commands. */

import type { StructureNode } from '@lithoscope/core';
import { typeText } from '../../document/field-facts.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { select } from '../../document/selection.ts';
import { activeFile, activeId, files } from '../../document/state.ts';
import { filesNamed } from '../../lib/file-names.ts';
import { formatOffset } from '../../lib/hex.ts';
import type { Command } from '../../store/commands.ts';
import { Combobox } from '../../ui/combobox.ts';
import { el, fileText, icon } from '../../ui/dom.ts';
import { SEARCH } from '../../ui/icons.ts';
import { focusBytes } from '../../ui/layout.ts';
import { PanelRequest } from '../../ui/panels.ts';
import { effect } from '../../ui/scope.ts';
import { completions, findTarget, GO_TO_FORMS, type Target, targetOf } from './target.ts';
import './goto.css';

/** Requests to focus the field with an initial text; '' keeps its text. */
const goToRequests = new PanelRequest<string>();

export const goToCommand: Command = {
  id: 'go.to',
  label: 'Go to an offset, section or path',
  group: 'Go',
  key: 'g',
  panelKey: 'Ctrl+G',
  enabled: () => activeFile.value !== null,
  run: () => goToRequests.send(''),
};

/** Begins a range at the caret; the user types its length. */
export const selectLengthCommand: Command = {
  id: 'select.length',
  label: 'Select a number of bytes from the caret',
  group: 'Go',
  enabled: () => activeFile.value !== null,
  run: () => {
    const offset = activeFile.peek()?.selection.peek()?.start ?? activeFile.peek()?.caret.peek().offset ?? 0;
    goToRequests.send(`${formatOffset(offset)}+`);
  },
};

/** Builds the field in `host`. */
export function mountGoTo(host: HTMLElement): void {
  let origin: Element | null = null;
  const field = new Combobox<StructureNode | OpenFile>({
    id: 'go-to',
    label: 'Go to offset, section or path',
    placeholder: '0x1F, 0x10..0x1F, section or name',
    hint: GO_TO_FORMS,
    firstIsMarked: false,
    choices: (text) => {
      const file = activeFile.peek();
      return file && text !== '' ? places(file, text) : [];
    },
    row: (choice) => (isFile(choice) ? fileRow(choice) : nodeRow(choice)),
    accept(choice, text, first) {
      const file = activeFile.peek();
      if (!file) return null;
      const said =
        choice === null ? findTarget(file.parsed, text, file.caret.peek().offset) : placeOf(choice);
      // Text that is neither offset nor path is the beginning of the first name in the list.
      const target = typeof said === 'string' && first ? placeOf(first) : said;
      if (typeof target === 'string') return target;
      if (isFile(target)) {
        activeId.value = target.id;
        field.input.blur();
        return null;
      }
      goTo(file, target);
      focusBytes();
      return null;
    },
    // The prefix of the paths inside the node.
    complete: (choice) => {
      if (isFile(choice)) return choice.name;
      return choice.path + (choice.kind === 'array' ? '[' : choice.kind === 'struct' ? '.' : '');
    },
    close() {
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
      else field.input.blur();
    },
  });
  host.classList.add('goto');
  host.append(icon(...SEARCH), field.element, el('kbd', { 'aria-hidden': 'true' }, 'G'));
  const open = (text: string) => {
    origin = document.activeElement;
    host.classList.add('goto-open');
    if (text !== '') field.input.value = text;
    field.input.focus();
    if (text === '') field.input.select();
    else field.input.setSelectionRange(text.length, text.length);
  };
  effect(() => {
    host.hidden = activeFile.value === null;
  });
  goToRequests.on(open);
  field.input.addEventListener('blur', () => host.classList.remove('goto-open'));
}

/** Open files offered beside the places in the active file. */
const MAX_FILES = 20;

/** Places in the file, then the other open files of that name. */
function* places(file: OpenFile, text: string): Generator<readonly Place[], readonly Place[]> {
  const named = text.trim().length < 2 ? [] : filesNamed(files.peek(), text);
  const others = named.filter(({ id }) => id !== file.id).slice(0, MAX_FILES);
  const nodes = yield* completions(file.parsed, text);
  return [...nodes, ...others];
}

type Place = StructureNode | OpenFile;

function isFile(place: Place | Target): place is OpenFile {
  return 'source' in place;
}

function placeOf(place: Place): Target | OpenFile {
  return isFile(place) ? place : targetOf(place);
}

function nodeRow(node: StructureNode): Node[] {
  return [
    fileText(node.path, 'combobox-main mono'),
    fileText(node.label, 'combobox-label'),
    el('span', { class: 'combobox-aside' }, `${typeText(node)} · ${formatOffset(node.start)}`),
  ];
}

function fileRow({ name }: OpenFile): Node[] {
  return [fileText(name, 'combobox-main'), el('span', { class: 'combobox-aside' }, 'open file')];
}

/** Selects a target and moves the caret to its offset, which may be inside the selection. */
function goTo(file: OpenFile, { selection, offset }: Target): void {
  select(file, selection, 'go-to');
  file.caret.value = { offset, anchor: offset };
}
