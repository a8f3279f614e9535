/** What the tab "Model" lists.  */

import { animationSourcesOf, clipGroups } from '../../store/clips.ts';
import type { OpenFile } from '../../store/state.ts';
import { mountChildModels } from '../motion/child-models.ts';
import { mountLayers } from '../motion/layers.ts';
import { mountReading } from '../motion/reading.ts';
import { mountSkins } from '../textures/section.ts';
import { mountFacts } from './facts.ts';
import { mountNodes } from './nodes.ts';
import { mountPieces } from './pieces.ts';
import { mountSockets } from './sockets.ts';

export interface Section {
  /** Remembers whether it is open. */
  readonly id: string;
  readonly title: string;
  /** How many things it lists; '' stands beside the title as nothing, null hides the section. Reads signals. */
  readonly count: (file: OpenFile) => number | '' | null;
  /** Open until the user closes it. */
  readonly open?: boolean;
  /** Fills the section, when it is first opened; it follows the active file by itself. */
  readonly mount: (host: HTMLElement) => void;
}

/** Sections in the order of the page. */
export const sections: readonly Section[] = [
  {
    id: 'pieces',
    title: 'Pieces',
    count: ({ info }) => info.pieces.length || null,
    open: true,
    mount: mountPieces,
  },
  {
    id: 'skins',
    title: 'Skins',
    count: ({ model, skins, info }) => (model && info.counts.faces > 0 ? skins.worn.value.size || '' : null),
    open: true,
    mount: mountSkins,
  },
  {
    id: 'nodes',
    title: 'Nodes',
    count: ({ info }) => info.nodes.length || null,
    mount: mountNodes,
  },
  {
    id: 'sockets',
    title: 'Sockets',
    count: ({ info }) => info.sockets.length || null,
    mount: mountSockets,
  },
  {
    id: 'children',
    title: 'Child models',
    count: (file) => (file.model && file.info.version !== 6 ? animationSourcesOf(file).length || '' : null),
    mount: mountChildModels,
  },
  {
    id: 'layers',
    title: 'Layers',
    count: (file) =>
      clipGroups(file).some((group) => group.file.info.animations.length > 0)
        ? file.playback.layers.value.length || ''
        : null,
    mount: mountLayers,
  },
  {
    id: 'reading',
    title: 'How it is read',
    count: ({ info, model }) => (model && info.version === 6 ? '' : null),
    mount: mountReading,
  },
  {
    id: 'facts',
    title: 'About the model',
    count: ({ model }) => (model ? '' : null),
    mount: mountFacts,
  },
];
