/**
 * Worker that converts models, and its protocol. The page stays responsive whatever a file contains, and terminates the
 * worker if it must.
 */
import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { Exchange } from '@lithoscope/exchange';
import { ZipWriter } from '../../archive/zip-writer.ts';
import { refusal } from '../../explain/describe.ts';
import { isModelFormat } from '../../explain/formats.ts';
import { loadOnce } from '../../lib/once.ts';
import type { GlbOptions, GlbSkin } from '../../to-glb/input.ts';
import type { GlbResult } from '../../to-glb/report.ts';
import { toGlb } from '../../to-glb/to-glb.ts';
import type { ObjInput, ObjOptions } from '../../to-obj/input.ts';
import { type ObjReport, toObj } from '../../to-obj/to-obj.ts';
import { Handed } from '../../ui/tasks/protocol.ts';
import { serve, sparingly } from '../../ui/tasks/serve.ts';
import { type AloneTask, convertAlone, type GlbFile, type Open } from './alone.ts';

const loadCore = loadOnce(() => Lithoscope.load());
const loadDtx = loadOnce(() => DtxLibrary.load());
const loadExchange = loadOnce(() => Exchange.load());

serve<ExportWork>({
  task: (task, { progress }) =>
    withOpen(async (open) => {
      const file = await open(task);
      const sources = await Promise.all(
        task.sources.map(async (source) => ({ ...source, file: await open(source) })),
      );
      const { name, skins, options } = task;
      const input = { name, file, sources, skins: new Map(skins), editing: await loadExchange() };
      const result = await toGlb(input, options, { progress: sparingly(progress) });
      return new Handed(result, [result.bytes.buffer]);
    }),
  file: (file, job) => withOpen((open) => convertAlone(file, { open, loadDtx, loadExchange }, job)),
  obj: writeObj,
});

/** Runs a conversion and releases the files that it opened. */
async function withOpen<Result>(make: (open: Open) => Promise<Result>): Promise<Result> {
  const opened: AbcFile[] = [];
  try {
    const library = await loadCore();
    return await make(async ({ name, bytes }) => {
      const file = await library.openAny(bytes);
      opened.push(file);
      if (!isModelFormat(file.info.format)) throw new Error(refusal(name, file.info, file.findings));
      return file;
    });
  } finally {
    for (const file of opened) file.release();
  }
}

async function writeObj({ skins, options, ...pose }: ObjTask): Promise<Handed<ObjZip>> {
  const { files, report } = toObj({ ...pose, skins: new Map(skins) }, options);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new ZipWriter({ write: async (part) => void parts.push(part) });
  for (const { name, bytes } of files) await zip.add(name, bytes, null);
  await zip.end();
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return new Handed({ bytes, report }, [bytes.buffer]);
}

/** A model with everything that its GLB needs. */
export interface GlbTask extends GlbFile {
  /** Files that supply animations. @see GlbSource */
  readonly sources: readonly {
    readonly child: number;
    readonly name: string;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }[];
  readonly skins: readonly (readonly [slot: number, skin: GlbSkin])[];
  readonly options: GlbOptions;
}

/** A pose with everything that its OBJ needs. */
export interface ObjTask extends Omit<ObjInput, 'skins'> {
  readonly skins: GlbTask['skins'];
  readonly options: ObjOptions;
}

/** The files of an OBJ in a zip, with a report. */
export interface ObjZip {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: ObjReport;
}

/** Orders: a complete model, a model whose dependencies the worker asks for, and a pose. Progress is 0 to 1. */
export interface ExportWork {
  readonly obj: { readonly order: ObjTask; readonly result: ObjZip };
  readonly task: { readonly order: GlbTask; readonly progress: number; readonly result: GlbResult };
  readonly file: AloneTask;
}
