/** What many hex views do: an element for each byte. The measure beside which the page's own is put. */

/**
 * Runs in an empty page: shows bytes and gives a function that goes to an offset.
 * @param {{ size: number, rows: number }} view
 */
export function mountNaiveHex({ size, rows }) {
  const perRow = 16;
  const block = Uint8Array.from({ length: 1 << 16 }, (_, i) => (i * 31) & 255);
  const byteAt = (/** @type {number} */ offset) => block[offset % block.length] ?? 0;
  const style = document.createElement('style');
  style.textContent =
    'body{font:12px/20px monospace;white-space:pre}.odd{background:#cdf}.even{background:#def}.text{margin-left:1ch}';
  const box = document.createElement('div');
  document.head.append(style);
  document.body.replaceChildren(box);
  /** @param {number} offset */
  const goTo = (offset) => {
    const first = Math.floor(offset / perRow);
    const lines = [];
    for (let row = first; row < Math.min(first + rows, Math.ceil(size / perRow)); row++) {
      const line = document.createElement('div');
      const start = row * perRow;
      line.append(start.toString(16).padStart(8, '0'), '  ');
      for (const text of [false, true]) {
        for (let i = start; i < Math.min(start + perRow, size); i++) {
          const cell = document.createElement('span');
          cell.className = (i >> 2) % 2 === 0 ? 'even' : 'odd';
          cell.dataset.offset = String(i);
          cell.textContent = text
            ? String.fromCharCode(byteAt(i))
            : `${byteAt(i).toString(16).padStart(2, '0')} `;
          line.append(cell);
        }
      }
      lines.push(line);
    }
    box.replaceChildren(...lines);
  };
  goTo(0);
  Object.assign(window, { goTo });
}
