/** Sockets as small axes with their names; each moves with its node. */
import { Group, type Matrix4 } from 'three';
import { el, fileText } from '../../../ui/dom.ts';
import type { Shown } from '../element-places.ts';
import { Lines } from '../lines.ts';
import { tokenColor } from '../palette.ts';
import { type Projection, projectPoint } from '../picking.ts';
import { socketMatrices } from '../sockets.ts';
import type { Overlay } from './overlay.ts';

/** Length of an axis, part of the model's size. */
const LENGTH = 0.05;
const WIDTH = 2;
const AXES = ['--axis-x', '--axis-y', '--axis-z'];

class Sockets implements Overlay {
  readonly object = new Group();
  readonly element = el('div');
  readonly #axes = AXES.map(() => new Lines(WIDTH));
  #names: HTMLElement[] = [];
  #of: Shown['file'] | null = null;
  #matrices: Matrix4[] = [];

  constructor() {
    this.object.add(...this.#axes.map((axis) => axis.object));
  }

  get note(): string {
    return this.#of && this.#of.info.sockets.length === 0 ? 'This file has no sockets.' : '';
  }

  update({ file, frame, size }: Shown): void {
    if (file !== this.#of) {
      this.#of = file;
      this.#names = file.info.sockets.map(({ name }) => fileText(name, 'scene-label'));
      this.element.replaceChildren(...this.#names);
    }
    this.#matrices = socketMatrices(file.info.sockets, frame.nodes);
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
    this.#matrices.forEach(({ elements }, i) => {
      const name = this.#names[i];
      const at = projectPoint(elements, 12, projection);
      if (!name) return;
      name.hidden = at === null;
      if (at) name.style.transform = `translate(${at.left.toFixed(1)}px, ${at.top.toFixed(1)}px)`;
    });
  }
}

export function socketsOverlay(): Overlay {
  return new Sockets();
}
