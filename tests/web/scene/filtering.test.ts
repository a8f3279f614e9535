import { expect, test } from 'vitest';
import { tameFiltering } from '../../../web/scene/skin-textures.ts';

const RENDERER = 0x1f01;
const UNMASKED = 0x9246;

/** What three takes for the driver's, at first and when a context is restored. */
const abilities = () => ({ getMaxAnisotropy: () => 16 });

/** What three keeps of a context of a browser that names its driver. @param unmasked only when the extension is asked */
function rendererOf(name: string, unmasked?: string) {
  const gl = {
    RENDERER,
    getParameter: (what: number) => (what === RENDERER ? name : what === UNMASKED ? unmasked : null),
    getExtension: () => (unmasked === undefined ? null : { UNMASKED_RENDERER_WEBGL: UNMASKED }),
  };
  const renderer = { getContext: () => gl, capabilities: abilities(), domElement: new EventTarget() };
  return renderer as unknown as Parameters<typeof tameFiltering>[0];
}

test.each<[what: string, name: string, unmasked: string | undefined, expected: number, platform?: string]>([
  ['Mesa’s software driver in Firefox', 'llvmpipe, or similar', undefined, 1],
  [
    'Mesa’s software driver in Chromium',
    'WebKit WebGL',
    'ANGLE (Mesa, llvmpipe (LLVM 15.0.6 256 bits), OpenGL 4.5)',
    1,
  ],
  ['a card in Firefox', 'NVIDIA GeForce GTX 980, or similar', undefined, 16],
  ['a card in Chromium', 'WebKit WebGL', 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620, OpenGL 4.6)', 16],
  ['a browser that tells nothing', 'WebKit WebGL', undefined, 16],
  ['WebKit on Linux, which hides the driver', 'WebKit WebGL', 'Apple GPU', 1],
  ['Safari', 'WebKit WebGL', 'Apple GPU', 16, 'MacIntel'],
  ['Safari on a phone', 'WebKit WebGL', 'Apple GPU', 16, 'iPhone'],
])('%s filters with what it can', (_, name, unmasked, expected, platform = 'Linux x86_64') => {
  const renderer = rendererOf(name, unmasked);
  tameFiltering(renderer, platform);
  expect(renderer.capabilities.getMaxAnisotropy()).toBe(expected);
  Object.assign(renderer, { capabilities: abilities() });
  renderer.domElement.dispatchEvent(new Event('webglcontextrestored'));
  expect(renderer.capabilities.getMaxAnisotropy()).toBe(expected);
});
