/** The page as a user finds it: by what things are and what is written on them. */
import { decode } from 'fast-png';
import { expect } from 'vitest';
import { LONGEST, type Session } from './session.ts';

/** A name that something has: all of it, or what matches. */
export type Name = string | RegExp;

/** Something in view. */
export interface Seen {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly hasFocus: boolean;
  readonly isDisabled: boolean;
  /** A press on its middle gets to it. */
  readonly isReachable: boolean;
}

/** The colours of a picture, three bytes a pixel. */
export type Pixels = Uint8Array;

/** How many pixels of a picture are of another colour than in another one of the same size. */
export function countOther(one: Pixels, other: Pixels): number {
  if (one.length !== other.length) return one.length / 3;
  let count = 0;
  for (let i = 0; i < one.length; i += 3) {
    if (one[i] !== other[i] || one[i + 1] !== other[i + 1] || one[i + 2] !== other[i + 2]) count++;
  }
  return count;
}

/** How many colours a picture has. */
export function countColours(pixels: Pixels): number {
  const colours = new Set<number>();
  for (let i = 0; i < pixels.length; i += 3) {
    colours.add(((pixels[i] ?? 0) << 16) | ((pixels[i + 1] ?? 0) << 8) | (pixels[i + 2] ?? 0));
  }
  return colours.size;
}

/**
 * In the page: the first of the elements that is visible and has the name; brought into view.
 * @param name text, or `/source/flags`
 */
function look(
  selector: string,
  name: string | null,
  isPattern: boolean,
  mode: 'look' | 'focus',
): Seen | null {
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label');
    const by = element.getAttribute('aria-labelledby');
    const labelled = by && (document.getElementById(by.split(' ')[0] ?? '')?.textContent ?? '');
    const ofField =
      element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : element.textContent;
    return (label || labelled || ofField || '').replace(/\s+/g, ' ').trim();
  };
  const [, source = '', flags = ''] = (isPattern && /^\/(.*)\/(\w*)$/s.exec(name ?? '')) || [];
  const fits = (element: Element) => {
    if (name === null) return true;
    return isPattern ? new RegExp(source, flags).test(nameOf(element)) : nameOf(element) === name;
  };
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || !fits(element)) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (mode === 'focus') element.focus();
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    const text = element instanceof HTMLInputElement ? element.value : element.innerText;
    return {
      text: (text ?? '').replace(/\s+/g, ' ').trim(),
      x,
      y,
      width,
      height,
      hasFocus: element.contains(document.activeElement),
      isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
      isReachable: hit !== null && (element.contains(hit) || hit.contains(element)),
    };
  }
  return null;
}

/** In the page: notes what is saved, instead of a browser's dialog; where it can ask for a place, it gets one. */
function catchSaved(): void {
  const saved: { name: string; blob: Blob | null }[] = [];
  const blobs = new Map<string, Blob>();
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (content) => {
    const address = create(content);
    if (content instanceof Blob) blobs.set(address, content);
    return address;
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (this.download && blob) saved.push({ name: this.download, blob });
    else click.call(this);
  };
  if ('showSaveFilePicker' in window) {
    const picker = async ({ suggestedName = '' }) => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(suggestedName, {
        create: true,
      });
      const make = handle.createWritable.bind(handle);
      handle.createWritable = async () => {
        const stream = await make();
        const close = stream.close.bind(stream);
        stream.close = async () => {
          await close();
          saved.push({ name: suggestedName, blob: await handle.getFile() });
        };
        return stream;
      };
      return handle;
    };
    Object.assign(window, { showSaveFilePicker: picker });
  }
  Object.assign(window, { saved });
}

/** The page in a browser, with what tests ask of it. Everything waits until it holds. */
export class Page {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  async open(address: string): Promise<void> {
    await this.session.open(address);
    await this.session.evaluate(catchSaved);
  }

  /**
   * Opens the page as one who compares poses and pictures has set it: models stand still when they open, and the
   * outline shows the file as it is, since its tree names every byte.
   */
  async openStill(address: string, link = ''): Promise<void> {
    await this.session.open(address);
    await this.session.evaluate(() => {
      localStorage.setItem('lithoscope.play-on-open', 'false');
      localStorage.setItem('lithoscope.outline.raw', 'true');
    });
    // Read when the page loads. Another address, so that it does.
    await this.open(`${address}?${link}`);
  }

  /** Waits until what is asked for is as it should be. @param what for the message */
  async until<T>(what: string, ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    const end = performance.now() + LONGEST;
    let last: T;
    do {
      last = await ask();
      if (holds(last)) return last;
      await new Promise((resolve) => setTimeout(resolve, 30));
    } while (performance.now() < end);
    throw new Error(`${what}: this did not come. Last seen: ${JSON.stringify(last)?.slice(0, 500)}`);
  }

  /** What is in view of this kind and name now; null when nothing is. */
  look(selector: string, name: Name | null = null, mode: 'look' | 'focus' = 'look'): Promise<Seen | null> {
    return this.session.evaluate(look, selector, name && String(name), name instanceof RegExp, mode);
  }

  /** Waits until something of this kind and name is in view. */
  async find(selector: string, name: Name | null = null): Promise<Seen> {
    const seen = await this.until(
      `${selector} ${name ?? ''}`,
      () => this.look(selector, name),
      (found) => found !== null,
    );
    if (!seen) throw new Error('unreachable');
    return seen;
  }

  /** Waits until nothing of this kind and name is in view. */
  async gone(selector: string, name: Name | null = null): Promise<void> {
    await this.until(
      `no ${selector} ${name ?? ''}`,
      () => this.look(selector, name),
      (seen) => seen === null,
    );
  }

  /** Presses something once it stands still, is not disabled, and nothing lies over it. */
  async click(selector: string, name: Name | null = null): Promise<void> {
    let before: Seen | null = null;
    const seen = await this.until(
      `${selector} ${name ?? ''} to press`,
      () => this.look(selector, name),
      (found) => {
        const isStill = found !== null && found.x === before?.x && found.y === before.y;
        before = found;
        return isStill && found.isReachable && !found.isDisabled;
      },
    );
    if (seen) await this.session.click(seen.x, seen.y);
  }

  /** Gives something the focus. */
  async focus(selector: string, name: Name | null = null): Promise<void> {
    await this.until(
      `${selector} ${name ?? ''} with the focus`,
      () => this.look(selector, name, 'focus'),
      (seen) => seen?.hasFocus === true,
    );
  }

  /** Writes into a field instead of what is there. */
  async fill(selector: string, name: Name | null, text: string): Promise<void> {
    await this.focus(selector, name);
    await this.session.press('Control+a');
    await this.session.write(text);
  }

  /** Waits until something says this. */
  async expectText(selector: string, text: Name): Promise<string> {
    const says = (words: string) => (text instanceof RegExp ? text.test(words) : words.includes(text));
    const seen = await this.until(
      `${selector} with “${text}”`,
      () => this.look(selector),
      (found) => found !== null && says(found.text),
    );
    return seen?.text ?? '';
  }

  /** Waits until the viewport has drawn a pose, `animation@milliseconds`. */
  async expectPose(pose: Name): Promise<string> {
    const fits = (value: string) => (pose instanceof RegExp ? pose.test(value) : value === pose);
    return this.until(`the pose ${pose}`, () => this.pose(), fits);
  }

  pose(): Promise<string> {
    return this.session.evaluate(() => document.querySelector<HTMLElement>('.viewport')?.dataset.pose ?? '');
  }

  /** What the canvas of the model, or something else, shows, without its upper third, where boxes lie over it. */
  async picture(selector = '.scene-canvas'): Promise<Pixels> {
    const { x, y, width, height } = await this.find(selector);
    const { data, width: stride, channels } = decode(await this.session.screenshot());
    const [left, top] = [Math.ceil(x - width / 2), Math.ceil(y - height / 6)];
    const [columns, rows] = [Math.floor(width) - 1, Math.floor((height * 2) / 3) - 1];
    const pixels = new Uint8Array(columns * rows * 3);
    for (let row = 0, to = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const from = ((top + row) * stride + left + column) * channels;
        for (let i = 0; i < 3; i++) pixels[to++] = data[from + i] ?? 0;
      }
    }
    return pixels;
  }

  /** Drops files together; a DataTransfer can only be made inside the page. */
  async drop(...files: readonly (readonly [name: string, bytes: Uint8Array])[]): Promise<void> {
    await this.session.evaluate(
      (list) => {
        const dataTransfer = new DataTransfer();
        for (const [name = '', text = ''] of list) {
          const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
          dataTransfer.items.add(new File([content], name));
        }
        const event = { dataTransfer, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent('drop', event));
      },
      files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
    );
  }

  /** The next file that the page saves. */
  async saved(act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
    const count = () => this.session.evaluate(() => (Reflect.get(window, 'saved') as unknown[]).length);
    const before = await count();
    await act();
    await this.until('a saved file', count, (now) => now > before);
    const { name, base64 } = await this.session.evaluate(async () => {
      const saved = Reflect.get(window, 'saved') as { name: string; blob: Blob }[];
      const last = saved.at(-1);
      if (!last) throw new Error('nothing is saved');
      const reader = new FileReader();
      reader.readAsDataURL(last.blob);
      await new Promise((resolve) => {
        reader.onload = resolve;
      });
      return { name: last.name, base64: String(reader.result).split(',')[1] ?? '' };
    });
    return { name, bytes: Buffer.from(base64, 'base64') };
  }

  /** Nothing went wrong that the page did not say. */
  async expectNoErrors(): Promise<void> {
    expect(await this.session.errors()).toEqual([]);
  }
}
