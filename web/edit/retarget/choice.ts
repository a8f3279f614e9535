/** What the user chooses for a retarget: the source, the pairs of nodes, the animations; and what follows from that. */
import type { AbcFile, NodePairs, RetargetOptions } from '@lithoscope/core';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { type RetargetReport, reportOf } from '../../changes/retarget.ts';
import type { OpenFile } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { editingCore } from '../../store/lazy-cores.ts';

/** What the core takes as a scale. */
const LEAST_SCALE = 1e-4;
const MOST_SCALE = 1e4;

/** Both models, as they are now. */
export interface Models {
  readonly target: AbcFile;
  readonly source: AbcFile;
}

/** Pairs of nodes, and the same in words. */
export interface Paired {
  readonly pairs: NodePairs;
  readonly report: RetargetReport;
}

export class RetargetChoice {
  readonly file: OpenFile;
  /** The model with the animations; null: none is chosen. */
  readonly source: ReadonlySignal<OpenFile | null>;
  /** Nodes that the user paired by hand: index of the node of the target → of the source, −1 for none. */
  readonly map: Signal<ReadonlyMap<number, number>> = signal(new Map());
  readonly similar: Signal<boolean> = signal(true);
  readonly translations: Signal<'root' | 'all'> = signal('root');
  /** Factor for translations and dims; null: as the skeletons compare. NaN: what was entered is none. */
  readonly scale: Signal<number | null> = signal(null);
  /** Indices into the animations of the source. */
  readonly chosen: Signal<ReadonlySet<number>> = signal(new Set());
  /** The animation that the preview plays; −1 for none. */
  readonly played: Signal<number> = signal(-1);
  readonly #source: Signal<OpenFile | null> = signal(null);

  constructor(file: OpenFile) {
    this.file = file;
    this.source = computed(() => {
      const source = this.#source.value;
      return source && files.value.includes(source) ? source : null;
    });
  }

  /** Chooses a source; what was chosen for another one is dropped. */
  choose(source: OpenFile | null): void {
    batch(() => {
      this.#source.value = source;
      this.map.value = new Map();
      this.scale.value = null;
      this.played.value = -1;
      const animations = source?.info.animations ?? [];
      this.chosen.value = new Set(animations.flatMap(({ complete }, i) => (complete ? [i] : [])));
    });
  }

  /** Pairs a node by hand. @param from index of the node of the source, −1 for none */
  pair(node: number, from: number): void {
    this.map.value = new Map(this.map.peek()).set(node, from);
  }

  /** Both models; null without a source, and when the file is closed. Reads signals. */
  readonly models: ReadonlySignal<Models | null> = computed(() => {
    const source = this.source.value?.model ?? null;
    const target = files.value.includes(this.file) ? this.file.model : null;
    return source && target && { target, source };
  });

  /** Reads signals. */
  readonly options: ReadonlySignal<RetargetOptions> = computed(() => ({
    map: [...this.map.value],
    similar: this.similar.value,
    translations: this.translations.value,
    ...(isFactor(this.scale.value) && { scale: this.scale.value }),
  }));

  /** The pairs, or a sentence; null without a source. Reads signals. */
  readonly paired: ReadonlySignal<Paired | string | null> = computed(() => {
    const models = this.models.value;
    if (!models) return null;
    const pairs = editingCore().pairNodes(models.target, models.source, this.options.value);
    if ('refused' in pairs) return pairs.refused;
    return { pairs, report: reportOf(models.target.info, models.source.info, pairs) };
  });

  /** Why nothing can be added now, a sentence; '' when something can. Reads signals. */
  readonly obstacle: ReadonlySignal<string> = computed(() => {
    const paired = this.paired.value;
    if (paired === null) return 'Choose the model with the animations.';
    if (typeof paired === 'string') return paired;
    const { pairs, report } = paired;
    if (pairs.whyNot !== '') return pairs.whyNot;
    if ((this.source.value?.info.animations.length ?? 0) === 0) return 'That model has no animations.';
    if (report.pairs.every(({ source }) => source === null)) return 'No node matches. Pair nodes by hand.';
    if (this.scale.value !== null && !isFactor(this.scale.value))
      return 'The scale must be a number from 0.0001 to 10,000.';
    return this.chosen.value.size === 0 ? 'Choose an animation.' : '';
  });
}

/** Whether the core takes it as a scale. */
const isFactor = (scale: number | null): scale is number =>
  scale !== null && scale >= LEAST_SCALE && scale <= MOST_SCALE;
