import { Group, type Matrix4 } from 'three';
import type { DrawnFile } from '../../document/open-file.ts';
import { socketsOf } from '../../document/previews.ts';
import { el, fileText } from '../../ui/dom.ts';
import { socketMatrices } from '../element-places.ts';
import { Lines } from '../lines.ts';
import { tokenColor } from '../palette.ts';
import { type Projection, projectPoint } from '../picking.ts';
import type { Overlay, Shown } from '../scene-inputs.ts';
import { freeTop, type Taken } from './names.ts';

/** Length of an axis as a fraction of the model's size, and width in CSS pixels. */
const LENGTH = 0.05;
const WIDTH = 2;
/** Most names that are shown; a file may claim any number of sockets. */
const MAX_NAMES = 200;
const AXES = ['--axis-x', '--axis-y', '--axis-z'];

/** The sockets in the current pose. */
export class Sockets implements Overlay {
  readonly object = new Group();
  readonly element: HTMLElement;
  readonly note: string;
  readonly #axes = AXES.map(() => new Lines(WIDTH));
  readonly #names: HTMLElement[];
  #matrices: Matrix4[] = [];

  constructor({ info: { sockets } }: DrawnFile) {
    this.note = sockets.length === 0 ? 'This file has no sockets.' : '';
    this.#names = sockets.slice(0, MAX_NAMES).map(({ name }) => fileText(name, 'scene-label'));
    this.element = el('div', {}, ...this.#names);
    this.object.add(...this.#axes.map((axis) => axis.object));
  }

  update({ file, frame, size }: Shown): void {
    this.#matrices = socketMatrices(socketsOf(file), frame.nodes);
    this.#axes.forEach((axis, a) => {
      axis.set(
        this.#matrices.flatMap(({ elements: e }) => {
          const [x = 0, y = 0, z = 0] = e.slice(12, 15);
          const end = (row: number) => (e[12 + row] ?? 0) + (e[a * 4 + row] ?? 0) * size * LENGTH;
          return [x, y, z, end(0), end(1), end(2)];
        }),
      );
    });
  }

  paint(): void {
    this.#axes.forEach((axis, a) => {
      axis.paint(tokenColor(AXES[a] ?? ''));
    });
  }

  place(projection: Projection): void {
    const taken: Taken[] = [];
    for (const [i, name] of this.#names.entries()) {
      const matrix = this.#matrices[i];
      const at = matrix ? projectPoint(matrix.elements, 12, projection) : null;
      name.hidden = at === null;
      if (!at) continue;
      const top = freeTop(taken, at, name.textContent ?? '');
      name.style.transform = `translate(${at.left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    }
  }
}
