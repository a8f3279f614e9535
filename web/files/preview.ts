/** One file to look at: the next one that is looked at takes its place, so that going through hundreds opens one tab. */

import type { Lithoscope, ParsedFile } from '@lithoscope/core';
import { refusal } from '../explain/describe.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import { dismissNotice } from '../store/notices.ts';
import { type FileSource, openFile } from '../store/open-file.ts';
import { activeId, files, showPreview } from '../store/state.ts';
import { parseFile, parseModel, parseTexture, readSource } from './read.ts';

/** How long a preview waits for the one before it, whose bytes still come, ms: from a slow place they may not come. */
const PATIENCE_MS = 300;

/** Formats that have a view of their own. */
const SHOWN = ['abc', 'dtx', 'spr'];

interface Request {
  readonly source: FileSource;
  readonly done: Promise<void>;
}

let latest: Request | null = null;

/**
 * Shows a file as the preview; of several asked for at once, the last one. A file that is open already comes to the
 * front. What cannot be shown leaves what is open as it is.
 * @param refuse gets the sentence about a file that is none of the kinds that the page shows, or cannot be read
 */
export function openPreview(
  source: FileSource,
  refuse: (sentence: string, source: FileSource | null) => void,
): Promise<void> {
  if (latest && isSame(latest.source, source)) return latest.done;
  const before = latest?.done ?? Promise.resolve();
  const isLatest = () => latest === request;
  const show = async () => {
    await Promise.race([before, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    if (isLatest()) await read(source, isLatest, refuse);
    if (isLatest()) latest = null;
  };
  const request: Request = { source, done: show() };
  latest = request;
  return request.done;
}

const isSame = (a: FileSource, b: FileSource) => a === b || (a.entry !== undefined && a.entry === b.entry);

async function read(
  source: FileSource,
  isLatest: () => boolean,
  refuse: (sentence: string, source: FileSource | null) => void,
): Promise<void> {
  const open = files.peek().find((file) => isSame(file.source, source));
  if (open) {
    activeId.value = open.id;
    return;
  }
  dismissNotice();
  try {
    const core = await loadCore();
    if (!core) return;
    const parsed = await parse(core, source, isLatest);
    if (!parsed) return;
    if (!isLatest()) {
      parsed.release();
    } else if (SHOWN.includes(parsed.info.format)) {
      showPreview(openFile(source, parsed));
    } else {
      const sentence = refusal(source.name, parsed.info, parsed.findings);
      refuse(sentence, parsed.size > 0 ? source : null);
      parsed.release();
    }
  } catch (error) {
    if (isLatest()) refuse(reasonOf(error), null);
  }
}

/** Null when another preview was asked for meanwhile. */
async function parse(
  core: Lithoscope,
  source: FileSource,
  isLatest: () => boolean,
): Promise<ParsedFile | null> {
  const content = await readSource(source);
  if (!isLatest()) return null;
  if (content.kind === 'dtx') return (await parseTexture(content)).parsed;
  const isPicture = content.kind !== 'model' && content.kind !== 'sprite';
  return (await (isPicture ? parseModel : parseFile)(core, content)).parsed;
}
