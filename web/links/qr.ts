/** QR codes of links, as SVG. Loaded with the first one. */
import { encode } from 'uqr';
import { formatCount } from '../explain/describe.ts';

/** White modules around the code, by which a camera finds it. */
const QUIET_ZONE = 4;

/** A QR code, black on white in any theme. @param text at most MAX_QR_BYTES */
export function qrCode(text: string): SVGSVGElement {
  // The weakest correction: a screen has no scratches, and larger squares are read from farther away.
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_ZONE });
  const rows = data.flatMap((row, y) =>
    runsOf(row).map(([from, to]) => `M${from} ${y}h${to - from}v1H${from}z`),
  );
  const svg = part('svg', {
    class: 'share-qr-code',
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'aria-label': `QR code of the link, ${formatCount(text.length)} characters`,
    'shape-rendering': 'crispEdges',
  });
  svg.append(
    part('rect', { width: size, height: size, fill: 'white' }),
    part('path', { d: rows.join(''), fill: 'black' }),
  );
  return svg;
}

/** Runs of black modules, as half-open ranges. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, x) => {
    const last = runs.at(-1);
    if (!isBlack) return;
    if (last?.[1] === x) last[1]++;
    else runs.push([x, x + 1]);
  });
  return runs;
}

function part<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
