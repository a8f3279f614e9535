/** Export formats of the dialog, GLB and OBJ, and the page's side of the worker that converts. */

import { untracked } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { poseRequest } from '../../document/pose-request.ts';
import { formatCount, formatTime } from '../../explain/describe.ts';
import { clipName } from '../../motion/timeline/words.ts';
import type { GlbResult } from '../../to-glb/report.ts';
import { posedPieces } from '../../to-obj/input.ts';
import { leftOutOf } from '../../to-obj/to-obj.ts';
import { el } from '../../ui/dom.ts';
import { formRow } from '../../ui/form.ts';
import type { Wanted } from '../../ui/making.ts';
import { TaskWorker } from '../../ui/tasks/worker.ts';
import { type GlbChoice, optionsOf } from './choice.ts';
import { type FormState, glbForm, piecesRow, scaleRow, skinRows } from './form.ts';
import { chosenSkins, type GlbSubject, taskOf } from './subject.ts';
import { type Circumstances, countsOf, infoNote, notesOf, notesOn, type Said } from './words.ts';
import type { ExportWork, GlbTask, ObjZip } from './worker.ts';

/** An export result with the file to be saved. */
export interface Exported {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Exporter<Result extends Exported> {
  /** Name in the dialog's title: `GLB`. */
  readonly name: string;
  /** End of the file name: `.glb`. */
  readonly ending: string;
  /** MIME type. */
  readonly type: string;
  /** Rows of the form. */
  form(state: FormState<Result>): HTMLElement;
  /** What to make of a model; a sentence if the choice is invalid. */
  wanted(subject: GlbSubject, choice: GlbChoice, worker: TaskWorker<ExportWork>): Wanted<Result> | string;
  /** Counts, always the same ones for a model, so that the layout is stable. @param result null before the first */
  counts(
    result: Result | null,
    subject: GlbSubject | null,
  ): readonly (readonly [name: string, value: string])[];
  /** Warnings first. */
  notes(result: Result, circumstances: Circumstances): readonly Said[];
}

/**
 * Workers that each convert one model at a time. They start on demand and are reused. A busy worker receives no messages, so
 * it is terminated to cancel its task.
 * @param workers maximum number
 */
export function exportWorkers(workers = 1, start = startWorker): TaskWorker<ExportWork> {
  return new TaskWorker(start, {
    workers,
    // Its WebAssembly may have trapped.
    endsOnFailure: true,
    words: {
      stopped: 'The conversion worker stopped: the export may need more memory than the browser allows.',
      unreceived: 'The export could not be received from the conversion worker.',
    },
  });
}

/** Buffers that are transferred instead of copied; slots may share a skin. */
export function transferOf({ bytes, sources, skins }: GlbTask): Transferable[] {
  const all = [bytes, ...sources.map((source) => source.bytes), ...skins.map(([, { rgba }]) => rgba)];
  return [...new Set(all.map(({ buffer }) => buffer as ArrayBuffer))];
}

function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

export const glbExporter: Exporter<GlbResult> = {
  name: 'GLB',
  ending: '.glb',
  type: 'model/gltf-binary',
  form: glbForm,
  wanted(subject, choice, worker) {
    const options = optionsOf(choice, subject.facts);
    if (typeof options === 'string') return options;
    const { alpha, skins } = choice;
    return {
      key: [subject, JSON.stringify([options, [...alpha], skins])],
      make(progress, signal) {
        const task = taskOf(subject, choice, options);
        return worker.run('task', task, { transfer: transferOf(task), progress, signal });
      },
    };
  },
  counts: (result, subject) =>
    countsOf(result?.report, subject?.file.info.features ?? { deformation: false }),
  notes: ({ report }, circumstances) => notesOf(report, circumstances),
};

/** @param file its pose at the time of the call is exported */
export function objExporter(file: OpenFile): Exporter<ObjZip> {
  const request = untracked(() => poseRequest(file));
  const pose = untracked(() => poseInWords(file));
  return {
    name: 'OBJ',
    ending: ' obj.zip',
    type: 'application/zip',
    form: (state) =>
      el(
        'div',
        { class: 'glb-form' },
        formRow('Pose', el('p', { class: 'dialog-hint dialog-lead' }, `${pose}, as in the view.`)),
        piecesRow(state),
        skinRows(state),
        scaleRow(state),
      ),
    wanted(subject, choice, worker) {
      const options = optionsOf(choice, subject.facts);
      if (typeof options === 'string') return options;
      const { scale, pieces } = options;
      const { alpha, skins } = choice;
      const { info, name } = subject.file;
      return {
        key: [subject, JSON.stringify([scale, pieces, [...alpha], skins])],
        async make(_progress, signal) {
          const frame = subject.model.evaluate(request);
          if (!frame) throw new Error('this pose cannot be computed from the data that could be read.');
          const mirrorZ = subject.facts.interpretation.mirrorZ ?? info.space.mirrorZ;
          const order = {
            name,
            pose,
            mirrorZ,
            pieces: posedPieces(subject.model, frame, request.lod, pieces),
            skins: chosenSkins(subject, choice),
            options: { scale },
          };
          return worker.run('obj', order, { signal });
        },
      };
    },
    counts(result) {
      const { triangles = 0, vertices = 0, materials = 0, images = 0 } = result?.report ?? {};
      return [
        ['Triangles', formatCount(triangles)],
        ['Vertices', formatCount(vertices)],
        ['Materials', formatCount(materials)],
        ['Images', formatCount(images)],
      ];
    },
    notes({ report }, circumstances) {
      const lost = leftOutOf(report);
      return [...(lost ? [infoNote(lost, 'warning')] : []), ...notesOn(circumstances)];
    },
  };
}

/** `Walk at 320 ms, level 1`. Reads signals. */
function poseInWords(file: OpenFile): string {
  const { clip, timeMs } = file.playback;
  const name = clipName(file, clip.value);
  const at = clip.value.animation < 0 ? '' : ` at ${formatTime(timeMs.value)}`;
  const lod = file.look.lod.value;
  const level = lod === 0 ? '' : file.info.features.collapses ? `, ${lod} collapses` : `, level ${lod}`;
  return `${name}${at}${level}`;
}
