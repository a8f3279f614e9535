/** KHR_materials_unlit: a material whose colour is its skin's, without light. It has no settings. */
import { Extension, ExtensionProperty, PropertyType, type WriterContext } from '@gltf-transform/core';

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
