/** What the templates of models and of textures have in common. No DOM. */
import type { Schema, SchemaField } from '@lithoscope/core';
import { version } from '../../package.json';
import type { FlagBit } from '../explain/flags.ts';
import { type Head, identifier, type Language, plainText } from './template-language.ts';

/** The head of a template that is made now. */
export function headOf(head: Omit<Head, 'maker'>): Head {
  return {
    ...head,
    maker: `Lithoscope ${version}`,
    remarks: [
      'Written from the tables that Lithoscope itself reads the format by; the comments are theirs.',
      ...head.remarks,
    ],
  };
}

/** The names of so many bits, from the lowest on; null: none is known. */
export function bitNames(bits: readonly FlagBit[], width: number, { reserved }: Language): (string | null)[] {
  return Array.from({ length: width }, (_, i) => {
    const known = bits.find(({ bit }) => bit === 2 ** i);
    return known ? identifier(known.word, reserved) : null;
  });
}

/** The schema's words about a field. */
export function fieldDoc({ doc, unit }: SchemaField): string {
  return plainText([doc, unit && `(${unit})`].filter(Boolean).join(' '));
}

/** Versions of textures are below zero. */
export function isTexture({ version: number }: Schema): boolean {
  return number < 0;
}
