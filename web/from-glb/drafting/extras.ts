/** Values of extras and of JSON, as what they ought to be; null for anything else. */

type Extras = Readonly<Record<string, unknown>>;

export function numberIn(extras: Extras, key: string): number | null {
  const value = extras[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function textIn(extras: Extras, key: string): string | null {
  const value = extras[key];
  return typeof value === 'string' ? value : null;
}

/** An empty one for anything else. */
export function recordIn(extras: Extras, key: string): Extras {
  const value = extras[key];
  return isRecord(value) ? value : {};
}

/** Those that are no records are empty ones: places count. None for anything else. */
export function recordsIn(extras: Extras, key: string): Extras[] {
  return listIn(extras, key).map((value) => (isRecord(value) ? value : {}));
}

/** Those that are no numbers are 0: places count. None for anything else. */
export function numbersIn(extras: Extras, key: string): number[] {
  return listIn(extras, key).map((value) =>
    typeof value === 'number' && Number.isFinite(value) ? value : 0,
  );
}

export function listIn(extras: Extras, key: string): readonly unknown[] {
  const value = extras[key];
  return Array.isArray(value) ? value : [];
}

/** Three finite numbers. */
export function vectorIn(extras: Extras, key: string): [number, number, number] | null {
  const [x, y, z, more] = listIn(extras, key);
  const isVector = [x, y, z].every((value) => typeof value === 'number' && Number.isFinite(value));
  return isVector && more === undefined ? [x as number, y as number, z as number] : null;
}

function isRecord(value: unknown): value is Extras {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
