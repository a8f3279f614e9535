/** Fields by their paths as one value: structs become objects, arrays lists. No DOM. */

/** A value as JSON knows it. */
export type Nested = number | string | Holder;
type Holder = Nested[] | { [name: string]: Nested };

/** What a path is made of: `.Name` or `Name`, and `[12]`. */
const STEP = /\[(\d+)\]|\.?([^.[]+)/g;

/**
 * @param fields paths below what is built, `[0].X`; '' is the value itself
 * @example nested([['[0].X', 1], ['[0].Y', 2]]) // [{ X: 1, Y: 2 }]
 */
export function nested(fields: readonly (readonly [path: string, value: number | string])[]): Nested {
  const root: { value?: Nested } = {};
  for (const [path, value] of fields) put(root, stepsOf(path), value);
  return root.value ?? {};
}

/** Names and indices, in order. */
function stepsOf(path: string): (string | number)[] {
  return Array.from(path.matchAll(STEP), ([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

function put(root: { value?: Nested }, steps: readonly (string | number)[], value: number | string): void {
  let [holder, key]: [object, string | number] = [root, 'value'];
  for (const step of steps) {
    // Its own only: a name could be that of something every object has.
    const known: Holder | undefined = Object.getOwnPropertyDescriptor(holder, key)?.value;
    const inner: Holder = known ?? (typeof step === 'number' ? [] : {});
    define(holder, key, inner);
    [holder, key] = [inner, step];
  }
  define(holder, key, value);
}

/** Not by assignment: a name could be `__proto__`. */
function define(holder: object, key: string | number, value: Nested): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
