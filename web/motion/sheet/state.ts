/** What the parts of the dope sheet share: rows, the current row, and the selected keys. */

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { clipModel } from '../../document/animation-clips.ts';
import { currentKey, currentKeys } from '../../document/keyframes.ts';
import { seek } from '../../document/playback.ts';
import { select, selectedElement, selectionAt } from '../../document/selection.ts';
import { activeFile } from '../../document/state.ts';
import type { CopiedKeys } from '../../edit/key-copies.ts';
import { effect } from '../../ui/scope.ts';
import { isOwnClip, selectKey } from '../timeline/playhead.ts';
import { EVENTS, rowsOf, type SheetRow, Tracks } from './rows.ts';
import { TimeScale } from './scale.ts';

const NONE: ReadonlySet<number> = new Set();
/** A window lower or narrower than these opens without curves, CSS pixels. */
const LOW_WINDOW = 560;
const NARROW_WINDOW = 600;

export class SheetState {
  readonly scale = new TimeScale();
  /** Of the tree. */
  readonly folded = signal(NONE);
  /** Words of the filter. */
  readonly text = signal('');
  /** Whether nodes that an animation does not move have no row. */
  readonly onlyMoving = signal(false);
  /** Node of the current row, or `EVENTS`. */
  readonly current = signal(EVENTS);
  /** Selected keys, which are those of the whole animation: a key holds the transforms of all nodes. */
  readonly selected = signal(NONE);
  /** Whether the curves of the current row are shown: at first where the rows have room beside them. */
  readonly hasCurves = signal(window.innerHeight >= LOW_WINDOW && window.innerWidth >= NARROW_WINDOW);
  /** What `Paste` puts at the playhead, of this file or of another. */
  readonly copied = signal<CopiedKeys | null>(null);
  /** Null without keys. */
  readonly tracks: ReadonlySignal<Tracks | null> = computed(() => {
    const file = activeFile.value;
    const clip = file?.playback.clip.value;
    const model = file && clip && clip.animation >= 0 ? clipModel(file, clip) : null;
    return model && clip ? new Tracks(model, clip.animation, file?.info.nodes.length ?? 0) : null;
  });
  readonly rows: ReadonlySignal<readonly SheetRow[]> = computed(() => {
    const tracks = this.tracks.value;
    const isWanted = (node: number) => !this.onlyMoving.value || tracks?.of(node)?.moves === true;
    const choice = { folded: this.folded.value, text: this.text.value, isWanted };
    return rowsOf(activeFile.value?.info.nodes ?? [], choice);
  });

  constructor() {
    effect(() => {
      // An edit moves the keys, and another animation has others.
      const file = activeFile.value;
      file?.content.value;
      file?.playback.clip.value;
      this.selected.value = NONE;
    });
    effect(() => {
      activeFile.value?.id;
      this.folded.value = NONE;
      this.current.value = EVENTS;
    });
    effect(() => {
      const file = activeFile.value;
      if (!file) return;
      const { node, animation, keyframe } = selectedElement(file);
      if (node !== undefined) this.#open(node);
      if (keyframe !== undefined && isOwnClip(file, animation)) this.selected.value = new Set([keyframe]);
    });
  }

  /** The keys that a command is about: the selected ones, or else the one at the playhead. Reads signals. */
  get meant(): readonly number[] {
    const { length } = currentKeys.value.times;
    if (length === 0) return [];
    return this.selected.value.size > 0 ? [...this.selected.value].sort((a, b) => a - b) : [currentKey.value];
  }

  /** Makes a row the current one; the view, the outline and the bytes follow to its node. */
  choose(node: number): void {
    const file = activeFile.peek();
    batch(() => {
      this.current.value = node;
      if (file && node !== EVENTS && selectedElement(file).node !== node)
        select(file, selectionAt(file, file.parsed.pathOf({ node })), 'timeline');
    });
  }

  /** Selects a key alone, with its bytes: those of its transform in the row of a node. */
  chooseKey(node: number, key: number): void {
    const file = activeFile.peek();
    if (!file) return;
    const { child, animation } = file.playback.clip.peek();
    batch(() => {
      this.current.value = node;
      if (child !== 0 || node === EVENTS) selectKey(file, key);
      else
        select(file, selectionAt(file, file.parsed.pathOf({ animation, node, keyframe: key })), 'timeline');
      this.selected.value = new Set([key]);
      seek(file, currentKeys.peek().times[key] ?? 0);
    });
  }

  /** Adds keys to the selection, or takes them out. */
  toggle(keys: readonly number[], isIn = !keys.every((key) => this.selected.peek().has(key))): void {
    const next = new Set(this.selected.peek());
    for (const key of keys) {
      if (isIn) next.add(key);
      else next.delete(key);
    }
    this.selected.value = next;
  }

  selectAll(): void {
    this.selected.value = new Set(currentKeys.peek().times.keys());
  }

  fold(node: number, isFolded: boolean): void {
    const next = new Set(this.folded.peek());
    if (isFolded) next.add(node);
    else next.delete(node);
    this.folded.value = next;
  }

  /** Whether a row has a mark at a key. */
  hasMark(node: number, key: number): boolean {
    if (node === EVENTS) return (currentKeys.peek().strings[key] ?? '') !== '';
    return this.tracks.peek()?.of(node)?.changes[key] === 1;
  }

  /** Shows the row of a node that was selected elsewhere. */
  #open(node: number): void {
    const nodes = activeFile.peek()?.info.nodes ?? [];
    const folded = new Set(this.folded.peek());
    for (let at = nodes[node]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) folded.delete(at);
    batch(() => {
      if (folded.size !== this.folded.peek().size) this.folded.value = folded;
      this.current.value = node;
    });
  }
}
