/** What the strip shows of one kind of results; each kind makes its own. */
import type { MenuItem } from '../../ui/menu.ts';
import type { ListedRow } from './list.ts';

/** A state of the results. */
export interface ResultsNow {
  /** Their number, in words: `3 hits`. */
  readonly count: string;
  /** What they are: `of text “Head” in this file`. */
  readonly what: string;
  /** Rows of the list. */
  readonly rows: number;
  /** The current row; −1: none. */
  readonly current: number;
  /** They are of another file: there is no strip. */
  readonly isElsewhere?: boolean;
}

/** Made when the strip shows the kind, in a scope that ends when it shows another. */
export interface ResultsSource {
  /** Name of the list. */
  readonly label: string;
  /** Reads signals. */
  now(): ResultsNow;
  /** The row at an index; null when it no longer exists. Called for rows in view only. */
  row(index: number): ListedRow | null;
  choose(index: number): void;
  /** Goes to the next or previous result, where that is not the next or previous row. */
  step?(direction: 1 | -1): void;
  /** Any other key on the list. @returns whether it was used */
  key?(name: string, index: number): boolean;
  /** Controls above the list. */
  readonly options?: readonly HTMLElement[];
  /** Below the list. */
  readonly foot?: HTMLElement;
  /** The menu “⋯” of the strip, in groups. */
  menu?(): readonly (readonly MenuItem[])[];
  /** Called when the strip is closed. */
  close?(): void;
}
