/** Which panels are in view: the pane of a narrow page, the tabs of the columns, what is collapsed. */
import { batch, type Signal, signal } from '@preact/signals-core';
import { flag, keptSignal } from '../store/kept.ts';
import { focusOn, focusWhenThere } from './focus.ts';

/** What a narrow page shows one of at a time. */
export type Pane = 'model' | 'structure' | 'bytes';
export const pane: Signal<Pane> = signal('model');

export type LeftTab = 'structure' | 'model' | 'animations' | 'files' | 'library';
export const leftTab: Signal<LeftTab> = signal('structure');

export type RightTab = 'bytes' | 'table' | 'problems' | 'analysis' | 'changes';
export const rightTab: Signal<RightTab> = signal('bytes');

/** Panels that can give their room to the others. Kept. */
export const collapsed = {
  left: keptSignal('collapsed.left', flag(false)),
  right: keptSignal('collapsed.right', flag(false)),
  /** Keys, curves and events. */
  drawer: keptSignal('collapsed.drawer', flag(true)),
  card: keptSignal('collapsed.card', flag(false)),
} as const;

/** Brings the problems list into view, wherever it is hidden. */
export function showProblems(): void {
  batch(() => {
    pane.value = 'bytes';
    rightTab.value = 'problems';
    collapsed.right.value = false;
  });
}

/** Brings the list of changes into view, wherever it is hidden. */
export function showChanges(): void {
  batch(() => {
    pane.value = 'bytes';
    rightTab.value = 'changes';
    collapsed.right.value = false;
  });
}

/** Brings the library into view, wherever it is hidden. */
export function showLibrary(): void {
  batch(() => {
    pane.value = 'structure';
    leftTab.value = 'library';
    collapsed.left.value = false;
  });
}

/** Brings the list of animations into view, wherever it is hidden, and gives it the focus: when it comes, at the latest. */
export function focusAnimations(): void {
  batch(() => {
    pane.value = 'structure';
    leftTab.value = 'animations';
    collapsed.left.value = false;
  });
  focusWhenThere('animations');
}

/** Brings the bytes into view, wherever they are hidden. */
export function showBytes(): void {
  batch(() => {
    pane.value = 'bytes';
    collapsed.right.value = false;
  });
}

/** Brings the bytes into view and gives them the focus. */
export function focusBytes(): void {
  showBytes();
  focusOn('bytes');
}
