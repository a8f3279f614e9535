/** The options of `lithoscope export`. */
import { GLB_DEFAULTS } from '../../glb/input.ts';
import { UsageError } from '../output.ts';
import type { ExportSettings } from './task.ts';

export interface ExportCommand {
  name: 'export';
  /** Files, folders, patterns, archives. */
  models: string[];
  /** A file or a folder. */
  output: string;
  format: 'text' | 'json' | 'ndjson';
  /** Folders and archives with textures. */
  skins: string[];
  animationSources: string[];
  settings: Omit<ExportSettings, 'alone' | 'json' | 'color'>;
}

export const EXPORT_OPTIONS = {
  output: { type: 'string', short: 'o' },
  skins: { type: 'string', multiple: true },
  'no-skins': { type: 'boolean' },
  alpha: { type: 'string' },
  'anim-from': { type: 'string', multiple: true },
  'no-children': { type: 'boolean' },
  anims: { type: 'string', multiple: true },
  lod: { type: 'string' },
  scale: { type: 'string' },
  unlit: { type: 'boolean' },
  'no-template': { type: 'boolean' },
  morphs: { type: 'string' },
  force: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  ndjson: { type: 'boolean' },
} as const;

const ALPHA_MODES = { opaque: 'OPAQUE', mask: 'MASK', blend: 'BLEND' } as const;

/** Reads what parseArgs found. @throws {UsageError} with one sentence when that makes no command */
export function parseExport(values: Record<string, unknown>, models: string[]): ExportCommand {
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : undefined);
  const texts = (key: string) => (Array.isArray(values[key]) ? values[key].map(String) : []);
  const output = text('output');
  const skins = texts('skins');
  if (models.length === 0)
    throw new UsageError('export needs at least one file, folder, pattern or archive.');
  if (!output) throw new UsageError('export needs -o FILE.glb or -o FOLDER.');
  if (values.json && values.ndjson) throw new UsageError('export takes --json or --ndjson, not both.');
  if (values['no-skins'] && skins.length > 0)
    throw new UsageError('export takes --skins or --no-skins, not both.');
  const animations = animationsOf(texts('anims'));
  const animationSources = texts('anim-from');
  if (animationSources.length > 0 && (animations === 'own' || animations === 'none'))
    throw new UsageError(`--anims ${animations} takes nothing of --anim-from.`);
  return {
    name: 'export',
    models,
    output,
    format: values.ndjson ? 'ndjson' : values.json ? 'json' : 'text',
    skins,
    animationSources,
    settings: {
      lods: lodsOf(text('lod')),
      animations,
      scale: scaleOf(text('scale')),
      unlit: values.unlit === true,
      template: values['no-template'] !== true,
      maxMorphTargets: morphsOf(text('morphs')),
      alphaMode: alphaOf(text('alpha') ?? 'opaque'),
      skins: values['no-skins'] !== true,
      children: values['no-children'] !== true,
      force: values.force === true,
      dryRun: values['dry-run'] === true,
    },
  };
}

function lodsOf(text: string | undefined): ExportSettings['lods'] {
  if (text === undefined) return GLB_DEFAULTS.lods;
  if (text === 'all') return 'all';
  const lods = text.split(',').map((part) => wholeNumber(part));
  if (!lods.every((lod) => lod !== null))
    throw new UsageError(`--lod takes all, or numbers of levels as 0,2, not "${text}".`);
  return [...new Set(lods)].sort((a, b) => a - b);
}

function animationsOf(texts: readonly string[]): ExportSettings['animations'] {
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  const [only] = names;
  if (names.length === 0) return 'all';
  if (names.length === 1 && (only === 'all' || only === 'own' || only === 'none')) return only;
  if (names.includes('')) throw new UsageError('--anims takes all, own, none, or names as walk*,run.');
  return names;
}

function scaleOf(text: string | undefined): number {
  const scale = text === undefined ? GLB_DEFAULTS.scale : Number(text);
  // glTF has numbers of 32 bits.
  if (!(Math.fround(scale) > 0 && Number.isFinite(Math.fround(scale))))
    throw new UsageError(`--scale takes a number above 0, not "${text}".`);
  return scale;
}

function morphsOf(text: string | undefined): number {
  const count = text === undefined ? GLB_DEFAULTS.maxMorphTargets : wholeNumber(text);
  if (count === null) throw new UsageError(`--morphs takes 0 or a whole number above, not "${text}".`);
  return count;
}

function alphaOf(text: string): ExportSettings['alphaMode'] {
  const mode = Object.entries(ALPHA_MODES).find(([name]) => name === text.toLowerCase());
  if (!mode) throw new UsageError(`--alpha takes opaque, mask or blend, not "${text}".`);
  return mode[1];
}

/** 0 or above; null for what is none. */
function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}
