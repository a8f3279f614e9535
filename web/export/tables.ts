/** Saving tables as CSV: a list of the file, the keys of an animation, the problems. */
import { safePath } from '../archive/paths.ts';
import { clipModel } from '../document/animation-clips.ts';
import type { OpenFile } from '../document/open-file.ts';
import { selectedChain, selectedElement } from '../document/selection.ts';
import { activeFile, withContent } from '../document/state.ts';
import { REPORT_COLUMNS, reportRows } from '../explain/report-table.ts';
import { BYTE_ORDER_MARK, CSV_TYPE, csvLine } from '../lib/csv.ts';
import { modelName } from '../lib/file-names.ts';
import { arrayFor } from '../structure/table/arrays.ts';
import { tableLayout } from '../structure/table/columns.ts';
import { activeTable } from '../structure/table/commands.ts';
import type { ShownTable } from '../structure/table/current.ts';
import { TableRows } from '../structure/table/rows.ts';
import { csvParts } from '../structure/table/text.ts';
import { isChosen } from '../ui/layout.ts';
import { keyParts } from './key-table.ts';
import { fail, saveParts } from './saving.ts';

/** Characters of a name in a name. */
const MAX_NAME = 80;

/** Saves the table that is shown in its order, else the list around the selection. */
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
    fail('Choose an animation first: its keys are what is saved.');
    return;
  }
  const { nodes } = file.info;
  const { node: selected = -1 } = selectedElement(file);
  if (!ofAll && !nodes[selected]) {
    fail('Select a node first, in the picture or the structure: its keys are what is saved.');
    return;
  }
  const wanted = ofAll ? nodes.map((_, node) => node) : [selected];
  const names = nodes.map(({ name }) => name);
  const animation = source.info.animations[clip.animation]?.name ?? '';
  const parts = keyParts(source, clip.animation, names, wanted);
  const node = ofAll ? [] : [names[selected] ?? ''];
  // The animation may be lent by another file.
  await withContent(source, () => saveCsv(file, [animation, ...node], wanted.length + 1, following(parts)));
}

async function* following(parts: Iterable<string>): AsyncGenerator<string> {
  yield* parts;
}

/** Saves the problems of the file, those of hidden kinds too. */
export async function saveProblems(): Promise<void> {
  const file = activeFile.peek();
  if (!file) return;
  const rows = reportRows({ name: file.name, file: file.parsed });
  const lines = [BYTE_ORDER_MARK + csvLine(REPORT_COLUMNS), ...rows.map(csvLine)];
  await saveCsv(file, ['problems'], 1, following([lines.join('')]));
}

/** @param of what of the file it is, for the name */
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
