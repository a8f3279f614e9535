/** The commands of the viewport, and the requests they send. */

import { type Signal, signal } from '@preact/signals-core';
import { proposedLevels } from '../document/drawn-together.ts';
import { activeFile } from '../document/state.ts';
import { isKeptTrail, toggleTrail } from '../document/trails.ts';
import { LIGHTINGS, type Shading, type ViewSwitch, view } from '../document/view.ts';
import type { Command } from '../store/commands.ts';
import { PanelRequest } from '../ui/panels.ts';
import { usePart } from '../ui/parts.ts';

export type CameraRequest =
  /** Frames from the current side. */
  | { readonly frame: 'model' | 'selection' }
  /** Frames the model from three quarters in front. */
  | { readonly reset: true }
  /** As `directionTo` of framing.ts: 0°, 0° looks at a model's face. */
  | { readonly azimuth: number; readonly elevation: number }
  | { readonly opposite: true };

export const cameraRequests = new PanelRequest<CameraRequest>();

/** While measuring, a click takes a place to measure from and selects nothing. */
export const measuring: Signal<boolean> = signal(false);

/** Open or close the options of the toolbar. */
export const optionRequests = {
  shading: new PanelRequest(),
  overlays: new PanelRequest(),
  camera: new PanelRequest(),
} as const;

const hasFile = () => activeFile.value !== null;

function viewSwitch(option: ViewSwitch, label: string, key?: string): Command {
  return {
    id: `view.${option}`,
    label,
    group: 'View',
    ...(key && { key }),
    enabled: hasFile,
    checked: () => view[option].value,
    run: () => {
      view[option].value = !view[option].value;
    },
  };
}

function camera(id: string, label: string, key: string | undefined, request: CameraRequest): Command {
  return {
    id: `camera.${id}`,
    label,
    group: 'View',
    ...(key && { key }),
    enabled: hasFile,
    run: () => cameraRequests.send(request),
  };
}

function options(subject: keyof typeof optionRequests, label: string, key: string): Command {
  return {
    id: `view.${subject}Options`,
    label,
    group: 'View',
    key,
    enabled: hasFile,
    run: () => optionRequests[subject].send(),
  };
}

const SHADINGS: readonly Shading[] = ['textured', 'shaded', 'flat', 'wire'];

/** The next value, cyclically. */
function nextOf<T>(all: readonly T[], current: T): T {
  return all[(all.indexOf(current) + 1) % all.length] ?? current;
}

/** The viewport's actions; the toolbar and its menus show them. */
export const sceneCommands: readonly Command[] = [
  viewSwitch('skeleton', 'Show the skeleton', 'k'),
  viewSwitch('wireframe', 'Show the wireframe', 'w'),
  viewSwitch('grid', 'Show the floor grid', '#'),
  camera('frame', 'Frame the selection, or the model when nothing is selected', 'f', { frame: 'selection' }),
  camera('frameModel', 'Frame the whole model', 'v', { frame: 'model' }),
  camera('reset', 'Reset the camera', '0', { reset: true }),
  options('overlays', 'Overlays: choose what is drawn over the model', 'd'),
  options('shading', 'Shading options', 'Shift+Z'),
  options('camera', 'Camera options', 'Shift+C'),
  {
    id: 'view.shading',
    label: 'Next shading: textured, shaded, flat, wire',
    group: 'View',
    key: 'z',
    enabled: hasFile,
    run: () => {
      view.shading.value = nextOf(SHADINGS, view.shading.peek());
    },
  },
  {
    id: 'view.lighting',
    label: 'Next lighting: studio, headlight, side, game…',
    group: 'View',
    key: 'h',
    enabled: hasFile,
    run: () => {
      view.lighting.value = nextOf(LIGHTINGS, view.lighting.peek());
    },
  },
  {
    id: 'view.backdrop',
    label: 'Choose a background image…',
    group: 'View',
    enabled: hasFile,
    run: () => {
      void usePart(
        () => import('./backdrop.ts'),
        (part) => part.chooseBackdrop(),
      );
    },
  },
  {
    id: 'view.measure',
    label: 'Measure a distance',
    group: 'View',
    key: 'Shift+D',
    enabled: hasFile,
    checked: () => measuring.value,
    run: () => {
      measuring.value = !measuring.value;
    },
  },
  viewSwitch('trails', 'Show motion trails', 'j'),
  {
    id: 'trails.keep',
    label: 'Keep or remove the motion trail of the selection',
    group: 'View',
    key: 'Shift+J',
    enabled: () => activeFile.value !== null && isKeptTrail(activeFile.value) !== null,
    checked: () => activeFile.value !== null && isKeptTrail(activeFile.value) === true,
    run: () => {
      const file = activeFile.peek();
      if (!file) return;
      toggleTrail(file);
      if (isKeptTrail(file)) view.trails.value = true;
    },
  },
  {
    id: 'trails.clear',
    label: 'Remove all kept motion trails',
    group: 'View',
    enabled: () => (activeFile.value?.look.trails.value.length ?? 0) > 0,
    run: () => {
      const file = activeFile.peek();
      if (file) file.look.trails.value = [];
    },
  },
  viewSwitch('onion', 'Show onion skins', 'i'),
  viewSwitch('onionPlaying', 'Show onion skins while playing, too'),
  viewSwitch('figure', 'Show the scale figure', 'q'),
  viewSwitch('ruler', 'Show the ruler', 'Shift+Q'),
  viewSwitch('backfaces', 'Highlight back faces'),
  viewSwitch('outline', 'Outline the selected piece'),
  viewSwitch('xray', 'X-ray: see through the model', 'x'),
  viewSwitch('sockets', 'Show the sockets'),
  viewSwitch('vertexNormals', 'Show vertex normals'),
  viewSwitch('faceNormals', 'Show face normals'),
  viewSwitch('bindSkeleton', 'Show the bind skeleton'),
  viewSwitch('dims', 'Show the dims of the animation'),
  viewSwitch('meshBox', 'Show the mesh box'),
  viewSwitch('keyBounds', 'Show the key bounds'),
  viewSwitch('hitBoxes', 'Show the hit boxes'),
  viewSwitch('inPlace', 'Lock the position of the model'),
  viewSwitch('stats', 'Show statistics', 's'),
  camera('front', 'Look from the front', '1', { azimuth: 0, elevation: 0 }),
  camera('right', 'Look from the model’s right', '3', { azimuth: 90, elevation: 0 }),
  camera('top', 'Look from above', '7', { azimuth: 0, elevation: 90 }),
  camera('back', 'Look from the back', undefined, { azimuth: 180, elevation: 0 }),
  camera('left', 'Look from the model’s left', undefined, { azimuth: -90, elevation: 0 }),
  camera('bottom', 'Look from below', undefined, { azimuth: 0, elevation: -90 }),
  camera('opposite', 'Look from the opposite side', '9', { opposite: true }),
  {
    id: 'view.levels',
    label: 'Levels of detail side by side',
    group: 'View',
    enabled: () => (activeFile.value?.info.lodCount ?? 0) > 1,
    checked: () => activeFile.value?.look.levelsBeside.value != null,
    run: () => {
      const file = activeFile.value;
      if (!file) return;
      const { levelsBeside } = file.look;
      levelsBeside.value = levelsBeside.value ? null : proposedLevels(file.info);
    },
  },
  viewSwitch('orthographic', 'Orthographic camera', '5'),
  viewSwitch('turntable', 'Turntable'),
  viewSwitch('lightFollows', 'Light follows the camera'),
];
