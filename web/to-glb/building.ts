/** The GLB under construction: the state that its parts share. */
import {
  type Accessor,
  Document,
  Extension,
  ExtensionProperty,
  type GLTF,
  Logger,
  PropertyType,
  type TypedArray,
  VertexLayout,
  WebIO,
  type WriterContext,
} from '@gltf-transform/core';
import type { Exporting, Features, NotWritten } from '@lithoscope/core';
import { Pace, type Watch } from '../lib/pace.ts';
import type { GlbInput, GlbOptions } from './input.ts';
import { Names } from './names.ts';
import { NoteList } from './report.ts';

/** Silences the library on the console: the report has all notes. */
const SILENT = new Logger(Logger.Verbosity.SILENT);

/** What was asked for. @throws where it cannot be made */
export function made<Made>(answer: Made | NotWritten): Made {
  if (answer !== null && typeof answer === 'object' && 'refused' in answer) throw new Error(answer.refused);
  return answer as Made;
}

export class Building {
  readonly input: GlbInput;
  readonly options: GlbOptions;
  /** The file is left-handed: glTF's X is its −X. Otherwise glTF's X and Z are its −X and −Z. */
  readonly mirrors: boolean;
  /** What computes the numbers. */
  readonly exporting: Exporting;
  readonly document = new Document().setLogger(SILENT);
  readonly notes = new NoteList();
  /** Names of the scene's nodes: root, joints, sockets and meshes. */
  readonly nodeNames = new Names();
  readonly #buffer = this.document.createBuffer();
  /** Between parts of the work: progress and cancellation of the export. */
  readonly pace: Pace;

  constructor(input: GlbInput, options: GlbOptions, watch: Watch) {
    this.input = input;
    this.options = options;
    this.pace = new Pace(watch);
    const { bytes, info } = input.file;
    const { mirrorZ, restAnimation, conjugateKeys } = options.interpretation;
    // An interpretation of another file may name a missing animation.
    const isKnown = restAnimation === undefined || info.animations[restAnimation] !== undefined;
    this.mirrors = mirrorZ ?? info.space.mirrorZ;
    this.exporting = made(
      input.editing.exporting(bytes, {
        restAnimation: isKnown ? (restAnimation ?? null) : null,
        conjugateKeys: isKnown ? (conjugateKeys ?? null) : null,
        mirrors: this.mirrors,
        swaps: (info.space.frontSign === 1) === this.mirrors,
      }),
    );
    this.document.getRoot().getAsset().generator = 'Lithoscope';
  }

  /** The features of the model's format. */
  get features(): Features {
    return this.input.file.info.features;
  }

  accessor(array: TypedArray, type: GLTF.AccessorType): Accessor {
    return this.document.createAccessor().setArray(array).setType(type).setBuffer(this.#buffer);
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const root = this.document.getRoot();
    // glTF does not allow an empty buffer.
    if (root.listAccessors().length + root.listTextures().length === 0) this.#buffer.dispose();
    const bytes = await new WebIO()
      .setLogger(SILENT)
      // Unregistered extensions are not written.
      .registerExtensions([UnlitExtension])
      .setVertexLayout(VertexLayout.SEPARATE)
      .writeBinary(this.document);
    this.pace.end();
    return bytes;
  }
}

export class UnlitExtension extends Extension {
  static override readonly EXTENSION_NAME = 'KHR_materials_unlit';
  override readonly extensionName = UnlitExtension.EXTENSION_NAME;

  createUnlit(): Unlit {
    return new Unlit(this.document.getGraph());
  }

  read(): this {
    return this;
  }

  write({ jsonDoc, materialIndexMap }: WriterContext): this {
    for (const [material, index] of materialIndexMap) {
      const written = jsonDoc.json.materials?.[index];
      if (written && material.getExtension(this.extensionName)) {
        written.extensions = { ...written.extensions, [this.extensionName]: {} };
      }
    }
    return this;
  }
}

export class Unlit extends ExtensionProperty {
  override readonly extensionName = UnlitExtension.EXTENSION_NAME;
  override readonly parentTypes: string[] = [PropertyType.MATERIAL];
  declare propertyType: string;

  protected override init(): void {
    this.propertyType = 'Unlit';
  }
}
