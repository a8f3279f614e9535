/** The viewport panel: canvas, overlays, keys, and in words what cannot be drawn. */

import { acceptTextures } from '../../files/drop.ts';
import { announcement } from '../../store/notices.ts';
import { activeFile, type CameraState, type OpenFile, view } from '../../store/state.ts';
import { saveBlob } from '../../ui/clipboard.ts';
import { el } from '../../ui/dom.ts';
import { effect } from '../../ui/scope.ts';
import { theme } from '../../ui/theme.ts';
import { Axes } from './axes.ts';
import { cameraRequests } from './camera-request.ts';
import { pictureRequests } from './commands.ts';
import { elementBounds } from './element-places.ts';
import { FileScene } from './file-scene.ts';
import { directionTo } from './framing.ts';
import { levelAt, lodDistances } from './lod-distance.ts';
import { PickPanel } from './pick-panel.ts';
import { pictureName } from './picture-name.ts';
import { mountStats } from './stats.ts';
import './scene.css';
import type { DrawnCounts } from './model-view.ts';
import { Notes } from './notes.ts';
import { onClick, onHover, placeOf } from './pointer.ts';
import { Stage } from './stage.ts';
import { sceneToolbar } from './toolbar.ts';
import { CONTEXT_LOST, countsInWords, labelOf, NO_WEBGL, whatIsMissing } from './words.ts';

/** Height of the line of counts, CSS pixels. */
const BOTTOM_INSET = 32;
/** A camera may not look straight down: it would not know which side is up. Degrees. */
const STEEPEST = 89.9;

/**
 * Builds the viewport in `host`. Attributes of the host say what the last drawn picture shows, so that a
 * test can wait for it: `data-pose` (`animation@milliseconds`, −1 is the bind pose), `data-triangles`,
 * `data-drawn` (pictures so far).
 */
export function mountViewport(host: HTMLElement): void {
  const canvas = el('canvas', { tabindex: 0, role: 'application', class: 'scene-canvas' });
  const counts = el('p', { class: 'scene-stats' });
  const message = el('p', { class: 'scene-message', role: 'status' });
  const axes = new Axes();
  host.classList.add('viewport');

  let scene: FileScene | null = null;
  let lost = false;
  let drawn = 0;
  /** What stands in the line of counts. */
  let counted: DrawnCounts | null = null;
  const say = () => {
    const file = scene?.file;
    const text = lost ? CONTEXT_LOST : scene && file ? whatIsMissing(file, scene.counts) : '';
    // A screen reader speaks it whenever it is set.
    if (message.textContent !== text) message.textContent = text;
    message.classList.toggle('alone', lost || file?.info.nodes.length === 0);
  };

  let stage: Stage;
  try {
    stage = new Stage(canvas, {
      beforeDraw() {
        if (scene?.file) followDistance(scene.file, stage);
        scene?.update();
      },
      afterDraw(camera) {
        if (!scene) return;
        const { file } = scene;
        axes.update(camera);
        say();
        if (counted !== scene.counts) {
          counted = scene.counts;
          counts.textContent = file ? countsInWords(file, counted) : '';
        }
        notes.update(scene, stage);
        if (view.stats.peek() && file) showStats(file, scene, stage);
        host.dataset.pose = scene.pose;
        host.dataset.triangles = String(scene.counts.triangles);
        host.dataset.drawn = String(++drawn);
      },
      cameraChanged(byUser) {
        // Until the user moves it, a camera is where the model is in view, whatever the size of the panel.
        if (scene?.file && (byUser || scene.file.look.camera.peek())) keepCamera(scene.file);
      },
      contextChanged(isLost) {
        lost = isLost;
        say();
      },
    });
  } catch {
    // three has said in the console why; the rest of the page needs no WebGL.
    host.append(message);
    message.textContent = NO_WEBGL;
    message.classList.add('alone');
    return;
  }
  const drawnScene = new FileScene(stage);
  scene = drawnScene;
  const toolbar = sceneToolbar();
  const notes = new Notes(drawnScene);
  const showStats = mountStats(host);
  host.append(canvas, axes.element, counts, message, toolbar, notes.element);
  new ResizeObserver(() => stage.setInsets(toolbar.offsetTop + toolbar.offsetHeight, BOTTOM_INSET)).observe(
    toolbar,
  );

  /** The camera as it was last put into the store from here. */
  let kept: CameraState | null = null;
  const keepCamera = (file: OpenFile) => {
    kept = stage.cameraState;
    file.look.camera.value = kept;
  };
  const frame = () => {
    const box = drawnScene.bounds();
    if (!box.isEmpty()) stage.frame(box);
  };
  const byUser = (move: () => void) => {
    move();
    if (drawnScene.file) keepCamera(drawnScene.file);
  };
  const frameSelection = () => {
    const shown = drawnScene.shown();
    const box = shown && elementBounds(shown.selected, shown).applyMatrix4(drawnScene.toWorld);
    if (!box || box.isEmpty()) announcement.value = 'Nothing is selected that is in the picture.';
    else byUser(() => stage.frame(box, stage.direction));
  };
  canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Home') byUser(frame);
    else if (!stage.moveByKey(event)) return;
    event.preventDefault();
  });
  const pickPanel = new PickPanel(host, drawnScene, stage);
  acceptTextures((event) => (event.target === canvas ? pickPanel.slotAt(placeOf(canvas, event)) : null));
  onClick(canvas, (point) => pickPanel.click(point));
  onHover(canvas, (point) => {
    if (drawnScene.file) pickPanel.hover(point);
  });
  effect(() => {
    const file = activeFile.value;
    drawnScene.load(file);
    axes.element.toggleAttribute('hidden', file === null);
    canvas.setAttribute('aria-label', labelOf(file));
    say();
    stage.invalidate();
    if (!file) return;
    kept = null;
    effect(() => {
      const camera = file.look.camera.value;
      if (!camera) frame();
      else if (camera !== kept) stage.place(camera, drawnScene.bounds());
    });
    effect(() => {
      drawnScene.watch();
      stage.invalidate();
    });
    effect(() => axes.setSpace(file.look.interpretation.value.mirrorZ ?? file.info.space.mirrorZ));
  });
  effect(() => {
    theme.value;
    drawnScene.paint();
    stage.invalidate();
  });
  effect(() => {
    host.dataset.background = view.background.value;
  });
  effect(() => stage.setFieldOfView(view.fieldOfView.value));
  effect(() => stage.setTurntable(view.turntable.value));
  cameraRequests.on((request) => {
    if ('frame' in request && request.frame === 'selection') {
      frameSelection();
      return;
    }
    byUser(() => {
      if ('opposite' in request) stage.look(stage.direction.negate());
      else if ('azimuth' in request) stage.look(steep(request.azimuth, request.elevation));
      else frame();
    });
  });
  pictureRequests.on(() => {
    if (drawnScene.file) void savePicture(stage, drawnScene.file);
  });
}

const steep = (azimuth: number, elevation: number) =>
  directionTo(azimuth, Math.max(-STEEPEST, Math.min(STEEPEST, elevation)));

/** Draws the level that a game would draw from where the camera is. */
function followDistance(file: OpenFile, stage: Stage): void {
  if (!file.look.lodByDistance.peek()) return;
  const distance = stage.camera.position.length();
  file.look.lod.value = levelAt(lodDistances(file.info.header), file.info.lodCount, distance);
}

async function savePicture(stage: Stage, file: OpenFile): Promise<void> {
  const name = pictureName(file);
  const picture = await stage.picture();
  if (picture) saveBlob(name, picture);
  announcement.value = picture ? `Saved ${name}` : 'There is no picture to save just now.';
}
