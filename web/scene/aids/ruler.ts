/**
 * The ruler: three scales around the model, along the ground and up from it. Their numbers are a part of the scene, so
 * that saved pictures have them.
 */

import { CanvasTexture, Group, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace, Vector3 } from 'three';
import { roundedText } from '../../explain/values.ts';
import { cssColor } from '../../ui/theme.ts';
import { Lines } from '../lines.ts';
import { disposeAll } from '../model-view.ts';
import { tokenColor } from '../palette.ts';
import type { Overlay, Shown } from '../scene-inputs.ts';
import { LONG_MARK, scaleLines, scalesOf } from './ruler-scales.ts';

/** Widths of lines, CSS pixels. */
const WIDTH = 1.5;
/** Height of a number, share of the step between two. */
const NUMBER = 0.36;
/** Height of the texture of a number, and of its letters, texels. */
const TEXELS = 64;
const LETTERS = 44;
/** As dots over the model (lines.ts). */
const OVER_THE_MODEL = 11;

const PLACE = new Vector3();

/** A number as a picture that faces the camera. @param height of its letters, units */
function numberMesh(text: string, height: number): Mesh {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const font = `600 ${LETTERS}px sans-serif`;
  if (context) context.font = font;
  canvas.width = Math.ceil((context?.measureText(text).width ?? 0) + LETTERS / 2);
  canvas.height = TEXELS;
  if (context) {
    // A new size has reset it.
    context.font = font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = LETTERS / 5;
    context.strokeStyle = cssColor('--panel');
    context.fillStyle = cssColor('--text');
    context.strokeText(text, canvas.width / 2, TEXELS / 2);
    context.fillText(text, canvas.width / 2, TEXELS / 2);
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const material = new MeshBasicMaterial({ map, depthTest: false, transparent: true });
  material.addEventListener('dispose', () => map.dispose());
  const mesh = new Mesh(new PlaneGeometry(), material);
  const size = new Vector3((height * canvas.width) / TEXELS, height, 1);
  mesh.renderOrder = OVER_THE_MODEL;
  mesh.frustumCulled = false;
  // three.js then computes its place in the picture from this matrix.
  mesh.onBeforeRender = (_, _scene, camera) => {
    PLACE.setFromMatrixPosition(mesh.matrixWorld);
    mesh.matrixWorld.extractRotation(camera.matrixWorld).scale(size).setPosition(PLACE);
  };
  return mesh;
}

export class Ruler implements Overlay {
  readonly object = new Group();
  note = '';
  readonly #lines = new Lines(WIDTH);
  #numbers = new Group();
  /** What the scales were made of. */
  #madeOf: readonly unknown[] = [];
  #theme = 0;

  constructor() {
    this.object.add(this.#lines.object, this.#numbers);
  }

  update({ inputs: { options, mirrorZ }, rest, step: moved }: Shown): void {
    this.object.position.set(moved.x, 0, moved.z);
    this.object.visible = !rest.isEmpty();
    const height = options.figure ? options.figureHeight : 0;
    const of = [...rest.min.toArray(), ...rest.max.toArray(), height, mirrorZ, this.#theme];
    if (rest.isEmpty() || of.every((value, i) => value === this.#madeOf[i])) return;
    this.#madeOf = of;
    // A model faces −Z in the world (framing.ts).
    const { step, scales } = scalesOf(rest, height, mirrorZ ? 1 : -1);
    this.#lines.set(scales.flatMap((scale) => scaleLines(scale, step)));
    this.object.remove(this.#numbers);
    disposeAll(this.#numbers);
    this.#numbers = new Group();
    this.object.add(this.#numbers);
    for (const { axis, origin, side, first, last } of scales) {
      for (let i = first; i <= last; i++) {
        const number = numberMesh(roundedText(i * step), NUMBER * step);
        number.position.copy(origin).addScaledVector(side, (LONG_MARK + NUMBER) * step);
        number.position.setComponent(axis, origin.getComponent(axis) + i * step);
        this.#numbers.add(number);
      }
    }
    const size = rest
      .getSize(new Vector3())
      .toArray()
      .map((side) => roundedText(Number(side.toFixed(1))))
      .join(' × ');
    this.note = `Ruler: a number every ${roundedText(step)} units; model at rest: ${size}`;
  }

  paint(): void {
    this.#lines.paint(tokenColor('--text-dim'));
    this.#theme++;
  }
}
