/** What the surface of the model shows: its skins, or colours that say something.  */
import { type OpenFile, view } from '../../store/state.ts';
import { theme } from '../../ui/theme.ts';
import type { ModelLook, ModelView } from './model-view.ts';
import { legend, vertexColors } from './overlays/coloring.ts';
import { SkinTextures } from './skin-textures.ts';

type SurfaceLook = Pick<ModelLook, 'covers' | 'missing' | 'coloring'>;

const CLAY: SurfaceLook = { covers: new Map(), missing: null, coloring: 'none' };

export class Surface {
  /** What the colours mean; empty while they mean nothing. */
  readonly legend = document.createElement('div');
  readonly #textures;
  /** What the vertices are coloured for. */
  #colored: readonly unknown[] = [];

  /**
   * @param takesDxt whether the card takes DXT pictures
   */
  constructor(takesDxt: boolean) {
    this.legend.className = 'scene-legend';
    this.#textures = new SkinTextures(takesDxt);
  }

  /** Brings skins and colours up to date. @param node the selected one, −1 for none */
  look(file: OpenFile, model: ModelView, lod: number, node: number): SurfaceLook {
    const coloring = view.coloring.peek();
    if (coloring === 'none') {
      this.legend.replaceChildren();
      this.#colored = [];
      return { ...CLAY, ...this.#skins(file) };
    }
    if (!file.model) return CLAY;
    const wanted = [file.model, model.topologies()[0], lod, coloring, node, theme.peek()];
    if (wanted.some((value, i) => value !== this.#colored[i])) {
      this.#colored = wanted;
      this.legend.replaceChildren(...legend(coloring, file, node));
      if (coloring !== 'winding') {
        for (let piece = 0; piece < file.info.pieces.length; piece++) {
          model.setColors(piece, vertexColors(coloring, file.model.weights(piece, lod), node));
        }
      }
    }
    // Nothing is said about weights until there is a node to speak of.
    return coloring === 'weights' && node < 0 ? { ...CLAY, ...this.#skins(file) } : { ...CLAY, coloring };
  }

  /** A model without any skin is clay; beside one that has a skin, a slot without shows that it is missing. */
  #skins(file: OpenFile): Pick<SurfaceLook, 'covers' | 'missing'> {
    const skins = file.skins.worn.peek();
    return { covers: this.#textures.use(skins), missing: skins.size > 0 ? this.#textures.missing : null };
  }
}
