/** The overlays that are loaded when one of them is first shown, by the options that show them. */

import { Box3 } from 'three';
import { view } from '../../document/view.ts';
import { bindSkeleton } from '../overlays/bind-skeleton.ts';
import { dims, hitBoxes, keyBounds, meshBox } from '../overlays/boxes.ts';
import { faceNormals, vertexNormals } from '../overlays/normals.ts';
import { Sockets } from '../overlays/sockets.ts';
import type { OverlayMakers } from '../scene-inputs.ts';
import { figureBox, rulerBox } from './boxes.ts';
import { figure } from './figure.ts';
import { Onion } from './onion.ts';
import { Ruler } from './ruler.ts';
import { Trails } from './trails.ts';

export const MAKERS: OverlayMakers = {
  make: {
    sockets: (file) => new Sockets(file),
    vertexNormals,
    faceNormals,
    bindSkeleton,
    dims,
    meshBox,
    keyBounds,
    hitBoxes,
    onion: (file) => new Onion(file),
    trails: (file) => new Trails(file),
    figure,
    ruler: () => new Ruler(),
  },
  roomBeside(rest) {
    const height = view.figure.peek() ? view.figureHeight.peek() : 0;
    const room = height > 0 ? figureBox(rest, height) : new Box3();
    return view.ruler.peek() ? room.union(rulerBox(rest, height)) : room;
  },
};
