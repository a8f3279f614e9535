/** How browser tests and benchmarks start Debian's Chromium. */

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Software WebGL, so that results do not depend on a graphics card; no sandbox, which root cannot have. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
];
