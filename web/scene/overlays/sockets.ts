/** Sockets: where they are in a pose, and their overlay of small axes with names. */

import type { SocketInfo } from '@lithoscope/core';
import { Group, Matrix4, Quaternion, Vector3 } from 'three';
import type { DrawnFile } from '../../document/open-file.ts';
import { socketsOf } from '../../document/previews.ts';

import { el, fileText } from '../../ui/dom.ts';
import { Lines } from '../lines.ts';
import { tokenColor } from '../palette.ts';
import { type Projection, projectPoint } from '../picking.ts';
import { freeTop, type Taken } from './names.ts';
import type { Overlay, Shown } from './overlay.ts';

/** Of an axis: length as a part of the model's size, width in CSS pixels. */
const LENGTH = 0.05;
const WIDTH = 2;
/** Names that are written; a file may claim any number of sockets. */
const MAX_NAMES = 200;
const AXES = ['--axis-x', '--axis-y', '--axis-z'];

const ONE = new Vector3(1, 1, 1);

/**
 * The axes and places of sockets in file space: the node's matrix times the socket's transform. A socket whose node
 * does not exist is where its numbers say.
 * @param nodes `Frame.nodes`: 16 row-major numbers a node
 */
export function socketMatrices(sockets: readonly SocketInfo[], nodes: Float32Array): Matrix4[] {
  return sockets.map(({ node, rotation, location }) => {
    const local = new Matrix4().compose(
      new Vector3(...location),
      new Quaternion(...rotation).normalize(),
      ONE,
    );
    const matrix = nodes.subarray(node * 16, node * 16 + 16);
    return matrix.length === 16 ? local.premultiply(new Matrix4().fromArray(matrix).transpose()) : local;
  });
}

/** Each socket moves with its node. */
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
