/** What there is to say about a texture, in words. No DOM. */
import type { TextureInfo } from '@lithoscope/dtx';
import { formatInWords } from '../../files/textures/dtx-picture.ts';

const ALPHA_WORDS: Readonly<Record<TextureInfo['alpha'], string>> = {
  none: 'none stored',
  opaque: '255 everywhere',
  transparent: '0 everywhere: most such textures are opaque in the game',
  varied: 'varies',
};

/** `256 × 256` */
export function sizeInWords({ width, height }: { width: number; height: number }): string {
  return `${width} × ${height}`;
}

/** Names and values in the order of the page. */
export function textureFacts(texture: TextureInfo): (readonly [name: string, value: string])[] {
  const { faces, flags, flagNames, userFlags, group, commandString } = texture;
  const [face = []] = faces;
  return [
    ['Size', sizeInWords(texture)],
    ['Version', `v${texture.version}`.replace('-', '−')],
    ['Format', formatInWords(texture.format)],
    ['Levels', face.map(sizeInWords).join(', ') || 'none is whole'],
    ['Faces', faces.length === 6 ? '6: a cube map' : String(faces.length)],
    ['Alpha', ALPHA_WORDS[texture.alpha]],
    [
      'Flags',
      flags === 0 ? 'none' : `${flagNames.join(', ')} (0x${(flags >>> 0).toString(16).toUpperCase()})`,
    ],
    ['User flags', String(userFlags)],
    ['Group', String(group)],
    ['Command string', commandString || 'none'],
  ];
}
