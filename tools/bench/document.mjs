/** docs/performance.md and its plot: the measured parts are made anew, the words around them are kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../chromium.mjs';
import { outputOf, root } from '../lib/process.mjs';
import { asMarkdown, summaryOf, tablesOf } from './table.mjs';

const PAGE = join(root, 'docs/performance.md');
const PLOT = join(root, 'docs/performance.svg');

/** @param {string} program @param {string[]} [args] */
const firstLine = (program, args = ['--version']) =>
  outputOf(program, args)?.split('\n')[0]?.trim() ?? program;

/** Where and of what it was measured. */
function machine() {
  const [first] = cpus();
  const commit = firstLine('git', ['rev-parse', '--short', 'HEAD']);
  const changes = outputOf('git', ['status', '--porcelain'])?.trim() ? ' with changes' : '';
  return [
    `${first?.model.trim()}, ${cpus().length} processors`,
    `Node ${process.versions.node}`,
    firstLine('g++'),
    firstLine('emcc'),
    firstLine(chromiumPath),
    `commit ${commit}${changes}`,
    new Date().toISOString().slice(0, 10),
  ].join('; ');
}

/** Writes all that was measured in one run. @param {Record<string, import('./table.mjs').Report>} reports by part */
export function writeDocument(reports) {
  let text = readFileSync(PAGE, 'utf8');
  text = replaced(text, 'summary', [`${machine()}.`, '', ...summaryOf(Object.values(reports))]);
  for (const [name, report] of Object.entries(reports)) {
    text = replaced(text, name, [tablesOf(report).map(asMarkdown).join('\n').trimEnd()]);
  }
  writeFileSync(PAGE, text);
  for (const { plot } of Object.values(reports)) if (plot) writeFileSync(PLOT, plot);
}

/** Puts lines between the two marks of a part. @param {string} text @param {string} name @param {string[]} lines */
function replaced(text, name, lines) {
  const [begin, end] = [`<!-- measured: ${name} -->`, `<!-- end of measured: ${name} -->`];
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`${PAGE} has no marks of "${name}".`);
  return text.slice(0, start) + [begin, '', ...lines, '', ''].join('\n') + text.slice(stop);
}
