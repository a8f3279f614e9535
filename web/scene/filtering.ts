/** How textures are filtered, where a driver cannot do what it offers. */

import type { WebGLRenderer } from 'three';

/** What tells of Mesa's software driver in a renderer's name: “llvmpipe (LLVM 15.0.6, 256 bits)”, also within ANGLE's. */
const MESA_SOFTWARE = /llvmpipe/i;

/** What WebKit says of every driver; on the systems of Apple it is true. */
const HIDDEN = 'Apple GPU';
const APPLE = /^(Mac|iP)/;

/**
 * Takes anisotropic filtering from a renderer whose driver does not get on with it: Mesa's software driver (22.3) loops
 * over texels for seconds, then for minutes, on a few triangles, and the browser stands still. WebKit on Linux does not
 * tell the driver: there it is taken for that one.
 * @param platform of the browser, `Linux x86_64`
 */
export function tameFiltering(
  renderer: Pick<WebGLRenderer, 'getContext' | 'capabilities' | 'domElement'>,
  platform: string = navigator.platform,
): void {
  const name = driverName(renderer.getContext());
  if (!MESA_SOFTWARE.test(name) && (name !== HIDDEN || APPLE.test(platform))) return;
  const tame = () => {
    renderer.capabilities.getMaxAnisotropy = () => 1;
  };
  tame();
  // three asks anew what the driver can; its own listener came first.
  renderer.domElement.addEventListener('webglcontextrestored', tame);
}

/** Firefox tells it at once, and warns of the extension; Chromium tells it only by the extension. */
function driverName(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER));
  if (name !== 'WebKit WebGL') return name;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : name;
}
