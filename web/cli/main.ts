/** The program `lithoscope`: connects the commands to this process. */
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Progress } from './context.ts';
import { reasonOf } from './disk.ts';
import { beside, loadOpeners } from './files.ts';
import { ClosedPipe, LostOutput, Stopped } from './output.ts';
import { run } from './run.ts';
import { startThreads } from './threads.ts';

// Without listeners, a closed pipe or a full disk ends in a stack trace. `write` below reports these errors.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const progress = new Progress(process.stderr);

let stopping: AbortController | undefined;

/** The first Ctrl+C lets the command clean up; the second ends the program. */
function stopSignal(): AbortSignal {
  if (!stopping) {
    const controller = new AbortController();
    stopping = controller;
    process.once('SIGINT', () => controller.abort(new Stopped(130)));
    process.once('SIGTERM', () => controller.abort(new Stopped(143)));
  }
  return stopping.signal;
}

function whyLost(error: NodeJS.ErrnoException): Error {
  // EOF is what Windows says.
  if (error.code === 'EPIPE' || error.code === 'EOF') return new ClosedPipe();
  return new LostOutput(`The output cannot be written: ${reasonOf(error, 'writing')}.`);
}

try {
  // Set the exit code rather than exit, so that pending output is flushed.
  process.exitCode = await run(
    {
      ...(await loadOpeners()),
      threads: startThreads,
      stopSignal,
      stdin: () => text(process.stdin),
      template: async (name) => (await beside(`./templates/${name}`)).toString(),
      async viewer() {
        const names = await readdir(new URL('./viewer/', import.meta.url));
        return new Map(
          await Promise.all(names.map(async (name) => [name, await beside(`./viewer/${name}`)] as const)),
        );
      },
      write: (text) => {
        if (process.stdout.isTTY) progress.clear();
        return new Promise((resolve, reject) => {
          process.stdout.write(text, (error) => (error ? reject(whyLost(error)) : resolve()));
        });
      },
      warn: (line) => {
        progress.clear();
        process.stderr.write(`lithoscope: ${line}\n`);
      },
      progress,
      // `hasColors` respects NO_COLOR and TERM=dumb.
      color: process.stdout.isTTY === true && process.stdout.hasColors(),
    },
    process.argv.slice(2),
  );
} catch (error) {
  if (!(error instanceof ClosedPipe)) throw error;
}
