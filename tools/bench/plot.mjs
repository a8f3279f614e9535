/** A small plot of time over size, as SVG that reads on light and on dark pages. */

/**
 * @typedef {object} Line
 * @property {string} label
 * @property {string} hue class of its colour: a kind of file
 * @property {boolean} dashed
 * @property {number[]} values one a size
 */

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 44;
const RIGHT = 205;
const TOP = 34;
const BOTTOM = 40;
/** Least distance between the labels of two lines. */
const LABEL = 15;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #4c5562 }
  .title { font-weight: 600; fill: #1b2028 }
  .grid { stroke: #c0c7d1; stroke-width: 1 }
  .line { fill: none; stroke-width: 2 }
  .dashed { stroke-dasharray: 5 4 }
  .keys { stroke: #a5660a } .vertices { stroke: #0b8577 }
  @media (prefers-color-scheme: dark) {
    text { fill: #a3acba }
    .title { fill: #dde2ea }
    .grid { stroke: #404857 }
    .keys { stroke: #f0a94b } .vertices { stroke: #3fc1b0 }
  }
`;

/** The next of 1, 2, 5, 10 … at or above a value. @param {number} value */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
}

/** Moves labels apart that would cover each other, keeping their order. @param {number[]} heights */
function apart(heights) {
  const order = heights.map((_, i) => i).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = [...heights];
  let previous = -Infinity;
  for (const i of order) {
    previous = Math.max(placed[i] ?? 0, previous + LABEL);
    placed[i] = previous;
  }
  return placed;
}

/**
 * @param {string} title
 * @param {string[]} sizes names of the places on the x axis
 * @param {Line[]} lines
 * @returns {string}
 */
export function plot(title, sizes, lines) {
  const top = roundUp(Math.max(...lines.flatMap(({ values }) => values)));
  const x = (/** @type {number} */ i) => LEFT + (i / (sizes.length - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const at = (/** @type {number} */ value) => value.toFixed(1);
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => {
    const height = at(y(share * top));
    return (
      `<path class="grid" d="M${LEFT} ${height}H${WIDTH - RIGHT}"/>` +
      `<text x="${LEFT - 8}" y="${height}" text-anchor="end" dominant-baseline="middle">${+(share * top).toPrecision(3)}</text>`
    );
  });
  const axis = sizes.map(
    (name, i) => `<text x="${at(x(i))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${name}</text>`,
  );
  const labels = apart(lines.map(({ values }) => y(values.at(-1) ?? 0)));
  const drawn = lines.map(({ label, hue, dashed, values }, i) => {
    const points = values.map((value, size) => `${at(x(size))} ${at(y(value))}`).join('L');
    return (
      `<path class="line ${hue}${dashed ? ' dashed' : ''}" d="M${points}"/>` +
      `<text x="${WIDTH - RIGHT + 10}" y="${at(labels[i] ?? 0)}" dominant-baseline="middle">${label}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="0" y="16">${title}</text>`,
    ...grid,
    ...axis,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}
