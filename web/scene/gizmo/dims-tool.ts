/** The dims of the chosen animation in the picture: a handle on each face of the box, and the numbers. */
import type { ParsedFile, Vec3 } from '@lithoscope/core';
import { Vector3 } from 'three';
import type { OpenFile } from '../../document/open-file.ts';
import { dimsOf, draft } from '../../document/previews.ts';
import { activeFile } from '../../document/state.ts';
import { dimsOperations } from '../../edit/animations.ts';
import { change } from '../../edit/history.ts';
import { dimsPath } from '../../edit/lists/row.ts';
import { roundedText } from '../../explain/values.ts';
import { spoken } from '../../store/notices.ts';
import { button, el, fileText, setAttribute, visible } from '../../ui/dom.ts';
import { keyLabel } from '../../ui/keyboard.ts';
import { effect, onEnd } from '../../ui/scope.ts';
import { type PicturePoint, type Projection, projectPoint } from '../picking.ts';
import { dimsAtWork, type PictureHost } from '../picture-tools.ts';
import { endsGesture, mergeKey, numberField, onEscape } from './fields.ts';
import { formatNumbers } from './socket-changes.ts';

const AXES = ['X', 'Y', 'Z'] as const;
/** Maximum that assistive technology is told: a slider must have one, but dims are unlimited. */
const MAX_SPOKEN = 1e6;
const NO_DIMS: Readonly<Vec3> = [0, 0, 0];

interface Face {
  readonly element: HTMLButtonElement;
  readonly axis: number;
  readonly side: 1 | -1;
}

/** The current drag. */
interface Drag {
  readonly pointer: number;
  readonly face: Face;
  readonly file: OpenFile;
  /** Content of the file when the drag started. */
  readonly parsed: ParsedFile;
  readonly animation: number;
  readonly from: Readonly<Vec3>;
  /** Distance from the pointer to the face when the drag started, units. */
  readonly grip: number;
}

/** Follows the animation being edited. Its elements and listeners end with the current scope. */
export class DimsTool {
  readonly panel: HTMLElement;
  readonly #host: PictureHost;
  readonly #step: () => number;
  readonly #faces: readonly Face[];
  readonly #label = el('div', { class: 'scene-label gizmo-label', hidden: true });
  #drag: Drag | null = null;

  /** @param step gives the step of keys and snapped drags; reads signals */
  constructor(host: PictureHost, step: () => number) {
    this.#host = host;
    this.#step = step;
    this.#faces = AXES.flatMap((_, axis) => [this.#face(axis, 1), this.#face(axis, -1)]);
    const elements = this.#faces.map(({ element }) => element);
    host.element.append(...elements, this.#label);
    this.panel = this.#makePanel();
    onEscape(
      () => this.#drag !== null,
      () => this.#end(),
    );
    onEnd(() => {
      this.#end();
      for (const element of [...elements, this.#label]) element.remove();
    });
    effect(() => {
      const extents = this.#extents();
      for (const { element, axis } of this.#faces) {
        setAttribute(element, 'aria-valuenow', roundedText(extents[axis] ?? 0));
      }
    });
  }

  beforeDraw(): void {
    const drag = this.#drag;
    if (drag && (this.#host.scene()?.file.parsed !== drag.parsed || dimsAtWork() !== drag.animation))
      this.#end();
  }

  /** Moves the handles to the faces, or hides them if there is no box. */
  afterDraw(): void {
    const scene = this.#host.scene();
    const extents = scene && this.#hasBox() ? this.#extents() : null;
    const projection = scene && extents ? this.#host.stage.projection(scene.toWorld) : null;
    for (const { element, axis, side } of this.#faces) {
      const place = [0, 1, 2].map((i) => (i === axis ? side * (extents?.[i] ?? 0) : 0));
      const at = projection && projectPoint(place, 0, projection);
      element.hidden = at === null;
      if (at) element.style.transform = `translate(${at.left.toFixed(1)}px, ${at.top.toFixed(1)}px)`;
      if (at && this.#drag?.face.element === element) this.#label.style.transform = element.style.transform;
    }
    this.#label.hidden = this.#drag === null;
  }

  /** Reads signals. */
  #extents(): Readonly<Vec3> {
    draft.value;
    const file = activeFile.value;
    return (file && dimsOf(file, dimsAtWork())) ?? NO_DIMS;
  }

  /** Whether the file has dims that can be shown as a box. */
  #hasBox(): boolean {
    const file = activeFile.peek();
    const extents = this.#extents();
    return (
      file !== null &&
      extents.every(Number.isFinite) &&
      extents.some((half) => half !== 0) &&
      hasDims(file, dimsAtWork())
    );
  }

  #face(axis: number, side: 1 | -1): Face {
    const name = `${AXES[axis]} half size, ${side > 0 ? '+' : '−'}${AXES[axis]} face`;
    const element = button('', () => {}, {
      class: `dims-face axis-${AXES[axis]?.toLowerCase()}`,
      role: 'slider',
      'aria-label': name,
      'aria-valuemin': 0,
      'aria-valuemax': MAX_SPOKEN,
      title: `${name}: drag it or use the arrow keys; ${keyLabel('Ctrl')} snaps to steps. Both sides move.`,
      hidden: true,
    });
    const face = { element, axis, side };
    element.addEventListener('pointerdown', (event) => this.#press(event, face));
    element.addEventListener('pointermove', (event) => this.#move(event));
    element.addEventListener('pointerup', (event) => this.#release(event));
    element.addEventListener('pointercancel', (event) => {
      if (event.pointerId === this.#drag?.pointer) this.#end();
    });
    element.addEventListener('keydown', (event) => {
      const way = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key] ?? 0;
      if (way === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.#set(axis, (this.#extents()[axis] ?? 0) + way * this.#step(), 'dims keys');
    });
    endsGesture(element);
    return face;
  }

  #along(event: PointerEvent, axis: number): number | null {
    const scene = this.#host.scene();
    const { stage } = this.#host;
    return scene && alongAxis(stage.projection(scene.toWorld), stage.placeOf(event).point, axis);
  }

  #press(event: PointerEvent, face: Face): void {
    const file = activeFile.peek();
    const along = this.#along(event, face.axis);
    if (!file || this.#drag || event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    face.element.focus({ preventScroll: true });
    if (along === null) {
      spoken.value = 'This axis points at the camera. Rotate the view to drag the face.';
      return;
    }
    face.element.setPointerCapture(event.pointerId);
    const from = this.#extents();
    const grip = face.side * (from[face.axis] ?? 0) - along;
    this.#drag = {
      pointer: event.pointerId,
      face,
      file,
      parsed: file.parsed,
      animation: dimsAtWork(),
      from,
      grip,
    };
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (event.pointerId !== drag?.pointer) return;
    const { axis, side } = drag.face;
    const along = this.#along(event, axis);
    if (along === null) return;
    let half = Math.max(0, side * (along + drag.grip));
    const step = this.#step();
    if (event.ctrlKey || event.metaKey) half = Math.round(half / step) * step;
    const extents = drag.from.map((value, i) => (i === axis ? Math.fround(half) : value)) as Vec3;
    draft.value = { file: drag.file.id, dims: { animation: drag.animation, extents } };
    this.#label.textContent = `${AXES[axis]} ${roundedText(half)}`;
  }

  #release(event: PointerEvent): void {
    const drag = this.#drag;
    if (event.pointerId !== drag?.pointer) return;
    const extents = draft.peek()?.dims?.extents;
    this.#end();
    if (extents) setDims(drag.file, drag.animation, extents);
  }

  /** Ends a drag without applying it. */
  #end(): void {
    if (!this.#drag) return;
    this.#drag = null;
    draft.value = null;
    this.#host.stage.invalidate();
  }

  /** @param by the control that sets it: consecutive changes by one control are merged */
  #set(axis: number, value: number, by: string): void {
    const file = activeFile.peek();
    if (!file) return;
    const half = Math.fround(Math.max(0, Number(value.toPrecision(9))));
    const extents = this.#extents().map((other, i) => (i === axis ? half : other)) as Vec3;
    const animation = dimsAtWork();
    if (setDims(file, animation, extents, mergeKey(`${by} of ${animation}`)))
      spoken.value = `${AXES[axis]} ${roundedText(half)}`;
  }

  #makePanel(): HTMLElement {
    const title = el('strong', { class: 'tool-title' });
    effect(() => {
      const name = activeFile.value?.info.animations[dimsAtWork()]?.name ?? '';
      title.replaceChildren('Dims of ', fileText(name));
    });
    const fields = AXES.map((axis, i) =>
      numberField({
        label: axis,
        name: `Half size along ${axis}`,
        value: () => this.#extents()[i] ?? 0,
        step: this.#step,
        min: 0,
        set: (value) => this.#set(i, value, `dims ${axis} field`),
      }),
    );
    const panel = el(
      'section',
      { class: 'picture-tool', 'aria-label': 'Dims in the viewport' },
      el(
        'div',
        { class: 'tool-row' },
        title,
        el('div', { class: 'tool-numbers', role: 'group', 'aria-label': 'Half sizes' }, ...fields),
      ),
    );
    endsGesture(panel);
    effect(() => {
      const file = activeFile.value;
      panel.hidden = !file || !hasDims(file, dimsAtWork());
    });
    return panel;
  }
}

/** Sine of the angle between the axis and the line of sight below which a pointer says nothing about the axis. */
const MIN_SINE = 0.05;

/**
 * The coordinate along an axis through the origin (file space) that is nearest to what a place of the picture shows;
 * null when the axis points at the eye.
 * @param axis 0 is x, 1 is y, 2 is z
 */
export function alongAxis({ clip }: Projection, { x, y }: PicturePoint, axis: number): number | null {
  const toFile = clip.clone().invert();
  const from = new Vector3(x, y, -1).applyMatrix4(toFile);
  const sight = new Vector3(x, y, 1).applyMatrix4(toFile).sub(from).normalize();
  const along = sight.getComponent(axis);
  const square = 1 - along * along;
  if (!(square > MIN_SINE * MIN_SINE)) return null;
  // The points of the two lines that are nearest to each other.
  const value = (from.getComponent(axis) - along * from.dot(sight)) / square;
  return Number.isFinite(value) ? value : null;
}

/** Whether the file stores dims for an animation. */
function hasDims({ model }: OpenFile, animation: number): boolean {
  return model !== null && dimsPath(model, animation) !== null;
}

/** Changes dims, the half sizes of an animation's collision box. @param merge as in `Gesture` */
export function setDims(file: OpenFile, animation: number, extents: Readonly<Vec3>, merge?: string): boolean {
  const path = file.model && dimsPath(file.model, animation);
  const found = file.info.animations[animation];
  const operations = file.model && dimsOperations(file.model, animation, extents);
  if (!path || !found || !operations) return false;
  if (operations.length === 0) return true;
  return change(file, {
    label: `Change the dims of ${visible(found.name, 60)}`,
    path,
    operations,
    before: formatNumbers(found.extents),
    after: formatNumbers(extents),
    ...(merge !== undefined && { merge }),
  });
}
