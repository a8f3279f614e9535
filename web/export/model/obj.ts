/** The pose on the screen as OBJ, with MTL and skins in a zip, in the dialog of an export. */
import { untracked } from '@preact/signals-core';
import type { OpenFile } from '../../document/open-file.ts';
import { poseRequest } from '../../document/pose-request.ts';
import { formatCount } from '../../explain/describe.ts';
import { clipName, formatTime } from '../../motion/timeline/words.ts';
import { posedPieces } from '../../to-obj/input.ts';
import { leftOutOf } from '../../to-obj/to-obj.ts';
import { el } from '../../ui/dom.ts';
import { formRow } from '../../ui/form.ts';
import { optionsOf } from './choice.ts';
import { scaleRow } from './common-rows.ts';
import type { Exporter } from './exporter.ts';
import { piecesRow } from './form.ts';
import type { ObjZip } from './protocol.ts';
import { skinRows } from './skin-rows.ts';
import { chosenSkins } from './subject.ts';
import { infoNote, notesOn } from './words.ts';

/** @param file whose pose is that of now, however it goes on to play */
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
          if (!frame) throw new Error('this pose cannot be computed from what could be read.');
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
