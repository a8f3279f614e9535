/** The worker that converts models: the page stays smooth whatever a file does, and ends the worker if it must. */
import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { refusal } from '../../explain/describe.ts';
import { slotsOf } from '../../explain/facts.ts';
import { identify } from '../../explain/file-kind.ts';
import { decodePicture } from '../../files/textures/decode.ts';
import { dtxDecoder } from '../../files/textures/dtx-picture.ts';
import type { AlphaMode, GlbSkin } from '../../glb/input.ts';
import type { GlbResult } from '../../glb/report.ts';
import { skinFrom } from '../../glb/skins.ts';
import { toGlb } from '../../glb/to-glb.ts';
import type { GlbAnswer, GlbCompanions, GlbFile, GlbOrder, GlbTask, GlbWants } from './messages.ts';

/** Time between two words on the progress, ms. */
const PROGRESS_MS = 50;
/** Child models that a model of the library is exported with: real ones have up to sixteen. */
const MAX_CHILDREN = 16;

let core: Promise<Lithoscope> | null = null;
let dtx: Promise<DtxLibrary> | null = null;

function loadDtx(): Promise<DtxLibrary> {
  dtx ??= DtxLibrary.load();
  return dtx;
}

/** Who waits for the answer to what it wants: one model at a time is converted. */
let take: ((companions: GlbCompanions) => void) | null = null;

self.addEventListener('message', ({ data }: MessageEvent<GlbOrder>) => {
  if ('companions' in data) take?.(data.companions);
  else void answer(data);
});

async function answer(order: { readonly task: GlbTask } | { readonly file: GlbFile }): Promise<void> {
  const opened: AbcFile[] = [];
  try {
    core ??= Lithoscope.load();
    const library = await core;
    const open = ({ name, bytes }: GlbFile): AbcFile => {
      const file = library.open(bytes);
      opened.push(file);
      if (file.info.format !== 'abc') throw new Error(refusal(name, file.info, file.findings));
      return file;
    };
    const result =
      'task' in order
        ? await convert(order.task, open(order.task), open)
        : await convertAlone(order.file, open);
    say({ result }, [result.bytes.buffer]);
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) });
  } finally {
    for (const file of opened) file.release();
  }
}

function convert(
  { name, sources, skins, options }: GlbTask,
  file: AbcFile,
  open: (file: GlbFile) => AbcFile,
): Promise<GlbResult> {
  let told = performance.now();
  const input = {
    name,
    file,
    sources: sources.map((source) => ({ child: source.child, name: source.name, file: open(source) })),
    skins: new Map(skins),
  };
  return toGlb(input, options, {
    progress(done) {
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      say({ progress: done });
    },
  });
}

/** Asks the page for what the model names. */
async function convertAlone(file: GlbFile, open: (file: GlbFile) => AbcFile): Promise<GlbResult> {
  const model = open(file);
  const { sources, textures, alphaMode, options } = await companionsOf(wantsOf(model));
  const skins: [number, GlbSkin][] = [];
  const decoded = new Map<string, GlbSkin | null>();
  for (const [slot, texture] of textures) {
    let skin = decoded.get(texture.name);
    if (skin === undefined) skin = await readSkin(texture, alphaMode).catch(() => null);
    decoded.set(texture.name, skin);
    if (skin) skins.push([slot, skin]);
  }
  // What cannot be read, or is no model, lends nothing.
  const lenders = sources.filter((source) => {
    try {
      return open(source) !== null;
    } catch {
      return false;
    }
  });
  return convert({ ...file, sources: lenders, skins, options }, model, open);
}

function wantsOf({ info }: AbcFile): GlbWants {
  const { features, lodCount, commandString, childModels } = info;
  return {
    features,
    lodCount,
    commandString,
    slots: slotsOf(info),
    children: childModels.slice(1, 1 + MAX_CHILDREN).map(({ name }, i) => [i + 1, name]),
  };
}

function companionsOf(wants: GlbWants): Promise<GlbCompanions> {
  return new Promise((resolve) => {
    take = resolve;
    say({ wants });
  });
}

/** As the command line reads it; what only a browser decodes, as the page does. */
async function readSkin({ name, bytes }: GlbFile, alphaMode: AlphaMode): Promise<GlbSkin | null> {
  const kind = identify(name, bytes);
  if (kind !== 'jpeg' && kind !== 'bmp') return skinFrom(name, bytes, alphaMode, loadDtx);
  const [level] = (await decodePicture({ kind, bytes }, dtxDecoder(loadDtx))).picture.levels;
  return level ? { name, width: level.width, height: level.height, rgba: level.data, alphaMode } : null;
}

function say(answer: GlbAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
