/** The tree of nodes, with flags in words. */
import type { Info, NodeInfo } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import { nodeFlags } from '../../explain/flags.ts';
import { el } from '../../ui/dom.ts';
import { mountElements } from './element-rows.ts';

export function mountNodes(host: HTMLElement): void {
  const depths = new WeakMap<Info, number[]>();
  mountElements(host, {
    key: 'node',
    label: 'Nodes',
    count: ({ info }) => info.nodes.length,
    row: ({ info }, index) => {
      const node = info.nodes[index];
      const depth = depths.get(info) ?? depthsOf(info.nodes);
      depths.set(info, depth);
      if (!node) return { name: '', cells: [] };
      const words = flagsInWords(node, info.version);
      return {
        name: node.name,
        title: `Node ${index}, flags ${node.flags}`,
        indent: depth[index] ?? 0,
        cells: [el('div', { class: 'grid-text' }, words)],
      };
    },
  });
}

/** Parents stand before their children in every tree that was read. */
function depthsOf(nodes: readonly NodeInfo[]): number[] {
  const depths: number[] = [];
  for (const { parent } of nodes) depths.push(parent < 0 ? 0 : (depths[parent] ?? 0) + 1);
  return depths;
}

/** The flags of a node, and how many vertices it deforms; bits that nobody knows by their number. */
export function flagsInWords({ flags, deformationVertices }: NodeInfo, version: number): string {
  const known = nodeFlags(version).filter(({ bit }) => flags & bit);
  const words = known.map(({ word }) => word);
  const unknown = known.reduce((rest, { bit }) => rest & ~bit, flags);
  if (unknown) words.push(`flags ${unknown}`);
  if (deformationVertices > 0) words.push(`moves ${counted(deformationVertices, 'deformation vertex')}`);
  return words.join(', ');
}
