/** Names and numbers that people change in Blender: of nodes, pieces, the model, and what stands in custom properties. */
import type { EditOperation, EditValue } from '@lithoscope/core';
import type { LatinNames } from '../latin.ts';
import type { ImportChange } from '../report.ts';
import { answered } from './answered.ts';
import type { MergeContext } from './context.ts';
import type { MeshToMerge } from './meshes.ts';
import { renamed } from './texts.ts';

export interface MergedNames {
  readonly texts: LatinNames;
  readonly operations: EditOperation[];
  readonly changes: ImportChange[];
}

/** @param found by piece of the file: its mesh at level 0, or the finest that is there */
export function mergeNames(
  context: MergeContext,
  found: ReadonlyMap<number, MeshToMerge>,
  texts: LatinNames,
): MergedNames {
  const out: MergedNames = { texts, operations: [], changes: [] };
  mergeNodes(context, out);
  pieceNames(context, found, out);
  modelBack(context, out);
  return out;
}

function set(out: MergedNames, path: string, value: EditValue, message: string): void {
  out.operations.push({ op: 'set', path, value, force: true });
  out.changes.push({ path, message });
}

/** Says the name that the file gets. */
function rename(out: MergedNames, path: string, what: string, before: string, given: string): void {
  const name = out.texts.text(given);
  if (name !== before) set(out, path, name, `${what} “${before}” renamed to “${name}”.`);
}

function mergeNodes({ base, rig, description, merging }: MergeContext, out: MergedNames): void {
  const isV6 = base.info.version === 6;
  const stored = list(description.json.nodes);
  base.info.nodes.forEach(({ name, flags }, node) => {
    const joint = rig.joints[node];
    if (!joint) return;
    const path = `Nodes.Nodes[${node}]`;
    const other = renamed(joint.name, description.joints[node]);
    if (other !== null) rename(out, `${path}.${isV6 ? 'NodeName' : 'Name'}`, 'Node', name, other);
    const given = joint.extras.lta_node_flags;
    const was = stored[node]?.flags;
    if (isByte(given) && given !== was && given !== flags) {
      set(out, `${path}.Flags`, given, `Flags of the node “${name}”: ${flags} → ${given}.`);
    }
  });
  if (isV6) return;
  for (const node of answered(merging.writeBinds())) {
    out.changes.push({
      path: `Nodes.Nodes[${node}].Matrix`,
      message: `Node “${base.info.nodes[node]?.name}” moved in the bind pose.`,
    });
  }
}

function pieceNames(
  { base, description }: MergeContext,
  found: ReadonlyMap<number, MeshToMerge>,
  out: MergedNames,
): void {
  // v6 has one piece without a name, and one slot.
  if (base.info.version === 6) return;
  for (const [piece, { node, source }] of found) {
    const info = base.info.pieces[piece];
    const extras = node.mesh?.extras ?? {};
    if (!info) continue;
    const path = `Pieces.Pieces[${piece}]`;
    const exported = description.meshes.find(
      (mesh) => mesh.piece === piece && mesh.lod === extras.lt_lod,
    )?.name;
    const other = extras.lt_lod === 0 ? renamed(node.name, exported) : null;
    if (other !== null) rename(out, `${path}.Name`, 'Piece', info.name, other);
    const slot = source.material?.extras.lt_material;
    const typed = extras.lta_texture_index;
    // A number that somebody typed is meant, else the material.
    const wanted = typed !== extras.lt_material ? typed : slot;
    if (isWhole(wanted, 0xffff) && wanted !== info.materialIndex) {
      set(
        out,
        `${path}.MaterialIndex`,
        wanted,
        `Skin slot of piece “${info.name}”: ${info.materialIndex} → ${wanted}.`,
      );
    }
    const numbers: [key: string, field: string, stored: number][] = [
      ['lta_specular_power', 'SpecularPower', info.specularPower],
      ['lta_specular_scale', 'SpecularScale', info.specularScale],
    ];
    if (base.info.version >= 10) numbers.push(['lta_lod_weight', 'LODWeight', info.lodWeight]);
    for (const [key, field, stored] of numbers) {
      const given = extras[key];
      if (!isNumber(given) || Math.fround(given) === Math.fround(stored) || !Number.isFinite(stored))
        continue;
      set(out, `${path}.${field}`, given, `${field} of “${info.name}”: ${stored} → ${given}.`);
    }
  }
}

function modelBack({ base, rig, description }: MergeContext, out: MergedNames): void {
  const extras = rig.root.extras;
  const { info } = base;
  const command = extras.lta_command_string;
  if (
    typeof command === 'string' &&
    command !== description.json.commandString &&
    command !== info.commandString
  ) {
    set(out, 'Header.CommandString', out.texts.text(command), 'The command string changed.');
  }
  if (info.version === 6) return;
  const radius = extras.lta_global_radius;
  const stored = info.header.InternalRadius;
  if (isNumber(radius) && isNumber(stored) && Math.fround(radius) !== Math.fround(stored)) {
    set(out, 'Header.InternalRadius', radius, `Radius: ${stored} → ${radius}.`);
  }
  mergeWeightSets(extras.lta_weightsets, info.weightSets, info.nodes.length, out);
  mergeChildModels(extras.lta_childmodels, info.childModels, out);
}

function mergeWeightSets(
  given: unknown,
  stored: readonly { name: string; nodeWeights: number[] }[],
  nodes: number,
  out: MergedNames,
): void {
  const sets = list(given);
  const isKnown = sets.every(({ name, weights }) => typeof name === 'string' && Array.isArray(weights));
  if (sets.length === 0 || !isKnown) return;
  sets.forEach(({ name, weights }, i) => {
    const known = stored[i];
    const path = `Nodes.WeightSets[${i}]`;
    const numbers = (weights as unknown[]).map((value) => (isNumber(value) ? value : 0));
    if (!known) {
      const text = out.texts.text(String(name));
      const values = Array.from({ length: nodes }, (_, node) => numbers[node] ?? 0);
      out.operations.push({
        op: 'insert',
        path,
        values: [{ Name: text, NodeCount: nodes, NodeWeights: values }],
        force: true,
      });
      out.changes.push({ path, message: `Weight set “${text}” added.` });
      return;
    }
    if (name !== known.name) rename(out, `${path}.Name`, 'Weight set', known.name, String(name));
    known.nodeWeights.forEach((weight, node) => {
      const value = numbers[node];
      if (value === undefined || !Number.isFinite(weight) || Math.fround(value) === Math.fround(weight))
        return;
      set(
        out,
        `${path}.NodeWeights[${node}]`,
        value,
        `Weight set “${known.name}”: share of node ${node} is now ${value}.`,
      );
    });
  });
  for (let i = stored.length - 1; i >= sets.length; i--) {
    out.operations.push({ op: 'remove', path: `Nodes.WeightSets[${i}]`, force: true });
    out.changes.push({ path: `Nodes.WeightSets[${i}]`, message: `Weight set “${stored[i]?.name}” removed.` });
  }
}

function mergeChildModels(
  given: unknown,
  stored: readonly { name: string; buildNumber: number }[],
  out: MergedNames,
): void {
  const models = list(given);
  if (models.length === 0 || models.some(({ name }) => typeof name !== 'string')) return;
  models.forEach(({ name, build_number: build }, i) => {
    const known = stored[i];
    const path = `ChildModels.ChildModels[${i}]`;
    if (!known) {
      const text = out.texts.text(String(name));
      const value = { Name: text, ...(isWhole(build, 0xffffffff) && { BuildNumber: build }) };
      out.operations.push({ op: 'insert', path, values: [value], force: true });
      out.changes.push({ path, message: `Child model “${text}” added.` });
      return;
    }
    if (name !== known.name) rename(out, `${path}.Name`, 'Child model', known.name, String(name));
    if (isWhole(build, 0xffffffff) && build !== known.buildNumber) {
      set(
        out,
        `${path}.BuildNumber`,
        build,
        `Build number of the child model “${known.name}”: ${known.buildNumber} → ${build}.`,
      );
    }
  });
  for (let i = stored.length - 1; i >= Math.max(1, models.length); i--) {
    out.operations.push({ op: 'remove', path: `ChildModels.ChildModels[${i}]`, force: true });
    out.changes.push({
      path: `ChildModels.ChildModels[${i}]`,
      message: `Child model “${stored[i]?.name}” removed.`,
    });
  }
}

/** A list of objects; empty for anything else. */
function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null)
    ? value
    : [];
}

/** That a field of 32 bits can have. */
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(Math.fround(value));

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

const isByte = (value: unknown): value is number => isWhole(value, 255);
