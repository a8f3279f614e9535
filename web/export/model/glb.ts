/** Models as GLB, in the dialog of an export. */
import type { GlbResult } from '../../to-glb/report.ts';
import { optionsOf } from './choice.ts';
import { transferOf } from './converter.ts';
import type { Exporter } from './exporter.ts';
import { glbForm } from './form.ts';
import { taskOf } from './subject.ts';
import { countsOf, notesOf } from './words.ts';

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
