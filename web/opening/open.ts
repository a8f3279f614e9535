/** Opens the user's files and samples in tabs. Files that cannot be opened are reported in sentences. */

import type { Lithoscope, ParsedFile } from '@lithoscope/core';
import { NO_EDITS } from '../document/edits.ts';
import { type FileSource, OpenFile } from '../document/open-file.ts';
import { playClip, playOpened, playsOnOpen } from '../document/playback.ts';
import { activeId, addFiles, changeFiles, files } from '../document/state.ts';
import { counted, formatCount, identityOf, pluralOf, refusal } from '../explain/describe.ts';
import { isPicture } from '../explain/file-kind.ts';
import { isModelFormat } from '../explain/formats.ts';
import { problemCounts } from '../explain/verdict.ts';
import { loadCore, reasonOf } from '../store/core.ts';
import { announcement, dismissNotice, notify, spoken } from '../store/notices.ts';
import { isCalm } from '../ui/environment.ts';
import { loadPart } from '../ui/parts.ts';
import { gltfParts, importGltf } from './gltf.ts';
import { LongTask } from './long-task.ts';
import { openFileOf, openPreview } from './preview.ts';
import {
  contentOf,
  type FileContent,
  type Identified,
  identified,
  type ParsedContent,
  parseFile,
  parseModel,
  readSource,
} from './read.ts';
import { rememberOpened } from './recent.ts';
import type { Reread, Rereading } from './reload.ts';
import { isSampleAddress } from './samples.ts';
import { type OpenOptions, pickFiles, type SlotTarget } from './source.ts';
import { isUnchanged, Twins } from './twins.ts';

/** Most files and bytes that are opened at once; the rest waits, as the core's memory is limited. */
const MAX_AT_ONCE = 2000;
const MAX_BYTES_AT_ONCE = 256 << 20;
/** Time between two additions to the open files, ms: each updates all views of them. */
const FLUSH_MS = 250;
/** Most sentences that are shown; more are counted. */
const MAX_SENTENCES = 3;
/** Most rejected files whose bytes can be shown. */
const MAX_BYTES_SHOWN = 20;

/**
 * Opens files. The first valid one becomes active as soon as it is read. A file that is already open gets its current
 * content in its tab. Textures are kept for the models. GLB and glTF files are imported, one after the other.
 */
export async function openSources(
  sources: readonly (FileSource | Identified)[],
  {
    sentences = [],
    textures = [],
    bases = [],
    slot = null,
    plays,
    playsFirst = false,
    preview = false,
    stays = false,
  }: OpenOptions = {},
): Promise<void> {
  const [first] = sources;
  if (preview && first) {
    const refuse = (sentence: string, refused: FileSource | null) =>
      report([sentence], refused ? [refused] : []);
    return openPreview(sourceOf(first), refuse, stays);
  }
  if (sources.length > 0) dismissNotice();
  const core = await loadCore();
  if (!core) return;
  const total = sources.length;
  const words = (done: string) => `Opening ${done} of ${formatCount(total)}…`;
  const opening = new LongTask('Opening files', words, total);
  const arrivals = new Arrivals(plays, playsFirst && playsOnOpen.peek() && !isCalm());
  const parts = gltfParts(sources.map(sourceOf));
  const imported: FileSource[] = [];
  const pictures: FileContent[] = [];
  const refused: FileSource[] = [];
  const problems = [...sentences];
  let at = 0;
  try {
    for (; at < sources.length && !opening.isCancelled && !arrivals.isFull; at++) {
      const source = sources[at] as FileSource | Identified;
      if (parts.has(sourceOf(source))) continue;
      try {
        const found = 'blob' in source ? source : await identified(source);
        const content = await contentOf(found);
        if (content.kind === 'gltf') imported.push(content.source);
        else if (isPicture(content.kind)) pictures.push(content);
        else if (!(await arrivals.addUnchanged(content))) {
          const file = await parseFile(core, content);
          // Let the page draw what is already open.
          await opening.step(0);
          if (['abc', 'ltb', 'lta', 'ltc', 'spr', 'rez'].includes(file.parsed.info.format))
            await arrivals.add(file);
          else problems.push(refuse(file, refused));
        }
      } catch (error) {
        problems.push(reasonOf(error));
      }
      arrivals.flushSometimes();
      await opening.step();
    }
    const withModels = arrivals.count > 0;
    if (pictures.length + textures.length > 0) {
      const { assignTextures } = await loadPart(() => import('./textures/assign.ts'));
      const assigned = await assignTextures(pictures, textures, { slot, withModels });
      problems.push(...assigned.problems);
      for (const texture of assigned.files) await arrivals.add(texture);
    }
    arrivals.flush();
    if (!opening.isCancelled) await openBases(core, bases);
    arrivals.playLent();
  } finally {
    opening.end();
  }
  announce(arrivals, opening.isCancelled ? sources.length - at : 0);
  if (arrivals.isFull) offerRest(sources.slice(at), problems);
  else if (problems.length > 0) report(problems, refused);
  void rememberOpened(arrivals.sources);
  for (const source of imported) void importGltf(source, [...parts]);
}

const loadReload = () => loadPart(() => import('./reload.ts'));

const sourceOf = (given: FileSource | Identified) => ('blob' in given ? given.source : given);

/** Opens child models in the background. If one cannot be opened, its model reports it as missing. */
async function openBases(core: Lithoscope, bases: readonly FileSource[]): Promise<void> {
  const twins = new Twins(files.peek());
  for (const source of bases) {
    if (await twins.of(source)) continue;
    try {
      const { parsed } = await parseModel(core, await readSource(source));
      if (isModelFormat(parsed.info.format)) addFiles([opened(source, parsed)], false);
      else parsed.release();
    } catch {
      // Treated like a file that does not exist.
    }
  }
}

/** A new open file. Samples bring all their skins, so missing ones are not reported. */
function opened(source: FileSource, parsed: ParsedFile): OpenFile {
  const file = new OpenFile(source, parsed);
  if (source.url && isSampleAddress(source.url)) file.skins.dismissed.value = true;
  if (source.isNew) file.edits.value = { ...NO_EDITS, savedBytes: parsed.bytes, isNew: true };
  return file;
}

/** Plays an animation of the file, if it has one with that name. */
function playNamed(file: OpenFile, name: string): void {
  const animation = file.info.animations.findIndex((known) => known.name === name);
  if (animation >= 0) playClip(file, { child: 0, animation });
}

/** The files opened so far, added to the store in portions. */
class Arrivals {
  /**
   * @param plays name of the animation to play in the first file
   * @param playsFirst whether each model plays its first animation
   */
  constructor(
    private readonly plays: string | undefined,
    private readonly playsFirst: boolean,
  ) {}

  readonly opened: OpenFile[] = [];
  /** Open files that were reloaded and are in the store. */
  readonly reread: Reread[] = [];
  readonly #twins = new Twins(files.peek());
  #waiting: Rereading[] = [];
  #bytes = 0;
  #openedBefore = 0;
  #flushedAt = Number.NEGATIVE_INFINITY;

  get count(): number {
    return this.opened.length + this.reread.length + this.#waiting.length;
  }

  /** Whether the limits for opening at once are reached. */
  get isFull(): boolean {
    return this.opened.length >= MAX_AT_ONCE || this.#bytes >= MAX_BYTES_AT_ONCE;
  }

  get sources(): FileSource[] {
    return [...this.reread.map(({ file }) => file), ...this.opened].map(({ source }) => source);
  }

  /** Accepts content that is equal to that of its open file; false for other content. */
  async addUnchanged({ source, data }: FileContent): Promise<boolean> {
    const twin = await this.#twins.of(source);
    if (!twin || !isUnchanged(twin, data)) return false;
    const { unchanged } = await loadReload();
    this.#waiting.push(unchanged(twin, source));
    return true;
  }

  async add({ source, parsed }: ParsedContent): Promise<void> {
    // A link, a preview or the last session may have opened it at the same time.
    const twin = (await this.#twins.of(source)) ?? openFileOf(source);
    if (twin) {
      const { changed, kept, mayLoseChanges } = await loadReload();
      if (await mayLoseChanges(twin, 'drop')) {
        this.#waiting.push(changed(twin, parsed, source));
      } else {
        parsed.release();
        this.#waiting.push(() => kept(twin));
      }
    } else {
      const file = opened(source, parsed);
      if (this.plays !== undefined && this.opened.length === 0) playNamed(file, this.plays);
      else if (this.playsFirst) playOpened(file);
      this.opened.push(file);
      this.#bytes += parsed.size;
    }
  }

  /** Plays models without animations of their own, whose child models may have been opened after them. */
  playLent(): void {
    if (!this.playsFirst) return;
    for (const file of this.opened) if (file.info.animations.length === 0) playOpened(file);
  }

  /** Adds the first file at once, and the others at intervals. */
  flushSometimes(): void {
    if (this.count > 0 && performance.now() - this.#flushedAt > FLUSH_MS) this.flush();
  }

  flush(): void {
    const isFirst = this.#openedBefore + this.reread.length === 0;
    const opened = this.opened.slice(this.#openedBefore);
    const reread = this.#waiting.map((rereading) => rereading());
    this.#waiting = [];
    this.#openedBefore = this.opened.length;
    this.reread.push(...reread);
    changeFiles(reread);
    if (isFirst && reread[0]) activeId.value = reread[0].file.id;
    addFiles(opened, isFirst);
    this.#flushedAt = performance.now();
  }
}

/** Releases a file that cannot be shown. Returns the sentence about it. */
function refuse({ source, parsed }: ParsedContent, refused: FileSource[]): string {
  const sentence = refusal(source.name, parsed.info, parsed.findings);
  if (parsed.size > 0) refused.push(source);
  parsed.release();
  return sentence;
}

/** Announces what was opened. @param left number of files that were not opened because the user cancelled */
function announce({ opened, reread, count }: Arrivals, left: number): void {
  const [first] = opened;
  if (reread.length === 1 && reread[0]) announcement.value = reread[0].said;
  else if (reread.length > 1) announcement.value = rereadWords(reread);
  if (left > 0) {
    announcement.value = `Stopped after ${counted(count, 'file')}: ${formatCount(left)} more ${left === 1 ? 'is' : 'are'} not open.`;
  } else if (opened.length === 1 && first) {
    spoken.value = `${first.name} opened: ${factsOf(first)}.`;
  } else if (opened.length > 1) {
    spoken.value = `${counted(opened.length, 'file')} opened.`;
  }
}

function rereadWords(reread: readonly Reread[]): string {
  const changes = reread.filter(({ isChanged }) => isChanged).length;
  const same = reread.length - changes;
  const parts = [
    changes > 0 ? `${formatCount(changes)} changed` : '',
    same > 0 ? `${formatCount(same)} unchanged` : '',
  ];
  return `Reloaded ${counted(reread.length, 'file')}: ${parts.filter(Boolean).join(', ')}.`;
}

/** `ABC v12, 4 animations, no problems`. */
function factsOf({ info, parsed, model }: OpenFile): string {
  const { version, title } = identityOf(info);
  const animations = model ? counted(info.animations.length, 'animation') : '';
  return [version || title, animations, problemCounts(parsed).toLowerCase()].filter(Boolean).join(', ');
}

/** Shows sentences, or for many a count and a list, with a button that shows the bytes of rejected files. */
function report(problems: readonly string[], refused: readonly FileSource[]): void {
  const shown = refused.slice(0, MAX_BYTES_SHOWN);
  const label =
    refused.length > shown.length
      ? `Show the bytes of the first ${formatCount(shown.length)}`
      : 'Show the bytes anyway';
  const showBytes = shown.length > 0 ? { label, run: () => void openAnyway(shown) } : undefined;
  if (problems.length <= MAX_SENTENCES) {
    notify(problems.join('\n'), showBytes);
    return;
  }
  notify(`${formatCount(problems.length)} files could not be opened.`, showBytes, problems);
}

/** Reports the files that wait, with a button that opens more of them. */
function offerRest(rest: readonly (FileSource | Identified)[], problems: readonly string[]): void {
  if (rest.length === 0) {
    if (problems.length > 0) report(problems, []);
    return;
  }
  const next = Math.min(rest.length, MAX_AT_ONCE);
  const isAre = rest.length === 1 ? 'waits' : 'wait';
  notify(
    `${formatCount(rest.length)} more ${pluralOf('file', rest.length)} ${isAre}: not all are opened at once, because each one takes memory.`,
    { label: `Open the next ${formatCount(next)}`, run: () => void openSources(rest) },
    problems,
  );
}

/** Opens any files, to show their bytes. */
export async function openAnyway(sources: readonly FileSource[]): Promise<void> {
  const core = await loadCore();
  if (!core) return;
  try {
    const contents = await Promise.all(sources.map(readSource));
    const parsed = await Promise.all(contents.map((content) => parseModel(core, content)));
    addFiles(parsed.map((content) => new OpenFile(content.source, content.parsed)));
  } catch (error) {
    notify(reasonOf(error));
  }
}

/**
 * Asks the user for files and opens them.
 * @param slot the slot for a texture among them
 */
export async function chooseFiles(slot: SlotTarget | null = null): Promise<void> {
  const sources = await pickFiles();
  if (sources.length > 0) await openSources(sources, { slot });
}
