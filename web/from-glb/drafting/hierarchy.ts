/** The nodes of a glTF document as plain numbers: who is above whom, and which are shown. */
import { type Document, type Node, parentsOf, withAllBelow } from '../gltf.ts';

export class Hierarchy {
  /** In the order of the JSON. */
  readonly nodes: readonly Node[];
  readonly indexOf: ReadonlyMap<Node, number>;
  /** −1 for those at the top. */
  readonly parent: Int32Array;
  /** Indices of all of them, parents first; the scene's before the others, depth first. */
  readonly order: Uint32Array;
  /** In the scene that is shown. */
  readonly isShown: Uint8Array;

  constructor({ nodes, scene }: Document) {
    this.nodes = nodes;
    this.indexOf = new Map(nodes.map((node, i) => [node, i]));
    this.parent = parentsOf(nodes, this.indexOf);
    const tops = nodes.filter(({ parent }) => !parent);
    const shown = new Set((scene ?? tops).flatMap(withAllBelow));
    this.isShown = Uint8Array.from(nodes, (node) => Number(shown.has(node)));
    const all = new Set([...shown, ...tops.flatMap(withAllBelow)]);
    this.order = Uint32Array.from(all, (node) => this.indexOf.get(node) as number);
  }
}
