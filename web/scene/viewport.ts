/** The viewport panel: canvas, overlays, keys, and in words what cannot be drawn. */
import { effect } from '@preact/signals-core';
import { saveBlob } from '../clipboard.ts';
import { el } from '../dom.ts';
import { activeFile, announcement, type CameraState, type OpenFile, select, view } from '../state.ts';
import { counted } from '../structure/describe.ts';
import { elementPath, selectionAt } from '../structure/elements.ts';
import { poseRequest } from '../structure/pose-request.ts';
import { theme } from '../theme.ts';
import { Axes } from './axes.ts';
import { frameRequests, pictureRequests } from './commands.ts';
import { FileScene } from './file-scene.ts';
import type { DrawnCounts } from './model-view.ts';
import { onClick } from './picking.ts';
import { pictureName } from './picture-name.ts';
import './scene.css';
import { Stage } from './stage.ts';
import { sceneToolbar } from './toolbar.ts';

/** Height of the line of counts, CSS pixels. */
const BOTTOM_INSET = 32;

const NO_WEBGL =
  'This browser gives no WebGL, so the model cannot be drawn. Structure and bytes work without it.';
const CONTEXT_LOST = 'The graphics card took the picture away. It comes back as soon as the card allows it.';

/**
 * Builds the viewport in `host`. Attributes of the host say what the last drawn picture shows, so that a
 * test can wait for it: `data-pose` (`animation@milliseconds`, −1 is the bind pose), `data-triangles`,
 * `data-drawn` (pictures so far).
 */
export function mountViewport(host: HTMLElement): void {
  const canvas = el('canvas', { tabindex: 0, role: 'application', class: 'scene-canvas' });
  const stats = el('p', { class: 'scene-stats' });
  const message = el('p', { class: 'scene-message', role: 'status' });
  const axes = new Axes();
  host.classList.add('viewport');
  const toolbar = sceneToolbar();
  host.append(canvas, axes.element, stats, message, toolbar);

  const scene = new FileScene();
  let lost = false;
  let drawn = 0;
  const say = () => {
    const { file } = scene;
    const text = lost ? CONTEXT_LOST : file ? whatIsMissing(file, scene.counts) : '';
    // A screen reader speaks it whenever it is set.
    if (message.textContent !== text) message.textContent = text;
    message.classList.toggle('alone', lost || file?.info.nodes.length === 0);
  };

  let stage: Stage;
  try {
    stage = new Stage(canvas, {
      beforeDraw() {
        scene.update();
      },
      afterDraw(camera) {
        axes.update(camera);
        say();
        stats.textContent = scene.file ? countsInWords(scene.file, scene.counts) : '';
        host.dataset.pose = scene.pose;
        host.dataset.triangles = String(scene.counts.triangles);
        host.dataset.drawn = String(++drawn);
      },
      cameraChanged(byUser) {
        // Until the user moves it, a camera is where the model is in view, whatever the size of the panel.
        if (scene.file && (byUser || scene.file.camera.peek())) keepCamera(scene.file);
      },
      contextChanged(isLost) {
        lost = isLost;
        say();
      },
    });
  } catch {
    // three has said in the console why; the rest of the page needs no WebGL.
    host.replaceChildren(message);
    message.textContent = NO_WEBGL;
    message.classList.add('alone');
    return;
  }
  scene.attach(stage);
  new ResizeObserver(() => stage.setInsets(toolbar.offsetTop + toolbar.offsetHeight, BOTTOM_INSET)).observe(
    toolbar,
  );

  /** The camera as it was last put into the store from here. */
  let kept: CameraState | null = null;
  const keepCamera = (file: OpenFile) => {
    kept = stage.cameraState;
    file.camera.value = kept;
  };
  const frame = () => {
    const box = scene.bounds();
    if (!box.isEmpty()) stage.frame(box);
  };
  const frameByUser = () => {
    frame();
    if (scene.file) keepCamera(scene.file);
  };
  canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Home') frameByUser();
    else if (!stage.moveByKey(event)) return;
    event.preventDefault();
  });
  onClick(canvas, (point) => {
    const element = scene.pick(point, stage.camera);
    const file = scene.file;
    if (file && element) select(file, selectionAt(file, elementPath(file.info, element)));
  });
  effect(() => {
    const file = activeFile.value;
    scene.load(file);
    axes.element.toggleAttribute('hidden', file === null);
    axes.setSpace(file?.info.space.mirrorZ ?? false);
    canvas.setAttribute('aria-label', label(file));
    say();
    stage.invalidate();
    if (!file) return undefined;
    kept = null;
    const stopCamera = effect(() => {
      const camera = file.camera.value;
      if (!camera) frame();
      else if (camera !== kept) stage.place(camera, scene.bounds());
    });
    const stopDrawing = redrawOnChange(file, stage);
    return () => {
      stopCamera();
      stopDrawing();
    };
  });
  effect(() => {
    theme.value;
    scene.paint();
    stage.invalidate();
  });
  effect(() => {
    if (frameRequests.value > 0) frameByUser();
  });
  effect(() => {
    const file = scene.file;
    if (pictureRequests.value > 0 && file) void savePicture(stage, file);
  });
}

async function savePicture(stage: Stage, file: OpenFile): Promise<void> {
  const name = pictureName(file);
  const picture = await stage.picture();
  if (picture) saveBlob(name, picture);
  announcement.value = picture ? `Saved ${name}` : 'There is no picture to save just now.';
}

/** Asks for a picture whenever anything changes that it depends on. */
function redrawOnChange(file: OpenFile, stage: Stage): () => void {
  const { skeleton, wireframe, grid } = view;
  const signals = [file.selection, skeleton, wireframe, grid];
  return effect(() => {
    poseRequest(file);
    for (const signal of signals) signal.value;
    stage.invalidate();
  });
}

/** A sentence when the picture is not what one expects, else ''. */
function whatIsMissing({ info, lod }: OpenFile, { triangles }: DrawnCounts): string {
  if (triangles > 0) return '';
  if (info.nodes.length === 0) {
    return info.format === 'abc'
      ? 'No part of a model could be read here, so there is nothing to draw.'
      : 'This is not a model, so there is nothing to draw.';
  }
  if (info.counts.faces === 0) return 'This file has no faces: its skeleton is shown.';
  if (lod.peek() > 0) return 'This level has no faces: the skeleton is shown.';
  return 'No face of this file can be drawn: its skeleton is shown.';
}

function label(file: OpenFile | null): string {
  if (!file) return '3D view, empty';
  const keys = 'Arrow keys orbit, Shift and arrow keys move, plus and minus zoom, Home frames.';
  return `3D view of ${file.name}. ${keys}`;
}

function countsInWords({ info }: OpenFile, { triangles, vertices, pieces }: DrawnCounts): string {
  if (triangles === 0) return info.nodes.length > 0 ? counted(info.nodes.length, 'node') : '';
  return [counted(triangles, 'triangle'), counted(vertices, 'vertex'), counted(pieces, 'piece')].join(' · ');
}
