/** What the commands for copying and exporting do with the active file. */

import type { ParsedFile } from '@lithoscope/core';
import { counted } from '../explain/describe.ts';
import { fieldLines, STRIDE } from '../explain/field-lines.ts';
import { baseName } from '../explain/file-names.ts';
import { formatOffset } from '../explain/hex.ts';
import { type TemplateProgram, templateFor } from '../explain/templates.ts';
import { announcement, dismissNotice, notice, notify } from '../store/notices.ts';
import { activeFile } from '../store/state.ts';
import { copyText, saveBlob } from '../ui/clipboard.ts';
import { type CopyFormat, copied } from './formats.ts';
import { writingLine } from './progress.ts';

/** The page is drawn and heard at least this often while something long is made, ms. */
const PATIENCE = 50;

/** Bytes that a part of a large export takes at once. */
const PART = 16 << 20;

const NAMES: Readonly<Record<CopyFormat, string>> = {
  hex: 'as hex',
  c: 'as a C array',
  json: 'as JSON',
  base64: 'as Base64',
  value: 'as a value',
  path: '',
};

/** What was refused last: it need not stand there when the next attempt succeeds. */
let refusal: string | null = null;

function refuse(sentence: string): void {
  refusal = sentence;
  notify(sentence);
}

function succeed(sentence: string): void {
  if (notice.value?.text === refusal) dismissNotice();
  announcement.value = sentence;
}

/** Copies the selection, and says so, or why not. */
export async function copySelection(format: CopyFormat): Promise<void> {
  const file = activeFile.value;
  const selection = file?.selection.value;
  if (!file || !selection) return;
  const result = await guarded(() => copied(format, file.parsed, baseName(file.name), selection));
  if (!result) return;
  if (result.refusal !== undefined) {
    refuse(result.refusal);
    return;
  }
  const done = await copyText(result.text);
  const what = counted(selection.end - selection.start, 'byte');
  if (!done) refuse('The browser did not allow copying.');
  else if (format === 'path') succeed(`Path copied: ${result.text}`);
  else {
    const left = result.leftOut
      ? ` Left out what is not selected whole: ${counted(result.leftOut, 'field')}.`
      : '';
    succeed(`Copied ${what} at ${formatOffset(selection.start)} ${NAMES[format]}.${left}`);
  }
}

/** Saves the selected bytes as `model.0x1A4-0x1B0.bin`. */
export async function exportBytes(): Promise<void> {
  const file = activeFile.value;
  const selection = file?.selection.value;
  if (!file || !selection) return;
  const { start, end } = selection;
  const name = `${baseName(file.name)}.${formatOffset(start)}-${formatOffset(end)}.bin`;
  const count = Math.ceil((end - start) / PART);
  await saveParts(name, 'application/octet-stream', count, bytesBetween(file.parsed, start, end));
}

async function* bytesBetween(parsed: ParsedFile, start: number, end: number): AsyncGenerator<BlobPart> {
  for (let at = start; at < end; at += PART) yield (await parsed.read(at, Math.min(at + PART, end))).slice();
}

/** Saves what `npx lithoscope fields` prints. */
export async function exportFields(): Promise<void> {
  const file = activeFile.value;
  if (!file) return;
  const count = Math.ceil(file.parsed.size / STRIDE);
  await saveParts(`${baseName(file.name)}.jsonl`, 'application/jsonl', count, fieldLines(file.parsed));
}

/** Saves parts as one file when the last of them is there; says how far it is, and may be called off. */
async function saveParts(
  name: string,
  type: string,
  count: number,
  parts: AsyncIterable<BlobPart>,
): Promise<void> {
  const calledOff = new AbortController();
  const line = writingLine(name, () => calledOff.abort());
  const done: Blob[] = [];
  let rested = performance.now();
  const complete = await guarded(async () => {
    for await (const part of parts) {
      if (calledOff.signal.aborted) return false;
      // The browser keeps what is in a blob outside the page's memory.
      done.push(new Blob([part]));
      line.show(done.length / count);
      if (performance.now() - rested < PATIENCE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      rested = performance.now();
    }
    return true;
  });
  line.remove();
  if (complete) save(name, () => saveBlob(name, new Blob(done, { type })));
  else if (complete === false) announcement.value = `${name} was not saved.`;
}

/** Saves the template that reads the file in another program. */
export async function exportTemplate(program: TemplateProgram): Promise<void> {
  const file = activeFile.value;
  const name = file && templateFor(file.parsed, program);
  if (!name) {
    refuse('There is no template for this file: it is neither an ABC model nor a DTX texture.');
    return;
  }
  const blob = await guarded(async () => {
    const response = await fetch(`templates/${name}`).catch(() => null);
    if (!response?.ok) throw new Error(`${name} did not load. Check the connection and try again.`);
    return response.blob();
  });
  if (blob) save(name, () => saveBlob(name, blob));
}

function save(name: string, run: () => void): void {
  run();
  succeed(`Saved ${name}.`);
}

/** Reading a partially loaded file may fail: the error then holds a sentence for the user. */
async function guarded<Result>(run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return null;
  }
}
