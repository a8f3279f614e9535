/** Copying the selection and saving exports of the active file. */

import type { ParsedFile } from '@lithoscope/core';
import { activeFile, withContent } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import { fieldLines, STRIDE, type TemplateProgram, templateFor } from '../explain/field-lines.ts';
import { baseName } from '../lib/file-names.ts';
import { formatOffset } from '../lib/hex.ts';
import { copyText, saveBlob } from '../ui/clipboard.ts';
import { type CopyFormat, formatSelection } from './formats.ts';
import { fail, guarded, save, saveParts, succeed } from './saving.ts';

/** Bytes of a part of a large export. */
const PART_SIZE = 16 << 20;

/** The end of `Copied 12 bytes at 0x1A4 …`. */
const FORMAT_NAMES: Readonly<Record<CopyFormat, string>> = {
  hex: 'as hex',
  dump: 'as a hex dump',
  text: 'as text',
  python: 'as Python bytes',
  c: 'as a C array',
  json: 'as JSON',
  base64: 'as Base64',
  value: 'as a value',
  path: '',
};

/** Copies the selection of the active file. */
export async function copySelection(format: CopyFormat): Promise<void> {
  const file = activeFile.value;
  const selection = file?.selection.value;
  if (!file || !selection) return;
  const result = await guarded(() =>
    withContent(file.parsed, () => formatSelection(format, file.parsed, baseName(file.name), selection)),
  );
  if (!result) return;
  if (result.error !== undefined) {
    fail(result.error);
    return;
  }
  const done = await copyText(result.text);
  const amount = counted(selection.end - selection.start, 'byte');
  if (!done) fail('The browser did not allow copying.');
  else if (format === 'path') succeed(`Path copied: ${result.text}`);
  else {
    const note = result.omitted ? ` Left out: ${counted(result.omitted, 'partly selected field')}.` : '';
    succeed(`Copied ${amount} at ${formatOffset(selection.start)} ${FORMAT_NAMES[format]}.${note}`);
  }
}

/** Saves the selected bytes as `model.0x1A4-0x1B0.bin`. */
export async function exportBytes(): Promise<void> {
  const file = activeFile.value;
  const selection = file?.selection.value;
  if (!file || !selection) return;
  const { start, end } = selection;
  const name = `${baseName(file.name)}.${formatOffset(start)}-${formatOffset(end)}.bin`;
  const count = Math.ceil((end - start) / PART_SIZE);
  const parts = bytesBetween(file.parsed, start, end);
  await withContent(file.parsed, () => saveParts(name, 'application/octet-stream', count, parts));
}

async function* bytesBetween(parsed: ParsedFile, start: number, end: number): AsyncGenerator<BlobPart> {
  for (let at = start; at < end; at += PART_SIZE)
    yield (await parsed.read(at, Math.min(at + PART_SIZE, end))).slice();
}

/** Saves the output of `npx lithoscope fields`. */
export async function exportFields(): Promise<void> {
  const file = activeFile.value;
  if (!file) return;
  const count = Math.ceil(file.parsed.size / STRIDE);
  const parts = fieldLines(file.parsed);
  await withContent(file.parsed, () =>
    saveParts(`${baseName(file.name)}.jsonl`, 'application/jsonl', count, parts),
  );
}

/** Saves the template that reads the file in another program. */
export async function exportTemplate(program: TemplateProgram): Promise<void> {
  const file = activeFile.value;
  const name = file && templateFor(file.parsed, program);
  if (!name) {
    fail('There is no template for this file: it is neither an ABC model nor a DTX texture.');
    return;
  }
  const blob = await guarded(async () => {
    const response = await fetch(`templates/${name}`).catch(() => null);
    if (!response?.ok) throw new Error(`${name} did not load. Check the connection and try again.`);
    return response.blob();
  });
  if (blob) save(name, () => saveBlob(name, blob));
}
