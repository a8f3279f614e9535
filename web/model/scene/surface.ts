/** What the surface of the model shows: its skins, or colours that say something. Both are loaded when first wanted. */
import { type OpenFile, view } from '../../store/state.ts';
import { theme } from '../../ui/theme.ts';
import { Lazy } from './lazy.ts';
import type { ModelLook, ModelView } from './model-view.ts';

type SurfaceLook = Pick<ModelLook, 'covers' | 'missing' | 'coloring'>;

const CLAY: SurfaceLook = { covers: new Map(), missing: null, coloring: 'none' };

export class Surface {
  /** What the colours mean; empty while they mean nothing. */
  readonly legend = document.createElement('div');
  readonly #textures;
  readonly #coloring;
  /** What the vertices are coloured for. */
  #colored: readonly unknown[] = [];

  /**
   * @param takesDxt whether the card takes DXT pictures
   * @param whenLoaded what was asked for can be drawn now
   */
  constructor(takesDxt: () => boolean, whenLoaded: () => void) {
    this.legend.className = 'scene-legend';
    this.#textures = new Lazy(async () => {
      const { SkinTextures } = await import('./skin-textures.ts');
      return new SkinTextures(takesDxt());
    }, whenLoaded);
    this.#coloring = new Lazy(() => import('./overlays/coloring.ts'), whenLoaded);
  }

  /** Brings skins and colours up to date. @param node the selected one, −1 for none */
  look(file: OpenFile, model: ModelView, lod: number, node: number): SurfaceLook {
    const coloring = view.coloring.peek();
    if (coloring === 'none') {
      this.legend.replaceChildren();
      this.#colored = [];
      return { ...CLAY, ...this.#skins(file) };
    }
    const module = this.#coloring.want();
    if (!module || !file.model) return CLAY;
    const wanted = [file.model, model.topologies()[0], lod, coloring, node, theme.peek()];
    if (wanted.some((value, i) => value !== this.#colored[i])) {
      this.#colored = wanted;
      this.legend.replaceChildren(...module.legend(coloring, file, node));
      if (coloring !== 'winding') {
        for (let piece = 0; piece < file.info.pieces.length; piece++) {
          model.setColors(piece, module.vertexColors(coloring, file.model.weights(piece, lod), node));
        }
      }
    }
    // Nothing is said about weights until there is a node to speak of.
    return coloring === 'weights' && node < 0 ? { ...CLAY, ...this.#skins(file) } : { ...CLAY, coloring };
  }

  /** A model without any skin is clay; beside one that has a skin, a slot without shows that it is missing. */
  #skins(file: OpenFile): Pick<SurfaceLook, 'covers' | 'missing'> {
    const skins = file.skins.peek();
    const textures = skins.size > 0 ? this.#textures.want() : this.#textures.loaded;
    if (!textures) return CLAY;
    return { covers: textures.use(skins), missing: skins.size > 0 ? textures.missing : null };
  }
}
