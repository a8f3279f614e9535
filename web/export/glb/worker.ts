/** The worker that converts models: the page stays smooth whatever a file does, and ends the worker if it must. */
import { type AbcFile, Lithoscope } from '@lithoscope/core';
import { toGlb } from '../../glb/to-glb.ts';
import type { GlbAnswer, GlbTask } from './messages.ts';

/** Time between two words on the progress, ms. */
const PROGRESS_MS = 50;

let core: Promise<Lithoscope> | null = null;

self.addEventListener('message', async ({ data }: MessageEvent<GlbTask>) => {
  try {
    const result = await convert(data);
    say({ result }, [result.bytes.buffer]);
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) });
  }
});

async function convert({ name, bytes, sources, skins, options }: GlbTask) {
  core ??= Lithoscope.load();
  const library = await core;
  const opened: AbcFile[] = [];
  const open = (content: Uint8Array): AbcFile => {
    const file = library.open(content);
    opened.push(file);
    return file;
  };
  let told = performance.now();
  try {
    const input = {
      name,
      file: open(bytes),
      sources: sources.map(({ bytes: content, ...source }) => ({ ...source, file: open(content) })),
      skins: new Map(skins),
    };
    return await toGlb(input, options, {
      progress(done) {
        if (performance.now() - told < PROGRESS_MS) return;
        told = performance.now();
        say({ progress: done });
      },
    });
  } finally {
    for (const file of opened) file.release();
  }
}

function say(answer: GlbAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
