/** The controls of the user's own structures: the pattern, its text, and where it begins. */
import { activeFile } from '../document/state.ts';
import { templateFor } from '../explain/field-lines.ts';
import { baseName } from '../lib/file-names.ts';
import { formatOffset } from '../lib/hex.ts';
import { offeredPatterns } from '../opening/patterns.ts';
import { pickFiles } from '../opening/source.ts';
import { languageOf } from '../patterns/read.ts';
import { reasonOf } from '../store/core.ts';
import { announcement, notify } from '../store/notices.ts';
import { saveText } from '../ui/clipboard.ts';
import { button, el, icon, setAttribute, visible } from '../ui/dom.ts';
import { CHEVRON } from '../ui/icons.ts';
import { keyName } from '../ui/keyboard.ts';
import { type MenuItem, menuButton, openMenu } from '../ui/menu.ts';
import { effect } from '../ui/scope.ts';
import {
  changePattern,
  keepPattern,
  MAX_NAME,
  newPattern,
  pattern,
  recentPatterns,
  removePattern,
  takePattern,
} from './pattern.ts';
import { runOver, type Shown, shownIn } from './state.ts';

const EXAMPLE = 'struct Head {\n    u32 count;\n    u16 sizes[count];\n};\nHead head @ 0x00;';

export class OwnControls {
  readonly #editor = el('textarea', {
    class: 'own-editor mono',
    'aria-label': 'Text of the pattern',
    spellcheck: 'false',
    autocapitalize: 'off',
    placeholder: EXAMPLE,
  });
  readonly #unfold = button('Text', () => this.#showEditor(this.#editor.hidden !== false), {
    class: 'button-small',
    title: 'Show or hide the text of the pattern',
  });

  constructor(host: HTMLElement) {
    host.append(this.#bar(), this.#editor, places());
    this.#editor.addEventListener('input', () => changePattern({ text: this.#editor.value }));
    this.#editor.addEventListener('keydown', (event) => {
      if (keyName(event) !== 'Ctrl+Enter') return;
      event.preventDefault();
      run();
    });
    effect(() => {
      const { text } = pattern.value;
      if (this.#editor.value !== text) this.#editor.value = text;
    });
    this.#showEditor(true);
    offeredPatterns.on((source) => void this.#takeFile(source));
  }

  /** Puts the caret of the editor at a place of the text, from 1. */
  goTo({ line, column }: { readonly line: number; readonly column: number }): void {
    this.#showEditor(true);
    const lines = this.#editor.value.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    this.#editor.focus();
    this.#editor.setSelectionRange(before + column - 1, before + column);
    const height = this.#editor.scrollHeight / Math.max(lines.length, 1);
    this.#editor.scrollTop = Math.max(0, (line - 3) * height);
  }

  #bar(): HTMLElement {
    const menu = menuButton(
      ['Patterns', icon(CHEVRON)],
      'Patterns',
      (at) => this.#openMenu(at),
      'button-small',
    );
    const name = el('input', {
      class: 'small-input own-name',
      'aria-label': 'Name of the pattern',
      placeholder: 'Name',
      maxlength: MAX_NAME,
      spellcheck: 'false',
    });
    name.addEventListener('input', () => changePattern({ name: name.value }));
    effect(() => {
      if (name.value !== pattern.value.name) name.value = pattern.value.name;
    });
    const start = button('Run', run, { class: 'button-action', title: 'Run the pattern (Ctrl+Enter)' });
    const stop = button('Stop', () => running()?.abort(), { class: 'button-small' });
    effect(() => {
      const file = activeFile.value;
      const isRunning = file !== null && shownIn(file).running.value !== null;
      stop.hidden = !isRunning;
      start.hidden = isRunning;
      setAttribute(start, 'disabled', file === null || pattern.value.text.trim() === '');
    });
    return el('div', { class: 'own-bar' }, menu, name, this.#unfold, start, stop);
  }

  #showEditor(isShown: boolean): void {
    this.#editor.hidden = !isShown;
    setAttribute(this.#unfold, 'aria-expanded', String(isShown));
  }

  // The menu

  #openMenu(at: HTMLElement): void {
    const file = activeFile.peek();
    const templates = (['imhex', 'kaitai'] as const).flatMap((program) => {
      const name = file && templateFor(file.parsed, program);
      return name ? [{ label: `${name} of this page`, run: () => void this.#takeTemplate(name) }] : [];
    });
    const recent = recentPatterns.peek();
    const used: MenuItem[] = recent.map(({ name, text }) => ({
      label: visible(name, MAX_NAME),
      run: () => this.#take(name, text),
    }));
    const files: MenuItem[] = [
      { label: 'Open a file…', run: () => void this.#choose() },
      { label: 'New', run: () => this.#begin() },
      { label: 'Save as a file', enabled: () => pattern.peek().text.trim() !== '', run: save },
      { label: 'Remove from this list…', enabled: () => recent.length > 0, run: () => openRemoval(at) },
    ];
    openMenu('Patterns', [templates, used, files], at);
  }

  async #choose(): Promise<void> {
    const [source] = await pickFiles(false);
    if (source) await this.#takeFile(source);
  }

  async #takeFile(source: { readonly name: string; read(): Promise<Blob> }): Promise<void> {
    try {
      this.#take(baseName(source.name), await (await source.read()).text());
    } catch (error) {
      notify(reasonOf(error));
    }
  }

  async #takeTemplate(name: string): Promise<void> {
    const response = await fetch(`templates/${name}`).catch(() => null);
    if (response?.ok) this.#take(name, await response.text(), true);
    else notify(`${name} could not be loaded. Check the connection and try again.`);
  }

  /** Takes a pattern, and runs it. Its text gives its room to what it finds. */
  #take(name: string, text: string, isOfPage = false): void {
    takePattern(name, text, isOfPage);
    this.#showEditor(false);
    run();
  }

  #begin(): void {
    newPattern();
    this.#showEditor(true);
    this.#editor.focus();
  }
}

/** Where the pattern begins and ends in the file. */
function places(): HTMLElement {
  const field = (of: (shown: Shown) => Shown['start'], label: string, placeholder: string) => {
    const input = el('input', { class: 'small-input own-offset mono', 'aria-label': label, placeholder });
    input.addEventListener('input', () => {
      const file = activeFile.peek();
      if (file) of(shownIn(file)).value = input.value;
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') run();
    });
    effect(() => {
      const file = activeFile.value;
      const text = file ? of(shownIn(file)).value : '';
      if (input.value !== text) input.value = text;
    });
    return input;
  };
  const caret = button('Caret', () => takePlace(false), {
    class: 'button-small',
    title: 'Begin at the caret of the bytes',
  });
  const selected = button('Selection', () => takePlace(true), {
    class: 'button-small',
    title: 'Read only the selected bytes',
  });
  effect(() => setAttribute(selected, 'disabled', !activeFile.value?.selection.value));
  return el(
    'div',
    { class: 'own-places' },
    'From',
    field(({ start }) => start, 'Offset where the pattern begins', '0'),
    'to',
    field(({ end }) => end, 'Offset where it ends', 'end'),
    caret,
    selected,
  );
}

/** Takes the place from the bytes, and runs the pattern if there is one. */
function takePlace(withEnd: boolean): void {
  const file = activeFile.peek();
  if (!file) return;
  const selection = file.selection.peek();
  const shown = shownIn(file);
  const start = withEnd && selection ? selection.start : file.caret.peek().offset;
  shown.start.value = formatOffset(start);
  shown.end.value = withEnd && selection ? formatOffset(selection.end) : '';
  if (pattern.peek().text.trim() !== '') run();
}

function run(): void {
  const file = activeFile.peek();
  if (file) void runOver(file);
}

function running(): AbortController | null {
  const file = activeFile.peek();
  return file && shownIn(file).running.peek();
}

function save(): void {
  keepPattern();
  const { name, text } = pattern.peek();
  const ending = /\.(hexpat|pat|ksy)$/i.test(name) ? '' : `.${languageOf(name, text)}`;
  saveText(`${name || 'Pattern'}${ending}`, 'text/plain', text);
}

function openRemoval(at: HTMLElement): void {
  const items = recentPatterns.peek().map((one) => ({
    label: visible(one.name, MAX_NAME),
    run: () => {
      removePattern(one);
      announcement.value = `${visible(one.name, MAX_NAME)} was removed from the list.`;
    },
  }));
  openMenu(['Remove from the list'], [items], at);
}
