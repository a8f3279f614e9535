/**
 * From now on `globalThis.typedArrays` says how many typed arrays were made, views of others included. It names
 * nothing outside itself, so it can be sent to a page.
 * @returns {() => void} ends the count: what is counted is slower, and libraries do not take it for a typed array
 */
export function countTypedArrays() {
  const everything = /** @type {Record<string, any>} */ (globalThis);
  everything.typedArrays = 0;
  /** @type {(() => void)[]} */
  const undo = [];
  for (const size of [
    'Int8',
    'Uint8',
    'Uint8Clamped',
    'Int16',
    'Uint16',
    'Int32',
    'Uint32',
    'Float32',
    'Float64',
  ]) {
    const name = `${size}Array`;
    const type = everything[name];
    undo.push(() => {
      everything[name] = type;
    });
    everything[name] = new Proxy(type, {
      construct(original, values) {
        everything.typedArrays++;
        return Reflect.construct(original, values);
      },
    });
  }
  const methods = Object.getPrototypeOf(Float32Array.prototype);
  for (const name of ['subarray', 'slice', 'map', 'filter']) {
    const original = methods[name];
    undo.push(() => {
      methods[name] = original;
    });
    methods[name] = function (/** @type {unknown[]} */ ...values) {
      everything.typedArrays++;
      return original.apply(this, values);
    };
  }
  return () => {
    for (const step of undo) step();
  };
}
