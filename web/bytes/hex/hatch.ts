/** Patterns behind bytes that nobody can name: each kind has its own, so that no colour is needed to tell them. */

export type HatchKind = 'opaque' | 'unreferenced' | 'unparsed';

/** Side of the repeated square, CSS px. */
const SIDE = 6;

const patterns = new Map<string, CanvasPattern>();

/** Opaque bytes are slanted up, those behind a fault crossed, unreferenced ones dotted. */
export function hatch(
  context: CanvasRenderingContext2D,
  kind: HatchKind,
  colour: string,
): CanvasPattern | string {
  const ratio = window.devicePixelRatio || 1;
  const key = `${kind} ${colour} ${ratio}`;
  const known = patterns.get(key);
  if (known) return known;
  const square = document.createElement('canvas');
  square.width = square.height = Math.round(SIDE * ratio);
  const brush = square.getContext('2d');
  if (!brush) return colour;
  brush.scale(square.width / SIDE, square.width / SIDE);
  brush.strokeStyle = brush.fillStyle = colour;
  draw(brush, kind);
  const pattern = context.createPattern(square, 'repeat');
  if (!pattern) return colour;
  pattern.setTransform(new DOMMatrix().scale(SIDE / square.width));
  patterns.set(key, pattern);
  return pattern;
}

function draw(brush: CanvasRenderingContext2D, kind: HatchKind): void {
  if (kind === 'unreferenced') {
    brush.fillRect(1, 1, 1.5, 1.5);
    brush.fillRect(4, 4, 1.5, 1.5);
    return;
  }
  brush.beginPath();
  // Past the corners too, where the neighbouring squares go on.
  for (const shift of [-SIDE, 0, SIDE]) {
    brush.moveTo(shift - 1, SIDE + 1);
    brush.lineTo(shift + SIDE + 1, -1);
    if (kind === 'opaque') continue;
    brush.moveTo(shift - 1, -1);
    brush.lineTo(shift + SIDE + 1, SIDE + 1);
  }
  brush.stroke();
}
