/** How browser tests and benchmarks start Debian's Chromium. */

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** No sandbox, which root cannot have; and nothing is fetched that the page did not ask for. */
const ALWAYS = ['--no-sandbox', '--disable-background-networking'];

/**
 * Software WebGL, so that results do not depend on a graphics card. The page itself is composed by the emulated card too,
 * as a real card composes it: what a page draws with WebGL is not read back. Each screenshot takes half a second.
 */
export const CHROMIUM_ARGS_COMPOSING = [...ALWAYS, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** The same, and the page is composed without the emulated card: screenshots are fast. */
export const CHROMIUM_ARGS = [...CHROMIUM_ARGS_COMPOSING, '--disable-gpu-compositing'];

/** A browser that gives no WebGL: the page then spares the time that drawing the model takes. */
export const CHROMIUM_ARGS_WITHOUT_WEBGL = [...ALWAYS, '--disable-3d-apis', '--disable-gpu'];
