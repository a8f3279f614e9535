/** A small cross that shows how the file's axes lie in the picture. */
import { Matrix4, type PerspectiveCamera, Vector3 } from 'three';

const SVG = 'http://www.w3.org/2000/svg';
/** Of the picture, in CSS pixels; the axes go out from its middle. */
const SIZE = 64;
const LENGTH = 20;
const LETTER_AT = 27;

interface Axis {
  direction: Vector3;
  group: SVGGElement;
  line: SVGLineElement;
  letter: SVGTextElement;
}

/** An SVG picture of +X, +Y and +Z of file space. */
export class Axes {
  readonly element = document.createElementNS(SVG, 'svg');
  readonly #axes: Axis[];
  readonly #seen = new Matrix4();
  #mirrorZ = false;

  constructor() {
    this.element.setAttribute('viewBox', `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`);
    this.element.classList.add('axes');
    this.element.setAttribute('role', 'img');
    this.element.setAttribute('aria-label', 'Axes of the file: X to the right, Y up, Z forward');
    this.#axes = [
      this.#add('x', new Vector3(1, 0, 0)),
      this.#add('y', new Vector3(0, 1, 0)),
      this.#add('z', new Vector3(0, 0, 1)),
    ];
  }

  /**
   * Turns the cross as the camera sees it.
   * @param mirrorZ as `Info.space.mirrorZ`: the scene shows +Z of the file as −Z
   */
  update(camera: PerspectiveCamera, mirrorZ: boolean): void {
    if (this.#seen.equals(camera.matrixWorldInverse) && this.#mirrorZ === mirrorZ) return;
    this.#seen.copy(camera.matrixWorldInverse);
    this.#mirrorZ = mirrorZ;
    const seen = this.#axes.map((axis) => {
      const place = axis.direction.clone();
      if (mirrorZ) place.z = -place.z;
      return { axis, place: place.transformDirection(camera.matrixWorldInverse) };
    });
    // Nearest last, so that it covers the others.
    seen.sort((a, b) => a.place.z - b.place.z);
    for (const { axis, place } of seen) {
      axis.line.setAttribute('x2', (place.x * LENGTH).toFixed(2));
      axis.line.setAttribute('y2', (-place.y * LENGTH).toFixed(2));
      axis.letter.setAttribute('x', (place.x * LETTER_AT).toFixed(2));
      axis.letter.setAttribute('y', (-place.y * LETTER_AT).toFixed(2));
      this.element.append(axis.group);
    }
  }

  #add(name: string, direction: Vector3): Axis {
    const group = document.createElementNS(SVG, 'g');
    const line = document.createElementNS(SVG, 'line');
    const letter = document.createElementNS(SVG, 'text');
    group.classList.add(`axis-${name}`);
    letter.textContent = name.toUpperCase();
    group.append(line, letter);
    this.element.append(group);
    return { direction, group, line, letter };
  }
}
