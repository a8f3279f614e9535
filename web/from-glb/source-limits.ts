/** How large a source may be: to be made into a new model, and to be shown beside it. Counted before any work is done on it. */
import { formatCount } from '../explain/describe.ts';
import { type Contents, vertexCount } from './drafting/contents.ts';
import { targetCount } from './for-core.ts';
import { NotImported } from './report.ts';
import type { GltfSource } from './source.ts';

/** A mesh may stand in a scene many times. */
const MOST_VERTICES = 10_000_000;
/** A model is written at one go, a list for each of its pieces. */
const MOST_PIECES = 4096;
/** Characters of all names, each as often as the model would have it. */
const MOST_LETTERS = 4_000_000;

/**
 * What three.js gets in the page, on the thread that answers the user: an object for each node and each primitive that
 * stands in the scene, bones for each skinned mesh, a track for each channel. Above these a click waits for over a second.
 */
const MOST_SHOWN = { objects: 8192, bones: 65_536, numbers: 12_000_000, channels: 65_536 } as const;

/** @throws NotImported, whose message is a sentence for the user, when it is too large to be made into a new model */
export function expectModel(source: GltfSource, contents: Contents): void {
  const { meshes } = contents;
  const refuse = (what: string, help = '') => {
    throw new NotImported(`${source.name} has ${what} are too many for a model.${help}`);
  };
  const vertices = meshes.reduce((sum, { mesh }) => sum + vertexCount(mesh), 0);
  if (vertices > MOST_VERTICES)
    refuse(`${formatCount(vertices)} vertices in its scene; more than ${formatCount(MOST_VERTICES)}`);
  const primitives = meshes.reduce((sum, { mesh }) => sum + mesh.primitives.length, 0);
  if (primitives > MOST_PIECES)
    refuse(
      `${formatCount(primitives)} meshes and materials of meshes in its scene; more than ${formatCount(MOST_PIECES)}`,
      ' Join meshes.',
    );
  const letters = lettersOf(source, contents);
  if (letters > MOST_LETTERS)
    refuse(
      `names of ${formatCount(letters)} characters together; more than ${formatCount(MOST_LETTERS)}`,
      ' Give its nodes, meshes and animations shorter names.',
    );
}

/** Why a source cannot be shown, a sentence for the user; null where it can. */
export function whyNotShown({ document }: Pick<GltfSource, 'document'>, contents: Contents): string | null {
  const { meshes, hierarchy } = contents;
  const primitives = meshes.reduce((sum, { mesh }) => sum + mesh.primitives.length, 0);
  const bones = meshes.reduce(
    (sum, { mesh, skin }) => sum + (skin ? skin.joints.length * mesh.primitives.length : 0),
    0,
  );
  const numbers = meshes.reduce((sum, { mesh }) => sum + vertexCount(mesh) * (1 + targetCount(mesh)), 0);
  const channels = document.animations.reduce((sum, one) => sum + one.channels.length, 0);
  const found = [
    [hierarchy.nodes.length + primitives, MOST_SHOWN.objects, 'nodes and meshes'],
    [bones, MOST_SHOWN.bones, 'joints of meshes'],
    [3 * numbers, MOST_SHOWN.numbers, 'numbers of vertices and morph targets'],
    [channels, MOST_SHOWN.channels, 'animation channels'],
  ] as const;
  const over = found.find(([count, most]) => count > most);
  if (!over) return null;
  const [count, most, what] = over;
  return `The source is too large to be shown: it has ${formatCount(count)} ${what}, and at most ${formatCount(most)} are shown.`;
}

function lettersOf({ document }: GltfSource, { hierarchy, meshes }: Contents): number {
  const sum = (names: readonly { readonly name: string }[]) =>
    names.reduce((all, one) => all + one.name.length, 0);
  const pieces = meshes.reduce((all, { name, mesh }) => all + name.length * mesh.primitives.length, 0);
  return pieces + sum(hierarchy.nodes) + sum(document.animations);
}
