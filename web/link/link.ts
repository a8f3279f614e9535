/**
 * What a link says about the page, as text behind the `#` (INTERFACES.md): `model=URL&anim=NAME&t=MS&lod=N&
 * sel=0xSTART+LENGTH&cam=X,Y,Z,X,Y,Z&v=1`. Pure; shell/address.ts connects it with the store.
 */

export type Camera = readonly [number, number, number, number, number, number];

export interface Link {
  /** Address of the file. */
  readonly model?: string;
  /** Animation by name, or by index as text. Absent: the bind pose. */
  readonly anim?: string;
  /** Milliseconds, 0 … 2³², to a thousandth. */
  readonly timeMs?: number;
  readonly lod?: number;
  /** Selected bytes. */
  readonly selection?: { readonly start: number; readonly length: number };
  /** Where the camera stands and what it looks at: six numbers, world space. */
  readonly camera?: Camera;
  /** Parts that this page does not know, as they are written: they stay in the address. */
  readonly others: readonly string[];
}

/** Times and offsets are u32 in the format. */
const LARGEST = 2 ** 32;

/** Reads a link; what is malformed counts as absent. Never throws. */
export function parseLink(hash: string): Link {
  const values = new Map<string, string>();
  const others: string[] = [];
  for (const written of hash.split('&')) {
    // At the head of an unknown part, a # would be taken for the link's own when the part moves to the front.
    const part = written.replace(/^#+/, '');
    const at = part.indexOf('=');
    const key = at < 0 ? part : part.slice(0, at);
    if (!KEYS.has(key)) {
      if (part !== '') others.push(part);
    } else if (at >= 0 && !values.has(key)) {
      values.set(key, decode(part.slice(at + 1)));
    }
  }
  return {
    ...present('model', values.get('model') || undefined),
    ...present('anim', values.get('anim') || undefined),
    ...present('timeMs', number(values.get('t'), /^\d+(\.\d{1,3})?$/)),
    ...present('lod', number(values.get('lod'), /^\d+$/)),
    ...present('selection', range(values.get('sel'))),
    ...present('camera', camera(values.get('cam'))),
    others,
  };
}

/** Writes a link, without the `#`; '' when it would say nothing. */
export function formatLink({ model, anim, timeMs, lod, selection, camera, others }: Link): string {
  const parts: string[] = [];
  if (model) parts.push(`model=${encodeURIComponent(model)}`);
  if (anim) parts.push(`anim=${encodeURIComponent(anim)}`);
  if (timeMs !== undefined) parts.push(`t=${Number(timeMs.toFixed(3))}`);
  if (lod !== undefined) parts.push(`lod=${lod}`);
  if (selection) parts.push(`sel=0x${selection.start.toString(16).toUpperCase()}+${selection.length}`);
  if (camera) parts.push(`cam=${camera.map(shortened).join(',')}`);
  parts.push(...others);
  return parts.length > 0 ? [...parts, 'v=1'].join('&') : '';
}

/** The keys this page reads and writes; `v` is the version of the link's own form. */
const KEYS: ReadonlySet<string> = new Set(['model', 'anim', 't', 'lod', 'sel', 'cam', 'v']);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % is just a character.
    return text;
  }
}

function number(text: string | undefined, form: RegExp): number | undefined {
  return text !== undefined && form.test(text) && Number(text) <= LARGEST ? Number(text) : undefined;
}

function range(text: string | undefined): Link['selection'] {
  const [, start = '', length = ''] = /^0x([0-9a-f]+)\+(\d+)$/i.exec(text ?? '') ?? [];
  const selection = { start: Number.parseInt(start, 16), length: Number(length) };
  return start !== '' && selection.start + selection.length <= LARGEST ? selection : undefined;
}

function camera(text: string | undefined): Camera | undefined {
  const [x, y, z, a, b, c, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  const all = [x, y, z, a, b, c].every(Number.isFinite) && more.length === 0;
  return all ? ([x, y, z, a, b, c] as unknown as Camera) : undefined;
}

/** A thousandth of a part is nothing that one could see. */
function shortened(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** An entry only where there is a value. */
function present<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: V });
}
