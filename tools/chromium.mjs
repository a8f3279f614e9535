/** How browser tests and benchmarks start Debian's Chromium. */

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/**
 * Software WebGL, so that results do not depend on a graphics card; no sandbox, which root cannot have. The
 * page itself is composed without the emulated card: through it, each picture of a window costs half a second.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-gpu-compositing',
];
