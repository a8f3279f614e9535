/** The field at the caret in the foot of the page: what the card at the pointer says, for those without one. */
import { effect } from '@preact/signals-core';
import { el, fileText, setAttribute, visible } from '../dom.ts';
import { caretOf, fieldAt } from '../hex/caret.ts';
import { describeSelection } from '../inspector/field.ts';
import { activeFile, type OpenFile } from '../state.ts';

/** A longer value tells nobody more in one line. */
const LONGEST = 80;

export function mountCaretField(host: HTMLElement): void {
  effect(() => {
    const file = activeFile.value;
    // Until something is selected nobody has put the caret anywhere.
    const shown = file?.selection.value && file.parsed.size > 0 ? fieldParts(file) : null;
    host.replaceChildren(...(shown?.parts ?? []));
    setAttribute(host, 'title', shown?.title);
  });
}

function fieldParts(file: OpenFile): { parts: HTMLElement[]; title: string } {
  const field = fieldAt(file.parsed, caretOf(file).value.offset);
  const { chain, type, value, doc } = describeSelection(file, field);
  const path = chain.at(-1)?.path ?? 'Outside all sections';
  return {
    parts: [
      fileText(path, 'mono'),
      el('span', {}, type),
      ...(value ? [fileText(visible(value, LONGEST), 'status-value mono')] : []),
    ],
    title: visible([path, type, value, doc].filter(Boolean).join(' · '), 4 * LONGEST),
  };
}
