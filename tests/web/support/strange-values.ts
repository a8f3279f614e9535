/** What programs without types may give in place of plain data. */

/** Values of other kinds, and those that do not fit. */
function strange(value: unknown): unknown[] {
  const others = [
    undefined,
    null,
    Number.NaN,
    -1,
    1e300,
    'x',
    '骨',
    {},
    [],
    [{}],
    [null],
    new Float64Array(3),
  ];
  if (!ArrayBuffer.isView(value))
    return Array.isArray(value) ? [...others, value.slice(1), [...value, 1]] : others;
  const list = value as Float32Array;
  const filled = [Number.NaN, 0xff_ff_ff_ff, 1e38, 0, 7].map((number) => list.slice().fill(number));
  return [
    ...others,
    ...filled,
    list.slice(1),
    list.slice(3),
    new (list.constructor as Float32ArrayConstructor)(7),
  ];
}

/** Copies of an object in which one part somewhere is another. */
export function* changed(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  for (const other of strange(value)) yield [`${path} = ${String(other).slice(0, 20)}`, other];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, part] of Object.entries(value)) {
    // The first and the second of a list stand for the others.
    if (Array.isArray(value) && Number(key) > 1) continue;
    for (const [where, other] of changed(part, `${path}.${key}`))
      yield [where, Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }];
  }
}
