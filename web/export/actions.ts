/** Copies of the selection and exports of the active file, with a cancellable progress line. */
import type { ParsedFile } from '@lithoscope/core';
import { activeFile, withContent } from '../document/state.ts';
import { counted } from '../explain/describe.ts';
import {
  fieldLines,
  STRIDE,
  type TemplateProgram,
  templateFor,
  whyNoTemplate,
} from '../explain/field-lines.ts';
import { baseName } from '../lib/file-names.ts';
import { formatOffset } from '../lib/hex.ts';
import { reasonOf } from '../store/core.ts';
import { announcement, dismissNotice, notice, notify } from '../store/notices.ts';
import { copyText, saveBlob } from '../ui/clipboard.ts';
import { button, el, fileText, visible } from '../ui/dom.ts';
import { addNotice } from '../ui/notice.ts';
import { type CopyFormat, formatSelection } from './formats.ts';
import '../opening/remote/fetch.css';

/** Bytes of one part of a large export. */
const PART_SIZE = 16 << 20;

/** Completes `Copied 12 bytes at 0x1A4 …`. */
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
    const note = result.omitted ? ` Omitted: ${counted(result.omitted, 'partly selected field')}.` : '';
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

/** Saves the template for the file's format in another program. */
export async function exportTemplate(program: TemplateProgram): Promise<void> {
  const file = activeFile.value;
  if (!file) return;
  const name = templateFor(file.parsed, program);
  if (!name) {
    fail(`${file.name}: ${whyNoTemplate(file.parsed)}.`);
    return;
  }
  const blob = await guarded(async () => {
    const response = await fetch(`templates/${name}`).catch(() => null);
    if (!response?.ok) throw new Error(`${name} could not be loaded. Check the connection and try again.`);
    return response.blob();
  });
  if (blob) save(name, () => saveBlob(name, blob));
}

/** Interval at which a long export yields to drawing and input, ms. */
const YIELD_EVERY = 50;

/** Delay before the progress of an export is shown, ms. */
const SHOW_DELAY_MS = 300;

/** The last error shown; the next success dismisses it. */
let lastError: string | null = null;

export function fail(message: string): void {
  lastError = message;
  notify(message);
}

export function succeed(message: string): void {
  if (notice.value?.text === lastError) dismissNotice();
  announcement.value = message;
}

/** Saves parts as one file, with a cancellable progress line. @param count number of parts */
export async function saveParts(
  name: string,
  type: string,
  count: number,
  parts: AsyncIterable<BlobPart>,
): Promise<void> {
  const abort = new AbortController();
  const line = writingLine(name, () => abort.abort());
  const done: Blob[] = [];
  let yielded = performance.now();
  const complete = await guarded(async () => {
    for await (const part of parts) {
      if (abort.signal.aborted) return false;
      // Browsers keep Blobs outside the page's memory.
      done.push(new Blob([part]));
      line.show(done.length / count);
      if (performance.now() - yielded < YIELD_EVERY) continue;
      await new Promise((resolve) => setTimeout(resolve));
      yielded = performance.now();
    }
    return true;
  });
  line.remove();
  if (complete) save(name, () => saveBlob(name, new Blob(done, { type })));
  else if (complete === false) announcement.value = `${name} was not saved.`;
}

interface WritingLine {
  /** @param done share, 0 to 1 */
  show(done: number): void;
  remove(): void;
}

/** A progress line of the file being written. @param cancel called by its button */
function writingLine(name: string, cancel: () => void): WritingLine {
  const label = `Writing ${visible(name)}`;
  const bar = el('progress', { 'aria-label': label, max: 1, value: 0 });
  const amount = el('span', { class: 'fetch-amount' });
  const row = el(
    'div',
    { class: 'fetch-rows fetch-row' },
    el('span', { class: 'fetch-name' }, 'Writing ', fileText(name)),
    bar,
    amount,
    button('Cancel', cancel, { class: 'button-small', 'aria-label': `Cancel writing ${visible(name)}` }),
  );
  const box = el('div', { class: 'fetch', role: 'region', 'aria-label': 'Writing' }, row);
  const timer = setTimeout(() => {
    addNotice(box);
    announcement.value = `Writing ${name}…`;
  }, SHOW_DELAY_MS);
  return {
    show: (done) => {
      bar.value = done;
      amount.textContent = `${Math.round(done * 100)} %`;
    },
    remove: () => {
      clearTimeout(timer);
      box.remove();
    },
  };
}

export function save(name: string, run: () => void): void {
  run();
  succeed(`Saved ${name}.`);
}

/** Runs and shows the message of an error: reading a partially loaded file and fetching a template can fail. */
export async function guarded<Result>(run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    fail(reasonOf(error));
    return null;
  }
}
