/** The nodes of a glTF document as plain numbers: who is above whom, and where they are at rest. */
import type { Document, Node } from '../gltf.ts';

export class Hierarchy {
  /** In the order of the JSON. */
  readonly nodes: readonly Node[];
  readonly indexOf: ReadonlyMap<Node, number>;
  /** −1 for those at the top. */
  readonly parent: Int32Array;
  /** All of them, parents first; the scene's before the others, depth first. */
  readonly order: Int32Array;
  /** In the scene that is shown. */
  readonly isShown: Uint8Array;

  constructor(document: Document) {
    this.nodes = document.nodes;
    this.indexOf = new Map(this.nodes.map((node, i) => [node, i]));
    const count = this.nodes.length;
    this.parent = new Int32Array(count).fill(-1);
    this.isShown = new Uint8Array(count);
    const order: number[] = [];
    const isKnown = new Uint8Array(count);
    // A list, not a call in a call: chains of nodes may be as long as a file.
    const visit = (tops: readonly Node[], shown: 0 | 1) => {
      const waiting = tops.map((node) => ({ node, parent: -1 })).reverse();
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const index = this.indexOf.get(next.node);
        if (index === undefined || isKnown[index]) continue;
        isKnown[index] = 1;
        this.isShown[index] = shown;
        this.parent[index] = next.parent;
        order.push(index);
        const children = next.node.children;
        for (let i = children.length - 1; i >= 0; i--)
          waiting.push({ node: children[i] as Node, parent: index });
      }
    };
    const isChild = new Set(this.nodes.flatMap((node) => node.children));
    const tops = this.nodes.filter((node) => !isChild.has(node));
    visit(document.scene ?? tops, 1);
    visit(tops, 0);
    visit(this.nodes, 0);
    this.order = Int32Array.from(order);
  }
}
