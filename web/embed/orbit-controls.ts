/** Orbit controls: gestures over the picture of an element, and its camera on a sphere around the target. */
import { type Box3, MathUtils, Vector3 } from 'three';
import { anglesOf, type Orbit, type OrbitWish } from '../links/orbit.ts';
import { type Framing, viewDirection } from '../scene/framing.ts';

/** Gestures of the user. */
export interface Gestures {
  /** Orbits (radians) and zooms (factor of the distance). */
  move(by: { theta?: number; phi?: number; zoom?: number }): void;
  /** A press without movement, CSS pixels from the top left. */
  click(x: number, y: number): void;
  reset(): void;
  togglePlay(): void;
}

/** Steps of keys: radians, factor of the distance. */
const ORBIT_STEP = Math.PI / 36;
const ZOOM_STEP = 0.9;
/** Exponent of the zoom factor per pixel of the wheel. */
const WHEEL_STEP = 0.001;
const PIXELS_A_LINE = 33;
/** Greatest movement of a click, CSS pixels. */
const CLICK_REACH = 6;

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Held {
  x: number;
  y: number;
  readonly startX: number;
  readonly startY: number;
  isDragged: boolean;
}

/**
 * Listens to gestures. A finger orbits sideways; up and down it scrolls the page (`touch-action: pan-y` in the style
 * sheet), as the model is often as wide as a phone. The wheel zooms once the picture has the focus.
 */
export function listenToGestures(view: HTMLElement, gestures: Gestures): void {
  const held = new Map<number, Held>();
  view.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const { pointerId, clientX: x, clientY: y } = event;
    // Two fingers never click.
    for (const other of held.values()) other.isDragged = true;
    held.set(pointerId, { x, y, startX: x, startY: y, isDragged: held.size > 0 });
    view.setPointerCapture(pointerId);
  });
  view.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    const pointer = held.get(pointerId);
    if (!pointer) return;
    const spread = spreadOf(held);
    const right = clientX - pointer.x;
    const down = clientY - pointer.y;
    pointer.x = clientX;
    pointer.y = clientY;
    pointer.isDragged ||= Math.hypot(clientX - pointer.startX, clientY - pointer.startY) > CLICK_REACH;
    if (held.size > 1) {
      const now = spreadOf(held);
      if (spread > 0 && now > 0) gestures.move({ zoom: spread / now });
    } else if (pointer.isDragged) {
      // Half a turn per height of the picture, at any width.
      const angle = Math.PI / (view.clientHeight || 1);
      gestures.move({ theta: -right * angle, phi: -down * angle });
    }
  });
  const end = ({ pointerId, type }: PointerEvent) => {
    const pointer = held.get(pointerId);
    held.delete(pointerId);
    if (!pointer || pointer.isDragged || type !== 'pointerup') return;
    const { left, top } = view.getBoundingClientRect();
    gestures.click(pointer.startX - left, pointer.startY - top);
  };
  view.addEventListener('pointerup', end);
  view.addEventListener('pointercancel', end);
  view.addEventListener('dblclick', () => gestures.reset());
  view.addEventListener(
    'wheel',
    (event) => {
      // A pinch on a touchpad has ctrlKey; otherwise the page scrolls until the picture has the focus.
      const isFocused = (view.getRootNode() as ShadowRoot).activeElement === view;
      if (!isFocused && !event.ctrlKey) return;
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : PIXELS_A_LINE);
      const speed = event.ctrlKey ? 10 : 1;
      gestures.move({ zoom: Math.exp(Math.max(-500, Math.min(500, pixels)) * WHEEL_STEP * speed) });
    },
    { passive: false },
  );
  view.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !press(event.key, gestures)) return;
    event.preventDefault();
  });
}

/** Handles a key; returns false for an unused one. */
function press(key: string, gestures: Gestures): boolean {
  const arrow = ARROWS[key];
  if (arrow) gestures.move({ theta: arrow[0] * ORBIT_STEP, phi: arrow[1] * ORBIT_STEP });
  else if (key === '+' || key === '=') gestures.move({ zoom: ZOOM_STEP });
  else if (key === '-') gestures.move({ zoom: 1 / ZOOM_STEP });
  else if (key === '0' || key === 'Home') gestures.reset();
  else if (key === ' ') gestures.togglePlay();
  else return false;
  return true;
}

/** Distance of two fingers; 0 for any other number. */
function spreadOf(held: ReadonlyMap<number, Held>): number {
  const [a, b, more] = held.values();
  return a && b && !more ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

/** Smallest polar angle: a camera straight above has no up direction. */
const MIN_PHI = 0.01;
/** Limits of the distance, in radii of the model. */
const NEAREST = 0.02;
const FARTHEST = 40;
/** From the target towards the camera, a unit vector. */
export function directionOf({ theta, phi }: Pick<Orbit, 'theta' | 'phi'>): Vector3 {
  // A model looks along −Z in the world.
  return new Vector3(-Math.sin(theta) * Math.sin(phi), Math.cos(phi), -Math.cos(theta) * Math.sin(phi));
}

/**
 * The orbit for a request.
 * @param box framed box; world space, not empty
 * @param framing camera in a direction that has the whole box in view
 */
export function orbitFor(
  wish: OrbitWish,
  box: Box3,
  framing: (direction: Vector3) => Framing,
): Orbit & { target: Vector3 } {
  const usual = anglesOf(viewDirection(box));
  const theta = wish.theta ?? usual.theta;
  const phi = MathUtils.clamp(wish.phi ?? usual.phi, MIN_PHI, Math.PI - MIN_PHI);
  const { position, target, radius: size } = framing(directionOf({ theta, phi }));
  const whole = position.distanceTo(target);
  const { radius } = wish;
  const distance = radius === null ? whole : 'units' in radius ? radius.units : whole * radius.part;
  return { theta, phi, radius: MathUtils.clamp(distance, size * NEAREST, size * FARTHEST), target };
}

/** An orbit after turns (radians) and zoom (below 1: nearer). @param size radius of the model */
export function moved(
  { theta, phi, radius }: Orbit,
  by: { readonly theta?: number; readonly phi?: number; readonly zoom?: number },
  size: number,
): Orbit {
  return {
    theta: theta + (by.theta ?? 0),
    phi: MathUtils.clamp(phi + (by.phi ?? 0), MIN_PHI, Math.PI - MIN_PHI),
    radius: MathUtils.clamp(radius * (by.zoom ?? 1), size * NEAREST, size * FARTHEST),
  };
}
