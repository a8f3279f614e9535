/**
 * Structure ⇄ model: which piece, vertex, node or keyframe some bytes belong to, and where in the
 * structure a model element lies. Roles of the structure's nodes say what is selected.
 */
import type { Info, StructureNode } from '@lithoscope/core';
import type { NodeRange, OpenFile } from './state.ts';

/** Indices into the lists of `Info` and into the arrays of `Mesh`, `Frame` and `Keyframes`. */
export interface ModelElement {
  piece?: number;
  lod?: number;
  face?: number;
  /** Corner of the face, 0 to 2. */
  corner?: number;
  vertex?: number;
  weight?: number;
  node?: number;
  weightSet?: number;
  childModel?: number;
  animation?: number;
  keyframe?: number;
  socket?: number;
  bindingList?: number;
  binding?: number;
}

const NOTHING: ModelElement = Object.freeze({});

/** The model element that a chain of structure nodes (outermost first) ends in. */
export function elementOf(chain: readonly StructureNode[], version: number): ModelElement {
  const element: ModelElement = {};
  for (const { role, index } of chain) {
    switch (role) {
      case 'nodeTransforms':
        element.node = index;
        break;
      case 'key':
        // A child model's transforms are keys of no animation: one a node.
        if (element.animation === undefined) element.node = index;
        else element.keyframe = index;
        break;
      case 'none':
      case 'section':
      case 'deformation':
        break;
      default:
        element[role] = index;
    }
  }
  // v6 has one mesh and no piece records around its faces and vertices (ABC.md §2).
  if (version === 6 && (element.face !== undefined || element.vertex !== undefined)) {
    element.piece = 0;
    element.lod = 0;
  }
  return element;
}

/** The structure nodes that hold the whole selection, outermost first; the selected one is the last. */
export function selectedChain(file: OpenFile, selection: NodeRange): StructureNode[] {
  const around = file.parsed.ancestors(selection.start);
  const at = around.findIndex((node) => node.path === selection.path);
  if (at >= 0) return around.slice(0, at + 1);
  return around.filter((node) => node.start <= selection.start && node.end >= selection.end);
}

/** What of the model is selected in a file; empty when nothing of it is. Reads the selection signal. */
export function selectedElement(file: OpenFile): ModelElement {
  const selection = file.selection.value;
  return selection ? elementOf(selectedChain(file, selection), file.info.version) : NOTHING;
}

/** The structure path of a model element (INTERFACES.md), or '' when it names none. */
export function elementPath(info: Info, element: ModelElement): string {
  return info.version === 6 ? pathV6(element) : pathV9(element);
}

function pathV9(element: ModelElement): string {
  const { piece, lod, face, corner, vertex, weight, node, animation, keyframe, socket } = element;
  if (piece !== undefined) {
    const level = `Pieces.Pieces[${piece}].LODs[${lod ?? 0}]`;
    if (face !== undefined) {
      return `${level}.Faces[${face}]${corner === undefined ? '' : `.Vertices[${corner}]`}`;
    }
    if (vertex !== undefined) {
      return `${level}.Vertices[${vertex}]${weight === undefined ? '' : `.Weights[${weight}]`}`;
    }
    return lod === undefined ? `Pieces.Pieces[${piece}]` : level;
  }
  if (animation !== undefined) return animationPath('Animations', 'Keyframes', animation, keyframe);
  if (node !== undefined) return `Nodes.Nodes[${node}]`;
  if (socket !== undefined) return `Sockets.Sockets[${socket}]`;
  return '';
}

function pathV6({ piece, face, vertex, node, animation, keyframe }: ModelElement): string {
  if (face !== undefined) return `Geometry.FaceInfo[${face}]`;
  if (vertex !== undefined) return `Geometry.VertexInfo[${vertex}]`;
  if (piece !== undefined) return 'Geometry';
  if (animation !== undefined) return animationPath('Anims', 'KeyframeData', animation, keyframe);
  return node === undefined ? '' : `Nodes.Nodes[${node}]`;
}

function animationPath(list: string, keys: string, animation: number, keyframe: number | undefined): string {
  return `Animation.${list}[${animation}]${keyframe === undefined ? '' : `.${keys}[${keyframe}]`}`;
}

/** The selection that covers the structure node at a path, or null when the file has no such node. */
export function selectionAt(file: OpenFile, path: string): NodeRange | null {
  const node = path === '' ? null : file.parsed.resolve(path);
  return node ? { start: node.start, end: node.end, path: node.path } : null;
}
