/** What the commands for copying and exporting do with the active file. */
import { copyText, saveBlob, saveText } from '../clipboard.ts';
import { fieldLines } from '../export/field-lines.ts';
import { TEMPLATES, type TemplateProgram } from '../export/template.ts';
import { baseName } from '../files/set.ts';
import { formatOffset } from '../hex/geometry.ts';
import { activeFile, announcement, notice } from '../state.ts';
import { counted } from '../structure/describe.ts';
import { type CopyFormat, copied } from './formats.ts';

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

/** Copies the selection, and says so, or why not. */
export async function copySelection(format: CopyFormat): Promise<void> {
  const file = activeFile.value;
  const selection = file?.selection.value;
  if (!file || !selection) return;
  const result = await guarded(() => copied(format, file.parsed, baseName(file.name), selection));
  if (!result) return;
  if (result.refusal !== undefined) {
    notice.value = result.refusal;
    return;
  }
  const done = await copyText(result.text);
  const what = counted(selection.end - selection.start, 'byte');
  if (!done) announcement.value = 'The browser did not allow copying.';
  else if (format === 'path') announcement.value = `Path copied: ${result.text}`;
  else announcement.value = `Copied ${what} at ${formatOffset(selection.start)} ${NAMES[format]}.`;
}

/** Saves the selected bytes as `model.0x1A4-0x1B0.bin`. */
export async function exportBytes(): Promise<void> {
  const file = activeFile.value;
  const selection = file?.selection.value;
  if (!file || !selection) return;
  const { start, end } = selection;
  const name = `${baseName(file.name)}.${formatOffset(start)}-${formatOffset(end)}.bin`;
  const parts: Blob[] = [];
  const read = await guarded(async () => {
    for (let at = start; at < end; at += PART) {
      const bytes = await file.parsed.read(at, Math.min(at + PART, end));
      // The browser keeps what is in a blob outside the page's memory.
      parts.push(new Blob([bytes.slice()]));
    }
    return true;
  });
  if (read) save(name, () => saveBlob(name, new Blob(parts, { type: 'application/octet-stream' })));
}

/** Saves what `npx lithoscope fields` prints. */
export async function exportFields(): Promise<void> {
  const file = activeFile.value;
  if (!file) return;
  const name = `${baseName(file.name)}.jsonl`;
  announcement.value = `Writing ${name} …`;
  const parts: string[] = [];
  let rested = performance.now();
  const read = await guarded(async () => {
    for await (const lines of fieldLines(file.parsed)) {
      parts.push(lines);
      if (performance.now() - rested < PATIENCE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      rested = performance.now();
    }
    return true;
  });
  if (read) save(name, () => saveBlob(name, new Blob(parts, { type: 'application/jsonl' })));
}

/** Saves the template of the file's version for another program. */
export function exportTemplate(program: TemplateProgram): void {
  const schema = activeFile.value?.model?.schema();
  if (!schema) {
    notice.value = 'There is no template for this file: nobody has described its version.';
    return;
  }
  const { extension, text } = TEMPLATES[program];
  const name = `abc-v${schema.version}.${extension}`;
  save(name, () => saveText(name, 'text/plain', text(schema)));
}

function save(name: string, run: () => void): void {
  run();
  announcement.value = `Saved ${name}.`;
}

/** Reading may fail when a file is read by slices: then its sentence is for the user. */
async function guarded<Result>(run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    notice.value = error instanceof Error ? error.message : String(error);
    return null;
  }
}
