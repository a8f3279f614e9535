/** What the tab "Model" lists. Each section is loaded when it is first opened. */

import { clipGroups, donorsOf } from '../../store/clips.ts';
import type { OpenFile } from '../../store/state.ts';

export interface Section {
  /** Remembers whether it is open. */
  readonly id: string;
  readonly title: string;
  /** How many things it lists; '' stands beside the title as nothing, null hides the section. Reads signals. */
  readonly count: (file: OpenFile) => number | '' | null;
  /** Open until the user closes it. */
  readonly open?: boolean;
  /** Gives what fills the section; that follows the active file by itself. */
  readonly load: () => Promise<(host: HTMLElement) => void>;
}

/** Sections in the order of the page. */
export const sections: readonly Section[] = [
  {
    id: 'pieces',
    title: 'Pieces',
    count: ({ info }) => info.pieces.length || null,
    open: true,
    load: async () => (await import('./pieces.ts')).mountPieces,
  },
  {
    id: 'skins',
    title: 'Skins',
    count: ({ model, skins, info }) => (model && info.counts.faces > 0 ? skins.value.size || '' : null),
    open: true,
    load: async () => (await import('../textures/section.ts')).mountSkins,
  },
  {
    id: 'nodes',
    title: 'Nodes',
    count: ({ info }) => info.nodes.length || null,
    load: async () => (await import('./nodes.ts')).mountNodes,
  },
  {
    id: 'sockets',
    title: 'Sockets',
    count: ({ info }) => info.sockets.length || null,
    load: async () => (await import('./sockets.ts')).mountSockets,
  },
  {
    id: 'children',
    title: 'Child models',
    count: (file) => (file.model && file.info.version !== 6 ? donorsOf(file).length || '' : null),
    load: async () => (await import('../motion/child-models.ts')).mountChildModels,
  },
  {
    id: 'layers',
    title: 'Layers',
    count: (file) =>
      clipGroups(file).some((group) => group.file.info.animations.length > 0)
        ? file.layers.value.length || ''
        : null,
    load: async () => (await import('../motion/layers.ts')).mountLayers,
  },
  {
    id: 'reading',
    title: 'How it is read',
    count: ({ info, model }) => (model && info.version === 6 ? '' : null),
    load: async () => (await import('../motion/reading.ts')).mountReading,
  },
  {
    id: 'facts',
    title: 'About the model',
    count: ({ model }) => (model ? '' : null),
    load: async () => (await import('./facts.ts')).mountFacts,
  },
];
