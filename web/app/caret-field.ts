/** The field at the caret in the foot of the page: what the card at the pointer says, for those without one. */

import { fieldAt } from '../document/caret.ts';
import { describeSelection } from '../document/field-facts.ts';
import type { OpenFile } from '../document/open-file.ts';
import { activeFile } from '../document/state.ts';
import { el, fileText, setAttribute, visible } from '../ui/dom.ts';
import { effect } from '../ui/scope.ts';

/** Longer values are cut, characters. */
const MAX_VALUE_LENGTH = 80;

export function mountCaretField(host: HTMLElement): void {
  const path = fileText('', 'mono');
  const type = el('span');
  const value = fileText('', 'status-value mono');
  host.append(path, type, value);
  effect(() => {
    const file = activeFile.value;
    // Until something is selected nobody has put the caret anywhere.
    const field = file?.selection.value && file.parsed.size > 0 ? fieldAtCaret(file) : null;
    host.hidden = field === null;
    write(path, visible(field?.path ?? ''));
    write(type, field?.type ?? '');
    write(value, visible(field?.value ?? '', MAX_VALUE_LENGTH));
    const doc = field && [field.path, field.type, field.value, field.doc].filter(Boolean).join(' · ');
    setAttribute(host, 'title', doc ? visible(doc, 4 * MAX_VALUE_LENGTH) : undefined);
  });
}

/** Every move of the caret comes here: what stays as it is costs nothing. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function fieldAtCaret(file: OpenFile): { path: string; type: string; value: string; doc: string } {
  const field = fieldAt(file.parsed, file.caret.value.offset);
  const { chain, type, value, doc } = describeSelection(file, field);
  return { path: chain.at(-1)?.path ?? 'Outside all sections', type, value, doc };
}
