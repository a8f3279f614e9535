/** docs/interop.md: the measured part is made anew, the words around it are kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asMarkdown } from '../bench/table.mjs';
import { root } from '../lib/process.mjs';
import { madeTable, modelTable, objTable, sizeOf, wayBackTable } from './report.mjs';

const PAGE = join(root, 'docs/interop.md');
const BEGIN = '<!-- measured: npm run interop -- --write -->';
const END = '<!-- end of measured -->';

/**
 * @param {import('./report.mjs').Results} results
 * @param {import('./report.mjs').Compared[]} models
 * @param {import('./round-trip.mjs').Trip[]} trips
 * @param {import('../../tests/interop/way-back.ts').WayBack[]} back
 * @param {import('../../tests/interop/made.ts').MadeHere[]} made
 * @param {import('./report.mjs').ObjResult[]} objs
 */
export function writeDocument(results, models, trips, back, made, objs) {
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
    '## Back into the game',
    '',
    'What Blender saved, imported here ([import.md](import.md)): first untouched, by what its export kept of the file, and into the original; then with a vertex moved, a key turned by 7° and a bone renamed in Blender. *Leaves that differ* are no others than those of these changes: at the moved vertex places in each weight and normals of the faces around it. After them, how far vertices are at the changed key from where Blender has them.',
    '',
    asMarkdown(wayBackTable(back)),
    '## Made in Blender',
    '',
    'An armature, a mesh with two bones a vertex and a shape key, two actions with pose markers, saved as Blender does it by default: how far vertices of the model are from where Blender has them, at all 25 frames.',
    '',
    asMarkdown(madeTable(made)),
    '## OBJ',
    '',
    'The models with skins in the middle of their first animation, written as OBJ ([export.md](export.md#obj)) and imported by Blender: every corner of every triangle, and the size of the picture of each material, against the evaluator.',
    '',
    asMarkdown(objTable(objs)),
    END,
  ].join('\n');
  writeFileSync(PAGE, before + section + after);
}
