/** docs/interop.md: the measured part is made anew, the words around it are kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asMarkdown } from '../bench/table.mjs';
import { root } from '../lib/process.mjs';
import { modelTable, sizeOf } from './report.mjs';

const PAGE = join(root, 'docs/interop.md');
const BEGIN = '<!-- measured: npm run interop -- --write -->';
const END = '<!-- end of measured -->';

/**
 * @param {import('./report.mjs').Results} results
 * @param {import('./report.mjs').Compared[]} models
 * @param {import('./round-trip.mjs').Trip[]} trips
 */
export function writeDocument(results, models, trips) {
  const text = readFileSync(PAGE, 'utf8');
  const before = text.slice(0, text.indexOf(BEGIN));
  const after = text.slice(text.indexOf(END) + END.length);
  const [first] = trips;
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    BEGIN,
    '',
    `${date}, Blender ${results.blender}, its glTF importer ${results.importer}: ${models.length} models, ${sizeOf(models)}.`,
    '',
    asMarkdown(modelTable(models)),
    '## From Blender back',
    '',
    'Exported again with *Custom Properties* and *Include All Bone Influences* on, *Always Sample Animations* off. Left of what was there, and how far vertices, joints and sockets are off at keys, units, when it is imported again:',
    '',
    asMarkdown({
      head: ['model', ...Object.keys(first?.left ?? {})],
      rows: trips.map(({ name, left }) => [name, ...Object.values(left)]),
    }),
    END,
  ].join('\n');
  writeFileSync(PAGE, before + section + after);
}
