/** What a new texture takes from one that it replaces. */
import type { TextureInfo } from '@lithoscope/dtx';
import type { NewTexture, PixelDistance, WrittenTexture } from '@lithoscope/editing';
import { counted } from '../explain/describe.ts';
import { formatInWords } from './dtx.ts';

const PLAIN: NewTexture = {
  version: 0,
  format: '',
  mips: 0,
  flags: 0,
  userFlags: 0,
  group: 0,
  command: '',
  holesBelow: 0,
};

const WRITTEN = ['PALETTE8', 'BGRA32', 'DXT1', 'DXT3', 'DXT5'] as const;

/**
 * A texture like another one, except for what is asked for.
 * @param model the other one; null: as the defaults of `NewTexture` say
 */
export function textureLike(model: TextureInfo | null, asked: Partial<NewTexture>): NewTexture {
  if (!model) return { ...PLAIN, ...asked };
  const { version, faces, userFlags, group } = model;
  const kept = { version, mips: faces[0]?.length ?? 0, userFlags, group };
  // Format, flags and commands belong to the version: another one has its own.
  if (asked.version !== undefined && asked.version !== version) return { ...PLAIN, ...kept, ...asked };
  return {
    ...PLAIN,
    ...kept,
    format: WRITTEN.find((one) => one === model.format) ?? '',
    flags: model.flags,
    command: model.commandString,
    ...asked,
  };
}

/** Why a texture cannot become another one, a phrase; '' when it can. */
export function refusedAsSource(texture: TextureInfo | null): string {
  return (texture?.faces.length ?? 0) > 1
    ? 'it is a cube map, of which only the first face could be written'
    : '';
}

/** `DTX v−5, DXT1, 4 mips` */
export function writtenWords({ version, format, mips }: WrittenTexture): string {
  return `DTX v${version}, ${formatInWords(format)}, ${counted(mips, 'mip')}`.replace('v-', 'v−');
}

/** `42.1 dB, at most 12 of 255`, or `exact` */
function distanceWords({ psnr, largest }: PixelDistance): string {
  return psnr === null ? 'exact' : `${psnr.toFixed(1)} dB, at most ${largest} of 255`;
}

/** How far a written texture is from its image: `colours 42.1 dB, at most 12 of 255; alpha exact`. */
export function deviationWords({ color, alpha }: Pick<WrittenTexture, 'color' | 'alpha'>): string {
  return `colours ${distanceWords(color)}; alpha ${distanceWords(alpha)}`;
}

/** Whether a picture has any texel that is not opaque. */
export function hasAlpha({ data }: { readonly data: Uint8Array }): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}
