/** What the page cannot do without, asked before anything else runs: else a browser without it shows a page that does nothing. */

/** A module with a function that catches: as much as is asked of WebAssembly. */
const CATCHES = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x08, 0x01, 0x06, 0x00, 0x06, 0x40, 0x19, 0x0b, 0x0b],
);

/** What of it this browser has not, in words. */
export function missingAbilities(): string[] {
  const abilities = {
    WebAssembly: globalThis.WebAssembly?.validate !== undefined,
    'exceptions in WebAssembly': globalThis.WebAssembly?.validate?.(CATCHES) ?? false,
    popovers: 'popover' in HTMLElement.prototype,
    'colours by theme in CSS': CSS.supports('color', 'light-dark(#000, #fff)'),
  };
  return Object.entries(abilities)
    .filter(([, isThere]) => !isThere)
    .map(([name]) => name);
}

/** Says in the page what the browser is missing. @param host what is there is replaced */
export function mountTooOld(host: HTMLElement, missing: readonly string[]): void {
  const line = (tag: string, text: string) =>
    Object.assign(document.createElement(tag), { textContent: text });
  const box = Object.assign(document.createElement('div'), { className: 'unstarted' });
  box.setAttribute('role', 'alert');
  box.append(
    line('h1', 'This browser is too old for Lithoscope'),
    line('p', `It does not have: ${missing.join(', ')}.`),
    line(
      'p',
      'Chrome and Edge from 123, Firefox from 125 and Safari from 17.5 have it. Please update the browser.',
    ),
  );
  host.replaceChildren(box);
}
