/** Pictures as the page hands them over. */

import type { SkinPicture } from '../document/open-file.ts';
import type { Texels } from '../pictures/picture.ts';

/** Texels that a graphics card is given uncompressed: of more, a smaller level. Handing over more stops the page. */
export const MAX_DRAWN_TEXELS = 2048 * 2048;

/** A picture with what there is to say about it. */
export interface LoadedPicture {
  readonly picture: SkinPicture;
  /** `DXT1`, `8-bit palette`, `PNG` */
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** In the file; `picture` may have more, which were made of its largest. */
  readonly levels: number;
  /** Can be opened as a file of its own. */
  readonly isDtx: boolean;
  /** The picture small, for lists. */
  readonly thumbnail: Texels;
  /** What is missing of it, as a phrase; '' when it is whole. */
  readonly problem: string;
}
