/**
 * The preview: a tab whose file is replaced by the next preview, so that browsing hundreds of files opens one tab.
 */

import type { Lithoscope, ParsedFile } from '@lithoscope/core';
import { type FileSource, OpenFile } from '../document/open-file.ts';
import {
  activeId,
  addFiles,
  compared,
  files,
  keepPreview,
  previewId,
  showPreview,
} from '../document/state.ts';
import { refusal } from '../explain/describe.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import { dismissNotice } from '../store/notices.ts';
import { effect } from '../ui/scope.ts';
import { importGltf } from './gltf.ts';
import { parseFile, readSource } from './read.ts';

/** Longest time that a preview waits for the previous one, ms: the bytes of that may come from a slow place, or never. */
const PATIENCE_MS = 300;

/** Formats that have a view of their own. */
const SHOWN = ['abc', 'ltb', 'lta', 'ltc', 'dtx', 'spr'];

interface Request {
  readonly source: FileSource;
  readonly refuse: Refuse;
  /** Whether it stays open after the next preview. */
  stays: boolean;
  done: Promise<void>;
}

/** Reports a file that cannot be shown: a sentence, and the source if its bytes can be shown. */
type Refuse = (sentence: string, source: FileSource | null) => void;

let latest: Request | null = null;

/**
 * Previews a file; of several simultaneous requests, the last one wins. A file that is already open becomes active. A
 * file that cannot be shown changes nothing.
 * @param stays whether it stays open, even if another preview was requested meanwhile
 */
export function openPreview(source: FileSource, refuse: Refuse, stays = false): Promise<void> {
  if (latest && isSame(latest.source, source)) {
    latest.stays ||= stays;
    return latest.done;
  }
  const before = latest?.done ?? Promise.resolve();
  const request: Request = { source, refuse, stays, done: before };
  latest = request;
  request.done = show(request, before);
  return request.done;
}

const isSame = (a: FileSource, b: FileSource) => a === b || (a.entry !== undefined && a.entry === b.entry);
const isWanted = (request: Request) => request === latest || request.stays;

async function show(request: Request, before: Promise<void>): Promise<void> {
  await Promise.race([before, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  if (isWanted(request) && !showOpen(request)) await read(request);
  if (request === latest) latest = null;
}

/** The open file of a source or of the same entry of an archive, as of now; null if there is none. */
export function openFileOf(source: FileSource): OpenFile | null {
  return files.peek().find((file) => isSame(file.source, source)) ?? null;
}

/** Activates the file if it is open; false if it is not. */
function showOpen(request: Request): boolean {
  const open = openFileOf(request.source);
  if (!open) return false;
  if (request === latest) activeId.value = open.id;
  if (request.stays) keepPreview(open.id);
  return true;
}

async function read(request: Request): Promise<void> {
  const { source, refuse } = request;
  dismissNotice();
  try {
    const core = await loadCore();
    const parsed = core && (await parse(core, request));
    if (!parsed) return;
    if (!isWanted(request) || showOpen(request)) {
      parsed.release();
    } else if (SHOWN.includes(parsed.info.format)) {
      add(request, parsed);
    } else {
      const sentence = refusal(source.name, parsed.info, parsed.findings);
      refuse(sentence, parsed.size > 0 ? source : null);
      parsed.release();
    }
  } catch (error) {
    if (isWanted(request)) refuse(reasonOf(error), null);
  }
}

/** Adds the file; in the background if it stays but another preview was requested meanwhile. */
function add(request: Request, parsed: ParsedFile): void {
  const file = new OpenFile(request.source, parsed);
  if (request !== latest) {
    addFiles([file], false);
    return;
  }
  showPreview(file);
  if (request.stays) keepPreview(file.id);
}

/** Null if another preview was requested meanwhile, and for files that are imported. */
async function parse(core: Lithoscope, request: Request): Promise<ParsedFile | null> {
  const content = await readSource(request.source);
  if (!isWanted(request)) return null;
  if (content.kind !== 'gltf') return (await parseFile(core, content)).parsed;
  void importGltf(request.source);
  return null;
}

/** Keeps the preview open once the user has changed something in it, or another file or a comparison uses it. */
export function keepUsedPreview(): void {
  effect(() => {
    const id = previewId.value;
    const file = files.value.find((open) => open.id === id);
    if (!file) return;
    const { attachments, skins, playback, look } = file;
    const isChanged =
      attachments.value.length > 0 ||
      skins.chosen.value.size > 0 ||
      playback.layers.value.length > 0 ||
      playback.sources.value.size > 0 ||
      look.hiddenPieces.value.size > 0;
    const isCompared = compared.value?.left === id || compared.value?.right === id;
    const isUsed = files.value.some(
      (other) =>
        other.attachments.value.some(({ fileId }) => fileId === id) ||
        [...other.playback.sources.value.values()].includes(id),
    );
    if (isChanged || isCompared || isUsed) keepPreview(id);
  });
}
