/** Starts the page, or says which abilities the browser lacks; with `?embed` the viewer alone, a script of its own. */
import './styles/tokens.css';
import './styles/base.css';
import './styles/access.css';
import './styles/shell.css';
import { mountStart } from './app/start.ts';
import { pageAddress } from './ui/environment.ts';
import { page } from './ui/scope.ts';

/** The smallest module that catches an exception. */
const CATCHES = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x08, 0x01, 0x06, 0x00, 0x06, 0x40, 0x19, 0x0b, 0x0b],
);

/**
 * Required abilities that this browser lacks. Checked before anything else runs: otherwise the page would do nothing.
 */
function missingAbilities(): string[] {
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

/** Replaces the page with the list of missing abilities. */
function mountTooOld(host: HTMLElement, missing: readonly string[]): void {
  const line = (tag: string, text: string) =>
    Object.assign(document.createElement(tag), { textContent: text });
  const box = Object.assign(document.createElement('div'), { className: 'unstarted' });
  box.setAttribute('role', 'alert');
  box.append(
    line('h1', 'This browser is too old for Lithoscope'),
    line('p', `It lacks: ${missing.join(', ')}.`),
    line(
      'p',
      'Lithoscope needs Chrome or Edge 123, Firefox 125, Safari 17.5, or a later version. Please update your browser.',
    ),
  );
  host.replaceChildren(box);
}

if (new URLSearchParams(location.search).has('embed')) {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = new URL(import.meta.env.DEV ? './embed/frame.ts' : './embed/frame.js', pageAddress()).href;
  document.head.append(script);
} else {
  const host = document.getElementById('app') ?? document.body;
  const missing = missingAbilities();
  if (missing.length > 0) mountTooOld(host, missing);
  else page.run(() => mountStart(host));
}
