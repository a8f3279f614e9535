/** The axes gizmo: shows the directions of the file's axes, and looks along each of them. */
import { Matrix4, type PerspectiveCamera, Vector3 } from 'three';
import { setAttribute } from '../ui/dom.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Side of the gizmo and length of its axes, CSS pixels. */
const SIZE = 88;
const LENGTH = 31;
/** Radii of the balls at the ends, and of their hit areas. */
const BALL = 9;
const SMALL_BALL = 6;
const REACH = 12;
/** The camera looks along an axis when the cosine of the angle between them is larger. */
const ALONG = 0.9995;

/** A side to look from, degrees; arguments of `directionTo` (framing.ts). */
export interface Side {
  readonly azimuth: number;
  readonly elevation: number;
}

/** One of the six ends. */
interface End {
  /** File space. */
  readonly direction: Vector3;
  readonly sign: 1 | -1;
  readonly letter: string;
  readonly group: SVGGElement;
  readonly title: SVGTitleElement;
  readonly line: SVGLineElement | null;
  readonly balls: readonly SVGElement[];
}

/**
 * An SVG picture of the axes of file space. A press on an end looks from there, or from the opposite side when the
 * camera is already there. The keyboard has commands for the same (`camera.front` and so on).
 */
export class Axes {
  readonly element = document.createElementNS(SVG, 'svg');
  readonly #ends: readonly End[];
  readonly #look: (side: Side) => void;
  readonly #seen = new Matrix4();
  #mirrorZ: boolean | null = null;

  /** @param look moves the camera to a side of the model */
  constructor(look: (side: Side) => void) {
    this.#look = look;
    this.element.setAttribute('viewBox', `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`);
    this.element.setAttribute('preserveAspectRatio', 'xMinYMax');
    this.element.classList.add('axes');
    this.element.setAttribute('role', 'img');
    this.element.setAttribute('aria-label', 'Axes of the file: X to the right, Y up, Z forward');
    this.#ends = ([1, -1] as const).flatMap((sign) =>
      [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((axis, i) =>
        this.#add('XYZ'[i] ?? '', axis.multiplyScalar(sign), sign),
      ),
    );
  }

  /**
   * Turns the axes as the camera sees them.
   * @param mirrorZ as `Info.space.mirrorZ`: the scene shows +Z of the file as −Z
   */
  update(camera: PerspectiveCamera, mirrorZ: boolean): void {
    if (this.#seen.equals(camera.matrixWorldInverse) && this.#mirrorZ === mirrorZ) return;
    this.#seen.copy(camera.matrixWorldInverse);
    if (this.#mirrorZ !== mirrorZ) {
      this.#mirrorZ = mirrorZ;
      for (const end of this.#ends) end.title.textContent = titleOf(end, inWorld(end.direction, mirrorZ));
    }
    const seen = this.#ends.map((end) => ({
      end,
      place: inWorld(end.direction, mirrorZ).transformDirection(camera.matrixWorldInverse),
    }));
    // Nearest last, so that it covers the others.
    seen.sort((a, b) => a.place.z - b.place.z);
    for (const { end, place } of seen) {
      const [x, y] = [place.x * LENGTH, -place.y * LENGTH].map((at) => at.toFixed(2)) as [string, string];
      if (end.line) setAttribute(end.line, 'x2', x);
      if (end.line) setAttribute(end.line, 'y2', y);
      for (const ball of end.balls) setAttribute(ball, 'transform', `translate(${x} ${y})`);
      this.element.append(end.group);
    }
  }

  #add(letter: string, direction: Vector3, sign: 1 | -1): End {
    const group = document.createElementNS(SVG, 'g');
    group.classList.add(`axis-${letter.toLowerCase()}`);
    if (sign < 0) group.classList.add('axis-negative');
    const title = document.createElementNS(SVG, 'title');
    const line = sign > 0 ? document.createElementNS(SVG, 'line') : null;
    const reach = circle(REACH, 'axis-reach');
    const ball = circle(sign > 0 ? BALL : SMALL_BALL, 'axis-ball');
    const name = document.createElementNS(SVG, 'text');
    name.textContent = sign > 0 ? letter : '';
    group.append(title, ...(line ? [line] : []), reach, ball, name);
    this.element.append(group);
    const end: End = { direction, sign, letter, group, title, line, balls: [reach, ball, name] };
    group.addEventListener('click', () => this.#press(end));
    return end;
  }

  #press({ direction }: End): void {
    const side = inWorld(direction, this.#mirrorZ ?? false);
    // The camera looks along its own −Z.
    const { z } = side.clone().transformDirection(this.#seen);
    this.#look(sideOf(z > ALONG ? side.negate() : side));
  }
}

function inWorld(direction: Vector3, mirrorZ: boolean): Vector3 {
  const place = direction.clone();
  if (mirrorZ) place.z = -place.z;
  return place;
}

/** Azimuth and elevation of a direction along a world axis; a model faces −Z. */
function sideOf({ x, y, z }: Vector3): Side {
  if (y !== 0) return { azimuth: 0, elevation: 90 * y };
  return { azimuth: x !== 0 ? 90 * x : z < 0 ? 0 : 180, elevation: 0 };
}

function titleOf({ sign, letter }: Pick<End, 'sign' | 'letter'>, { x, y, z }: Vector3): string {
  const from =
    x > 0
      ? 'the model’s right'
      : x < 0
        ? 'the model’s left'
        : y > 0
          ? 'above'
          : y < 0
            ? 'below'
            : z < 0
              ? 'the front'
              : 'the back';
  return `${sign > 0 ? '+' : '−'}${letter}: look from ${from}; click again for the opposite side`;
}

function circle(radius: number, className: string): SVGCircleElement {
  const element = document.createElementNS(SVG, 'circle');
  element.setAttribute('r', String(radius));
  element.classList.add(className);
  return element;
}
