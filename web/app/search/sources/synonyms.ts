/** Words of other programs and of users, for commands whose labels say it otherwise. */

import type { Command } from '../../../store/commands.ts';

/** By the id of the command. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  'camera.frame': 'zoom fit focus centre center home',
  'camera.frameModel': 'zoom fit all centre center home',
  'camera.reset': 'home default zoom',
  'edit.compareSaved': 'diff',
  'edit.convert':
    'the model export version v6 v9 v12 v13 lta ltc ltb text compile pack unpack jupiter downgrade upgrade port save as',
  'edit.fixAll': 'repair correct clean',
  'edit.redo': 'again repeat',
  'edit.retarget': 'skeleton bones transfer copy motion import animations map',
  'edit.transform': 'resize rotate flip size',
  'edit.undo': 'revert back discard',
  'edit.value': 'modify rename set',
  'export.film': 'animation turntable movie film mp4 webm gif record render fps clip capture',
  'export.glb': 'blender gltf maya 3ds unity unreal godot download save',
  'export.menu': 'download send',
  'export.obj': 'blender wavefront download save',
  'export.picture': 'image picture photo screenshot snapshot png jpeg render turnaround',
  'file.close': 'quit exit remove',
  'file.compare': 'diff versus difference merge',
  'file.copyLink': 'share url address permalink',
  'file.copyPageCode': 'embed html iframe web site',
  'file.import': 'blender gltf glb fbx new create',
  'file.open': 'load browse choose',
  'file.openFolder': 'directory game library archive rez',
  'file.reload': 'refresh revert again',
  'file.reopen': 'undo close restore',
  'file.save': 'write store download',
  'file.saveAs': 'download write store copy',
  'file.watch': 'live refresh hot follow',
  'find.open': 'search hex string look',
  'find.all': 'search grep everywhere',
  'go.definition': 'follow jump reference target',
  'go.references': 'usages uses xref',
  'go.to': 'jump offset address',
  'hex.edit': 'overwrite patch type write modify',
  'hex.fill': 'zero pattern memset',
  'list.filter': 'search find',
  'model.attach': 'weapon hold hand prop',
  'page.docs': 'manual documentation help reference format',
  'page.help': 'shortcuts hotkeys keyboard manual',
  'page.install': 'app pwa offline desktop',
  'page.keymap': 'shortcuts hotkeys keyboard customize customise remap',
  'page.singleKeys': 'shortcuts hotkeys accessibility',
  'page.theme': 'theme dark light night colour color mode appearance settings',
  'page.tour': 'tutorial introduction start learn',
  'playback.playOnOpen': 'autoplay settings preferences automatic',
  'problems.copy': 'errors warnings validate',
  'problems.next': 'error warning',
  'trails.keep': 'path trajectory pin track',
  'view.backdrop': 'wallpaper image photo sky scene level',
  'view.copyPicture': 'image picture photo screenshot snapshot',
  'view.figure': 'human size height person mannequin scale reference',
  'view.grid': 'floor ground',
  'view.inPlace': 'root motion drift',
  'view.levels': 'lod',
  'view.lighting': 'light lamp shadow sun',
  'view.measure': 'ruler distance length size',
  'view.onion': 'ghosts ghosting afterimage frames',
  'view.only': 'fullscreen full screen maximise maximize zen',
  'view.picture': 'image picture photo screenshot snapshot capture png',
  'view.ruler': 'measure size scale units dimensions',
  'view.shading': 'texture skin material solid',
  'view.shadingOptions': 'texture skin material background light settings options',
  'view.skeleton': 'bones rig joints armature nodes',
  'view.stats': 'fps triangles polygons counts',
  'view.trails': 'motion paths path trajectory arcs track',
  'view.turntable': 'spin rotate orbit turn',
  'view.wireframe': 'wires edges mesh topology',
  'view.xray': 'transparent see through',
};

/** Words that stand for words of labels, whatever the command does. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  delete: ['remove', 'clear'],
  erase: ['remove', 'clear', 'delete'],
  find: ['search', 'go to'],
  hide: ['show'],
  jump: ['go to'],
  settings: ['options', 'switch'],
  toggle: ['show', 'switch'],
  turn: ['show', 'switch'],
};

/** Minimum number of typed letters that begin a synonym. */
const LEAST = 3;

/** Whether each word is in the label of a command, or begins a synonym. @param said the label in lower case */
export function isAlike({ id }: Pick<Command, 'id'>, said: string, words: readonly string[]): boolean {
  const own = SYNONYMS[id]?.split(' ') ?? [];
  return words.every((word) => {
    if (said.includes(word)) return true;
    if (word.length < LEAST) return false;
    const meant = Object.entries(WORDS).flatMap(([known, others]) => (known.startsWith(word) ? others : []));
    return own.some((other) => other.startsWith(word)) || meant.some((other) => said.includes(other));
  });
}
