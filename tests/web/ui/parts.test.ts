/** What is typed while a part of the page is fetched. A stand-in for the DOM has as much as that needs. */
import { afterEach, expect, test, vi } from 'vitest';
import { typedAhead } from '../../../web/ui/parts.ts';

class Field extends EventTarget {
  value = '';
  readonly selectionStart = null;
  readonly selectionEnd = null;
  readonly said: string[] = [];

  constructor() {
    super();
    for (const type of ['input', 'keydown']) {
      this.addEventListener(type, (event) => this.said.push('key' in event ? String(event.key) : this.value));
    }
  }

  setRangeText(text: string): void {
    this.value += text;
  }
}

class Key extends Event {
  readonly ctrlKey = false;
  readonly metaKey = false;
  readonly altKey = false;
  readonly key: string;

  constructor(type: string, { key }: { key: string }) {
    super(type, { bubbles: true, cancelable: true });
    this.key = key;
  }
}

afterEach(() => void vi.unstubAllGlobals());

/** Opens a part after some keys. @returns its field, and the keys that the page got */
async function opened(keys: readonly string[]): Promise<{ field: Field; left: string[] }> {
  const window = new EventTarget();
  const document: { activeElement: object } = { activeElement: {} };
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('HTMLInputElement', Field);
  vi.stubGlobal('InputEvent', Event);
  vi.stubGlobal('KeyboardEvent', Key);
  const field = new Field();
  let open = () => {};
  const typed = typedAhead(new Promise<void>((resolve) => (open = resolve)));
  const left = keys.filter((key) => window.dispatchEvent(new Key('keydown', { key })));
  document.activeElement = field;
  open();
  await typed;
  return { field, left };
}

test('text goes into the field of the part, and Enter after it as well', async () => {
  const { field, left } = await opened([...'bytes', 'Enter']);
  expect(field.said).toEqual(['bytes', 'Enter']);
  expect(left).toEqual([]);
});

test('Enter without text is the page’s', async () => {
  const { field, left } = await opened(['Enter', 'F2']);
  expect(field.said).toEqual([]);
  expect(left).toEqual(['Enter', 'F2']);
});

test('nothing is added after Enter', async () => {
  expect((await opened(['a', 'Enter', 'b'])).field.said).toEqual(['a', 'Enter']);
});

test('Escape discards all of it', async () => {
  expect((await opened(['a', 'Enter', 'Escape'])).field.said).toEqual([]);
});
