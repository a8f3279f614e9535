/** A comparison of two folders or archives, to be read: as text, as a table, as a page. */
import { counted, formatCount } from '../explain/describe.ts';
import { toJson } from '../explain/json.ts';
import { printable } from '../explain/report.ts';
import { BYTE_ORDER_MARK, csvLine } from '../lib/csv.ts';
import { htmlText } from '../lib/html.ts';
import type { ContentsComparison, ContentsEntry } from './compare-contents.ts';

/** `1 added, 0 removed, 2 moved, 1 changed, 5 same.` */
export function contentsCounts({ counts }: ContentsComparison): string {
  const sums = Object.entries(counts).map(([kind, count]) => `${formatCount(count)} ${kind}`);
  return `${sums.join(', ')}.`;
}

/** What changed in a file, as a sentence: `2 differences in Nodes, 1 in Header.` */
export function changeSentence({ kind, left, right, sizes, sections }: ContentsEntry): string {
  if (kind === 'moved') return `Moved from ${left} to ${right}.`;
  const [before, after] = sizes;
  if (kind !== 'changed') return `${counted(before ?? after ?? 0, 'byte')}.`;
  const size =
    before === after
      ? `${counted(before ?? 0, 'byte')} as before.`
      : `${formatCount(before ?? 0)} → ${counted(after ?? 0, 'byte')}.`;
  if (!sections) return size;
  const list = Object.entries(sections).sort(([, a], [, b]) => b - a);
  if (list.length === 0) return `Same values, stored differently. ${size}`;
  const parts = list.map(([name, count], i) =>
    i === 0 ? `${counted(count, 'difference')} in ${name}` : `${formatCount(count)} in ${name}`,
  );
  return `${parts.join(', ')}. ${size}`;
}

/** A line for each difference, and the counts. @param bold styles the first word of a line */
export function contentsText(comparison: ContentsComparison, bold = (words: string) => words): string {
  const lines = comparison.files.map((entry) => lineOf(entry, bold));
  return [...lines, contentsCounts(comparison), ''].join('\n');
}

/** `changed  MODELS/HERO.ABC: 1,000 → 1,200 bytes; Header 1, Nodes 2` */
function lineOf(
  { kind, left, right, sizes, sections }: ContentsEntry,
  bold: (words: string) => string,
): string {
  const word = bold(kind.padEnd('removed'.length));
  if (kind === 'moved') return `${word}  ${printable(left ?? '')} → ${printable(right ?? '')}`;
  const path = printable(left ?? right ?? '');
  const [before, after] = sizes;
  if (kind !== 'changed') return `${word}  ${path}: ${counted(before ?? after ?? 0, 'byte')}`;
  const size =
    before === after
      ? counted(before ?? 0, 'byte')
      : `${formatCount(before ?? 0)} → ${counted(after ?? 0, 'byte')}`;
  const list = Object.entries(sections ?? {}).map(
    ([name, count]) => `${printable(name)} ${formatCount(count)}`,
  );
  return `${word}  ${path}: ${[size, list.join(', ')].filter(Boolean).join('; ')}`;
}

/** One JSON object. */
export const contentsJson = (comparison: ContentsComparison): string => `${toJson(comparison, 0)}\n`;

const COLUMNS = ['Change', 'Path', 'Path after', 'Bytes', 'Bytes after', 'What changed'];

/** A table with a row for each difference. */
export function contentsCsv({ files }: ContentsComparison): string {
  const rows = files.map((entry) => {
    const { kind, left, right, sizes } = entry;
    return csvLine([kind, left, right, ...sizes, changeSentence(entry)]);
  });
  return [BYTE_ORDER_MARK, csvLine(COLUMNS), ...rows].join('');
}

/** A page of its own, without scripts. */
export function contentsHtml(comparison: ContentsComparison): string {
  const { left, right, files } = comparison;
  const title = htmlText(`${left} and ${right}`);
  const cell = (text: string | number | null) =>
    typeof text === 'number'
      ? `<td class="n">${formatCount(text)}</td>`
      : `<td>${htmlText(printable(text ?? ''))}</td>`;
  const rows = files.map((entry) => {
    const cells = [entry.kind, entry.left, entry.right, ...entry.sizes, changeSentence(entry)].map(cell);
    return `<tr class="${entry.kind}">${cells.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { margin: 2em; font: 15px/1.4 system-ui, sans-serif; color-scheme: light dark; }
table { border-collapse: collapse; }
th, td { padding: 4px 10px; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; }
.added td:first-child { color: #2a8a4a; }
.removed td:first-child { color: #c0392b; }
.changed td:first-child { color: #b7791f; }
</style>
<h1>${title}</h1>
<p>${htmlText(contentsCounts(comparison))}</p>
<table>
<thead><tr>${COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`;
}
