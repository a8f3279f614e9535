/** CSV exports: a list of the file, the keys of an animation, the problems. */

import type { AbcFile, Track } from '@lithoscope/core';
import { safePath } from '../archive/paths.ts';
import { clipModel } from '../document/animation-clips.ts';
import type { OpenFile } from '../document/open-file.ts';
import { selectedChain, selectedElement } from '../document/selection.ts';
import { activeFile, withContent } from '../document/state.ts';
import { REPORT_COLUMNS, reportRows } from '../explain/report.ts';
import { shortestF32 } from '../explain/values.ts';
import { BYTE_ORDER_MARK, type CellValue, CSV_TYPE, csvLine } from '../lib/csv.ts';
import { modelName } from '../lib/file-names.ts';
import { arrayFor } from '../structure/table/bar.ts';
import { tableLayout } from '../structure/table/columns.ts';
import type { ShownTable } from '../structure/table/commands.ts';
import { activeTable } from '../structure/table/commands.ts';
import { TableRows } from '../structure/table/rows.ts';
import { csvParts } from '../structure/table/text.ts';
import { isChosen } from '../ui/layout.ts';
import { fail, saveParts } from './actions.ts';

/** Characters of each part of a file name. */
const MAX_NAME = 80;

/** Saves the visible table in its order, else the list around the selection. */
export async function saveTable(): Promise<void> {
  const file = activeFile.peek();
  if (!file) return;
  const table = tableOf(file);
  if (!table) {
    fail('There is no table: select an element of a list, or show a list as a table.');
    return;
  }
  const { rows, order } = table;
  const { count, parts } = csvParts(rows, order);
  await saveCsv(file, [rows.layout.path], count, parts);
}

function tableOf(file: OpenFile): ShownTable | null {
  const shown = activeTable();
  const selection = file.selection.peek();
  const isSeen = isChosen('table');
  const path =
    isSeen || !selection ? '' : arrayFor(selectedChain(file, selection), shown?.rows.layout.path ?? '');
  if (shown && (path === '' || path === shown.rows.layout.path)) return shown;
  const layout = path === '' ? null : tableLayout(file.parsed, path);
  return layout && { rows: new TableRows(file.parsed, layout), order: null };
}

/** Saves the keys of the chosen animation: of the selected node, or of all. */
export async function saveKeys(ofAll: boolean): Promise<void> {
  const file = activeFile.peek();
  const clip = file?.playback.clip.peek();
  const source = file && clip && clip.animation >= 0 ? clipModel(file, clip) : null;
  if (!file || !clip || !source) {
    fail('Choose an animation first: its keys will be saved.');
    return;
  }
  const { nodes } = file.info;
  const { node: selected = -1 } = selectedElement(file);
  if (!ofAll && !nodes[selected]) {
    fail('Select a node first, in the view or the outline: its keys will be saved.');
    return;
  }
  const wanted = ofAll ? nodes.map((_, node) => node) : [selected];
  const names = nodes.map(({ name }) => name);
  const animation = source.info.animations[clip.animation]?.name ?? '';
  const parts = keyParts(source, clip.animation, names, wanted);
  const node = ofAll ? [] : [names[selected] ?? ''];
  // The animation may come from another file.
  await withContent(source, () => saveCsv(file, [animation, ...node], wanted.length + 1, following(parts)));
}

async function* following(parts: Iterable<string>): AsyncGenerator<string> {
  yield* parts;
}

/** Saves the problems of the file, including hidden kinds. */
export async function saveProblems(): Promise<void> {
  const file = activeFile.peek();
  if (!file) return;
  const rows = reportRows({ name: file.name, file: file.parsed });
  const lines = [BYTE_ORDER_MARK + csvLine(REPORT_COLUMNS), ...rows.map(csvLine)];
  await saveCsv(file, ['problems'], 1, following([lines.join('')]));
}

/** @param of parts of the file name after the model's */
async function saveCsv(
  file: OpenFile,
  of: readonly string[],
  count: number,
  parts: AsyncIterable<string>,
): Promise<void> {
  const words = [modelName(file.name), ...of].map((name) => name.slice(0, MAX_NAME).replace(/[\\/]/g, '_'));
  const name = safePath(`${words.join('-')}.csv`);
  await withContent(file.parsed, () => saveParts(name, CSV_TYPE, count, parts));
}

const COLUMNS = [
  'Node',
  'Node name',
  'Key',
  'Time (ms)',
  ...['X', 'Y', 'Z'].map((axis) => `Translation.${axis}`),
  ...['X', 'Y', 'Z', 'W'].map((axis) => `Rotation.${axis}`),
] as const;

/**
 * A part per node, a line per key, with numbers as stored in the file. Nodes and keys count from 0.
 * @param source file of the animation: the model or a child model
 * @param names of the model's nodes
 * @param nodes to write; a node without keys has no lines
 */
export function* keyParts(
  source: AbcFile,
  animation: number,
  names: readonly string[],
  nodes: readonly number[],
): Generator<string> {
  const { times } = source.keyframes(animation);
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for (const node of nodes) {
    const track = source.track(animation, node);
    const lines = Array.from(track ? times : [], (time, key) =>
      csvLine([node, names[node] ?? '', key, time, ...keyOf(track, key)]),
    );
    yield lines.join('');
  }
}

function keyOf(track: Track | null, key: number): CellValue[] {
  if (!track) return [];
  const { translations, rotations } = track;
  const numbers = [
    ...translations.subarray(3 * key, 3 * key + 3),
    ...rotations.subarray(4 * key, 4 * key + 4),
  ];
  return numbers.map(shortestF32);
}
