/** A line around a byte range that goes over several rows. */
import { type Box, boxes, type Frame } from './boxes.ts';

/** Strokes the outline of the visible part of a range, in the columns of the digits and of the text. */
export function outline(
  context: CanvasRenderingContext2D,
  frame: Frame,
  { start, end }: { start: number; end: number },
): void {
  const { perRow } = frame.layout;
  const firstRow = Math.floor(start / perRow);
  const lastRow = Math.floor((end - 1) / perRow);
  const firstByte = start - firstRow * perRow;
  const lastByte = end - lastRow * perRow;
  context.beginPath();
  for (const box of boxes(frame, start, end)) {
    const { y, height, row, from, to } = box;
    line(context, box, from, from, y, y + height);
    line(context, box, to, to, y, y + height);
    // Above and below only where the range's neighbouring row does not go on.
    if (row === firstRow) line(context, box, from, to, y, y);
    else if (row === firstRow + 1) line(context, box, from, Math.min(firstByte, to), y, y);
    if (row === lastRow) line(context, box, from, to, y + height, y + height);
    else if (row === lastRow - 1) line(context, box, Math.max(lastByte, from), to, y + height, y + height);
  }
  context.stroke();
}

/** A line along the edges of bytes, kept inside the box. */
function line(
  context: CanvasRenderingContext2D,
  { edge, to, x, y, width, height }: Box,
  from: number,
  until: number,
  top: number,
  bottom: number,
): void {
  // The last byte ends with the box: behind it there may be the gap between two groups.
  const across = (index: number) => (index === to ? x + width - 0.5 : edge(index) + 0.5);
  const down = (at: number) => (at === y + height ? at - 0.5 : at + 0.5);
  context.moveTo(across(from), down(top));
  context.lineTo(across(until), down(bottom));
}
