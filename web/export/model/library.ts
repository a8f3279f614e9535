/**
 * Models of the library → GLBs: one through the export dialog, several as a zip, with skins and child models as found.
 */

import { signal } from '@preact/signals-core';
import { ZipWriter } from '../../archive/zip-writer.ts';
import { proposedLevels } from '../../document/drawn-together.ts';
import { activeFile } from '../../document/state.ts';
import { counted, formatCount } from '../../explain/describe.ts';
import { modelName } from '../../lib/file-names.ts';
import { isWithdrawn } from '../../lib/reason.ts';
import { expectRoom, listed, ZIP, zipName } from '../../library/extract.ts';
import { openFiles } from '../../library/open.ts';
import { zipPaths } from '../../library/zip.ts';
import { LongTask } from '../../opening/long-task.ts';
import { saveTarget } from '../../opening/save-target.ts';
import { sourceOf } from '../../opening/sources/library-file.ts';
import { isAtHand, libraryDependencies } from '../../opening/textures/in-library.ts';
import { reasonOf } from '../../store/core.ts';
import type { LibraryFile } from '../../store/library.ts';
import { announcement, dismissNotice, notify } from '../../store/notices.ts';
import type { GlbResult } from '../../to-glb/report.ts';
import { type Dialog, openDialog } from '../../ui/dialog.ts';
import { button, el } from '../../ui/dom.ts';
import { checkbox, formRow, partOf, segments, shownWhile } from '../../ui/form.ts';
import { effect } from '../../ui/scope.ts';
import { ANY_MODEL, choiceBefore, type GlbChoice, keptChoice, optionsOf } from './choice.ts';
import { openExport } from './dialog.ts';
import { exportWorkers } from './exporters.ts';
import {
  alphaSelect,
  type ChoiceState,
  materialsRow,
  morphTargetsRow,
  scaleRow,
  wayBackRow,
} from './form.ts';
import type { GlbDependencies, GlbFile, GlbResolved } from './worker.ts';
import './dialog.css';

/** Models converted in parallel: each worker holds a model, its textures and its GLB. */
const MAX_WORKERS = 8;

/** Exports models with options from a dialog. */
export async function exportModels(models: readonly LibraryFile[]): Promise<void> {
  const [first] = models;
  if (!first) return;
  dismissNotice();
  const refused = (error: unknown) => notify(`Not exported: ${reasonOf(error)}`);
  try {
    if (models.length > 1) {
      askForSeveral(models.length, (choice) => void exportZip(models, choice).catch(refused));
    } else {
      await openFiles([first]);
      // Another file may have become active in the meantime.
      if (activeFile.peek()?.source.entry === first) openExport('glb');
    }
  } catch (error) {
    refused(error);
  }
}

async function exportZip(models: readonly LibraryFile[], choice: GlbChoice): Promise<void> {
  const target = await saveTarget(zipName(models).replace(/\.zip$/, ' GLB.zip'), ZIP);
  if (!target) return;
  const total = models.length;
  const words = (done: string) => `Exporting ${done} of ${formatCount(total)} as GLB…`;
  const task = new LongTask('Exporting as GLB', words, total);
  const zip = new ZipWriter(target);
  const paths = zipPaths(models.map((file) => ({ ...file, path: glbPath(file.path) })));
  const failures: string[] = [];
  const warnings: string[] = [];
  // Free workers take models from one queue; results are written one at a time.
  const queue = models.entries();
  let written: Promise<void> = Promise.resolve();
  const write = (i: number, { bytes }: GlbResult): Promise<void> => {
    written = written.then(() => {
      expectRoom(zip.size + bytes.length, target);
      return zip.add(paths[i] ?? '', bytes, models[i]?.time ?? null);
    });
    return written;
  };
  // After a write error no worker may begin the next model.
  let hasFailed = false;
  const isOver = () => task.isCancelled || hasFailed;
  const size = Math.min(navigator.hardwareConcurrency || 2, MAX_WORKERS, total);
  const converter = exportWorkers(size);
  /** Null if the export ended before the conversion began. */
  const convert = async (model: LibraryFile): Promise<GlbResult | null> => {
    const file = await fileOf(model);
    if (isOver()) return null;
    return converter.run('file', file, {
      transfer: [file.bytes.buffer],
      signal: task.signal,
      answers: (needed) => resolve(model, needed, choice),
    });
  };
  const work = async (): Promise<void> => {
    for (const [i, model] of queue) {
      if (isOver()) return;
      const result = await convert(model).catch((error) => {
        if (!isWithdrawn(error)) failures.push(`${model.path}: ${reasonOf(error)}`);
        return null;
      });
      if (isOver()) return;
      if (result) {
        await write(i, result);
        const said = result.report.notes.filter(({ severity }) => severity === 'warning');
        warnings.push(...said.map(({ message }) => `${model.path}: ${message}`));
      }
      await task.step();
    }
  };
  let isDone = false;
  try {
    await Promise.all(
      Array.from({ length: size }, () =>
        work().catch((error) => {
          hasFailed = true;
          throw error;
        }),
      ),
    );
    if (!task.isCancelled && failures.length < total) {
      await zip.end();
      await target.finish();
      isDone = true;
    }
  } finally {
    converter.end();
    task.end();
    if (!isDone) await target.abandon();
  }
  say(total, failures, warnings, isDone);
}

async function fileOf(file: LibraryFile): Promise<GlbFile> {
  const source = sourceOf(file);
  return { name: source.name, bytes: new Uint8Array(await (await source.read()).arrayBuffer()) };
}

/** The dependencies of a model in the library, resolved like in the view; unreadable files are left out. */
async function resolve(model: LibraryFile, needed: GlbDependencies, choice: GlbChoice): Promise<GlbResolved> {
  const { features, lodCount } = needed;
  const info = { features, lodCount };
  const options = optionsOf(choice, { ...ANY_MODEL, info, steps: proposedLevels(info) });
  // The dialog accepts only valid choices.
  if (typeof options === 'string') throw new Error(options);
  const { skins, children } = libraryDependencies(model, needed);
  const atHand = (found: LibraryFile | null) => (found && isAtHand(found, model) ? [found] : []);
  const animationSources = options.animations === 'all' ? children : [];
  const textureSlots = choice.skins ? skins : [];
  return {
    sources: (
      await read(
        animationSources.flatMap(({ child, found }) => atHand(found).map((file) => [child, file] as const)),
      )
    ).map(([child, file]) => ({ child, ...file })),
    textures: await read(
      textureSlots.flatMap(({ slot, found }) => atHand(found).map((file) => [slot, file] as const)),
    ),
    alphaMode: choice.alphaOfAll,
    options,
  };
}

async function read(
  found: readonly (readonly [number, LibraryFile])[],
): Promise<(readonly [number, GlbFile])[]> {
  const files = await Promise.all(found.map(([, file]) => fileOf(file).catch(() => null)));
  return found.flatMap(([number], i) => {
    const file = files[i];
    return file ? [[number, file] as const] : [];
  });
}

/** `MODELS/HERO.ABC` → `MODELS/HERO.glb` */
function glbPath(path: string): string {
  const folders = path.slice(0, path.lastIndexOf('/') + 1);
  return `${folders}${modelName(path) || 'model'}.glb`;
}

function say(total: number, failures: readonly string[], warnings: readonly string[], isDone: boolean): void {
  const done = total - failures.length;
  const details = listed([...failures, ...warnings]);
  if (!isDone && failures.length < total) announcement.value = 'Export cancelled.';
  else if (failures.length > 0) {
    const result = isDone ? `The zip contains ${counted(done, 'model')}.` : 'Nothing was exported.';
    notify(`${counted(failures.length, 'model')} could not be exported. ${result}`, undefined, details);
  } else if (warnings.length > 0) {
    notify(`Exported ${counted(done, 'model')}, some of them inexact or incomplete.`, undefined, details);
  } else announcement.value = `Exported ${counted(done, 'model')} as GLB.`;
}

/**
 * Asks for the options of several models.
 * @param run called within the user's gesture, so that it may open a file picker
 */
export function askForSeveral(count: number, run: (choice: GlbChoice) => void): void {
  openDialog({
    class: 'glb glb-several',
    title: `Export ${counted(count, 'model')} as GLB`,
    build: (made) => [formOf(made, run)],
    focus: ({ element }) => element.querySelector<HTMLElement>('.glb-save'),
  });
}

function formOf(dialog: Dialog, run: (choice: GlbChoice) => void): HTMLElement {
  const kept = choiceBefore();
  // There is no view, and so no level in it.
  const choice = signal<GlbChoice>({ ...kept, levels: kept.levels === 'all' ? 'all' : 'first' });
  const state: ChoiceState = { choice };
  const save = el('button', { type: 'submit', class: 'button-action glb-save' }, 'Export…');
  const problem = el('p', { class: 'glb-problem', role: 'status' });
  effect(() => {
    const options = optionsOf(choice.value, ANY_MODEL);
    save.disabled = typeof options === 'string';
    problem.textContent = typeof options === 'string' ? options : '';
  });
  const form = el(
    'form',
    { class: 'glb-several-frame', method: 'dialog' },
    dialog.header,
    el(
      'div',
      { class: 'glb-form' },
      levelsRow(state),
      animationsRow(state),
      skinsRow(state),
      materialsRow(state),
      scaleRow(state),
      wayBackRow(state),
      morphTargetsRow(
        state,
        el('span', { class: 'dialog-hint' }, 'at most, for models with deformation frames'),
      ),
    ),
    el(
      'div',
      { class: 'glb-several-foot' },
      el('p', { class: 'dialog-hint' }, 'One zip with the folder structure of the library.'),
      problem,
      el(
        'div',
        { class: 'glb-buttons' },
        button('Cancel', () => dialog.close(), { class: 'button-small' }),
        save,
      ),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    keptChoice.write(choice.peek());
    dialog.close();
    run(choice.peek());
  });
  return form;
}

function levelsRow({ choice }: ChoiceState): HTMLElement {
  return formRow(
    'Levels',
    segments(partOf(choice, 'levels'), [
      { value: 'first', label: () => 'Finest', title: 'The level with the most faces' },
      {
        value: 'all',
        label: () => 'All',
        title: 'Each level as separate meshes, named PIECE_LOD1 and so on',
      },
    ]),
  );
}

function animationsRow({ choice }: ChoiceState): HTMLElement {
  return formRow(
    'Animations',
    segments(partOf(choice, 'animations'), [
      {
        value: 'all',
        label: () => 'All',
        title: 'Animations of each model and of its child models in the library',
      },
      { value: 'own', label: () => 'Own', title: 'Only animations in the file of each model' },
      { value: 'none', label: () => 'None' },
    ]),
  );
}

function skinsRow({ choice }: ChoiceState): HTMLElement {
  const skins = partOf(choice, 'skins');
  const words = el('span', {}, 'Include skins found in the library');
  const alpha = el(
    'label',
    { class: 'glb-skin' },
    el('span', { class: 'dialog-hint' }, 'Alpha'),
    alphaSelect(partOf(choice, 'alphaOfAll'), 'Alpha of all skins'),
  );
  return formRow(
    'Skins',
    checkbox(words, skins, { class: 'dialog-check' }),
    shownWhile(() => skins.value, alpha),
  );
}
