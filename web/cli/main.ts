/** The program `lithoscope`: connects the commands to this process. */
import { readFile } from 'node:fs/promises';
import { Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { ClosedPipe } from './output.ts';
import { Progress } from './progress.ts';
import { run } from './run.ts';

// Without a listener a closed pipe would end in a stack trace; `write` below learns of it as well.
process.stdout.on('error', () => {});

/** A file that the build puts beside this one. */
const beside = (name: string) => readFile(new URL(name, import.meta.url));

/** The bytes of a module. */
const wasm = async (name: string) => new Uint8Array(await beside(name)).buffer;

let textures: Promise<DtxLibrary> | undefined;

const progress = new Progress(process.stderr);

try {
  // The exit code is set, not used at once: what is written still drains.
  process.exitCode = await run(
    {
      lithoscope: await Lithoscope.load(await wasm('./lithoscope.wasm')),
      textures: () => {
        textures ??= wasm('./dtx.wasm').then((bytes) => DtxLibrary.load(bytes));
        return textures;
      },
      template: async (name) => (await beside(`./templates/${name}`)).toString(),
      write: (text) => {
        if (process.stdout.isTTY) progress.clear();
        return new Promise((resolve, reject) => {
          process.stdout.write(text, (error) => (error ? reject(new ClosedPipe()) : resolve()));
        });
      },
      warn: (line) => {
        progress.clear();
        process.stderr.write(`lithoscope: ${line}\n`);
      },
      progress,
      // What a terminal can show; NO_COLOR and TERM=dumb are looked at.
      color: process.stdout.isTTY === true && process.stdout.hasColors(),
    },
    process.argv.slice(2),
  );
} catch (error) {
  if (!(error instanceof ClosedPipe)) throw error;
}
