/** Where the walk through two files stands, and what a difference there is about. Pure. */
import type { Role, StructureNode } from '@lithoscope/core';
import type { Subject } from './difference.ts';

/** Where the walk stands. */
export interface Context {
  readonly section: string;
  readonly where: string;
  /** Role of the innermost element, and the field of it. */
  readonly role: Role;
  readonly field: string;
  /** The innermost element that has a name. */
  readonly owner: { readonly role: Role; readonly name: string };
}

/** At the beginning: in no section. */
export const NO_CONTEXT: Context = {
  section: '',
  where: '',
  role: 'none',
  field: '',
  owner: { role: 'none', name: '' },
};

/** Elements that are known by their names. */
export const NAMED: ReadonlySet<Role> = new Set<Role>([
  'section',
  'piece',
  'node',
  'weightSet',
  'childModel',
  'animation',
  'socket',
  'binding',
]);

/** What an animation has for each of its times. */
export const MOMENTS: ReadonlySet<Role> = new Set<Role>(['keyframe', 'key']);

export function nameOf({ label, name, role }: StructureNode): string {
  return role === 'section' || label === '' ? name : label;
}

/** The context of a field. */
export function within(context: Context, node: StructureNode | undefined): Context {
  if (!node) return context;
  // The field of an element is what is counted, however deep in it a value lies.
  const field = context.field || (node.index < 0 ? node.name : '');
  return { ...context, field, where: join(context.where, node.name) };
}

/** The context of an element of a list, or of a section. */
export function into(context: Context, node: StructureNode | undefined, array?: StructureNode): Context {
  if (!node) return context;
  const { role } = node;
  const name = nameOf(node);
  if (context.section === '') return { ...context, section: node.name, where: '' };
  const outer =
    array && context.where.endsWith(array.name) ? cutLast(context.where, array.name) : context.where;
  const isNamed = NAMED.has(role) || role === 'nodeTransforms';
  const where = node.label !== '' && isNamed ? join(outer, name) : `${context.where}${node.name}`;
  return {
    ...context,
    where,
    role: role === 'none' ? context.role : role,
    field: '',
    owner: NAMED.has(role) ? { role, name } : context.owner,
  };
}

function cutLast(where: string, name: string): string {
  return where.slice(0, -name.length).replace(/ › $/, '');
}

function join(where: string, name: string): string {
  return where === '' ? name : `${where} › ${name}`;
}

/** `.Vertices[1].Texcoord` as the list writes it. */
export function shownSuffix(suffix: string): string {
  return suffix.replaceAll('.', ' › ');
}

/** What a difference in a field is about. */
export function subjectOf({ role, field, owner }: Context): Subject {
  switch (role) {
    case 'vertex':
      if (field === 'Location' || field === 'Position') return 'position';
      if (field.endsWith('Normal')) return 'normal';
      return field.startsWith('Weight') ? 'weights' : 'vertex';
    case 'weight':
      return 'weights';
    case 'face':
    case 'corner':
      return field.toLowerCase().startsWith('texcoord') ? 'texture' : 'face';
    case 'key':
    case 'nodeTransforms':
    case 'deformation':
      return owner.role === 'animation' ? 'keys' : 'element';
    case 'keyframe':
      return 'keyframe';
    default:
      if (owner.name === '' && owner.role === 'none') return 'field';
      return /^(Node|Anim)?Name$/.test(field) ? 'name' : 'element';
  }
}

export function subjectOfUnmatched(node: StructureNode, context: Context): Subject {
  if (node.state === 'unreferenced') return 'unreferenced';
  if (context.role === 'weight') return 'weights';
  return node.index >= 0 || node.role !== 'none' ? 'element' : 'field';
}

/** The name to count what only one file has under: its own, of a key or keyframe its animation's. */
export function nameForUnmatched(subject: Subject, node: StructureNode, { owner }: Context): string {
  if (subject === 'field') return node.name;
  if (MOMENTS.has(node.role)) return owner.name;
  return node.label || (node.index < 0 ? node.name : '');
}

/** The name to count under: of a field its own, of what is in a named element that element's. */
export function nameFor(subject: Subject, { field, owner }: Context): string {
  if (subject === 'field') return field;
  return subject === 'element' || subject === 'keys' || subject === 'keyframe' ? owner.name : '';
}

/** The context to count in: what is said of a named element counts under its role. */
export function countedAs(context: Context, subject: Subject): Context {
  const { owner } = context;
  const ofOwner = subject === 'element' || subject === 'name' || subject === 'keys' || subject === 'keyframe';
  return ofOwner ? { ...context, role: owner.role } : context;
}
