/** JSON with f32 numbers as short as they can be. */
import { formatF32 } from './values.ts';

/** A number as JSON: −0 stays, integers are exact, others are f32, NaN and infinities strings. */
export function jsonNumber(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`;
  return Number.isInteger(value) && !Object.is(value, -0) ? String(value) : formatF32(value);
}

/** Text as JSON; the control characters that JSON leaves as they are could steer a terminal as well. */
export function jsonString(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\x9f]/g, (character) => {
    return `\\u00${character.charCodeAt(0).toString(16)}`;
  });
}

/** Whether a list or object holds only scalars and so reads well in one line. */
function isFlat(value: object): boolean {
  return Object.values(value).every((item) => typeof item !== 'object' || item === null);
}

/**
 * Plain data as JSON; entries that are undefined are left out.
 * @param indent spaces before the line this value begins in; null writes all in one line
 */
export function toJson(value: unknown, indent: number | null = null): string {
  if (typeof value === 'number') return jsonNumber(value);
  if (typeof value === 'string') return jsonString(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = indent === null || isFlat(value) ? null : indent + 2;
  const parts = Array.isArray(value)
    ? value.map((item) => toJson(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${jsonString(key)}:${inner === null ? '' : ' '}${toJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (inner === null) return `${open}${parts.join(',')}${close}`;
  const newLine = `\n${' '.repeat(inner)}`;
  return `${open}${newLine}${parts.join(`,${newLine}`)}\n${' '.repeat(inner - 2)}${close}`;
}
