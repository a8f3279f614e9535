/** The scale figure: a human of a chosen height, who stands on the ground beside the model. */

import {
  type BufferGeometry,
  CapsuleGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
} from 'three';
import { roundedText } from '../../explain/values.ts';
import { el } from '../../ui/dom.ts';
import { tokenColor } from '../palette.ts';
import { type Projection, projectPoint } from '../picking.ts';
import type { Overlay, Shown } from '../scene-inputs.ts';
import { figureBox } from './boxes.ts';

/** Sides of round parts. */
const SIDES = 16;

/** A limb of a figure of height 1, whose feet are at 0: from a point to another one, which are the middles of its ends. */
interface Limb {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly radius: number;
}

/** By the usual proportions of drawing: eight heads, the hip in the middle. */
const TRUNK: readonly Limb[] = [
  { from: [0, 0.54], to: [0, 0.74], radius: 0.085 },
  { from: [-0.07, 0.775], to: [0.07, 0.775], radius: 0.05 },
  { from: [0, 0.8], to: [0, 0.87], radius: 0.03 },
];
/** Of one side; the other one is its mirror image. */
const SIDE: readonly Limb[] = [
  { from: [0.055, 0.5], to: [0.065, 0.29], radius: 0.05 },
  { from: [0.065, 0.29], to: [0.07, 0.04], radius: 0.038 },
  { from: [0.135, 0.775], to: [0.165, 0.6], radius: 0.033 },
  { from: [0.165, 0.6], to: [0.175, 0.43], radius: 0.027 },
];
const HEAD = { y: 0.935, radius: 0.065 };

function limb({ from: [x, y], to: [toX, toY], radius }: Limb): BufferGeometry {
  const [dx, dy] = [toX - x, toY - y];
  return new CapsuleGeometry(radius, Math.hypot(dx, dy), SIDES / 4, SIDES)
    .rotateZ(Math.atan2(-dx, dy))
    .translate((x + toX) / 2, (y + toY) / 2, 0);
}

const mirrored = ({ from, to, radius }: Limb): Limb => ({
  from: [-from[0], from[1]],
  to: [-to[0], to[1]],
  radius,
});

export function figure(): Overlay {
  const material = new MeshStandardMaterial({ roughness: 0.9 });
  const body = new Group();
  const object = new Group();
  object.add(body);
  const parts = [...TRUNK, ...SIDE, ...SIDE.map(mirrored)].map(limb);
  parts.push(new SphereGeometry(HEAD.radius, SIDES, SIDES).translate(0, HEAD.y, 0));
  for (const part of parts) body.add(new Mesh(part, material));
  const label = el('div', { class: 'scene-label scene-distance' });
  const top = [0, 0, 0];
  return {
    object,
    element: el('div', {}, label),
    update({ inputs, rest, step }: Shown) {
      const height = inputs.options.figureHeight;
      body.visible = !rest.isEmpty();
      if (!body.visible) return;
      const { min, max } = figureBox(rest, height);
      body.position.set((min.x + max.x) / 2 + step.x, min.y, (min.z + max.z) / 2 + step.z);
      body.scale.setScalar(height);
      top.splice(0, 3, body.position.x, max.y, body.position.z);
      label.textContent = `${roundedText(height)} units`;
    },
    paint() {
      material.color.copy(tokenColor('--figure'));
    },
    place(projection: Projection) {
      const at = projectPoint(top, 0, projection);
      label.hidden = at === null || !body.visible;
      if (at) label.style.transform = `translate(${at.left.toFixed(1)}px, ${at.top.toFixed(1)}px)`;
    },
  };
}
