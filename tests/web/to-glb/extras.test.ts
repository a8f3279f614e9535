/** What the extras of a GLB say, and whether they are enough to come back. */
import { readFileSync } from 'node:fs';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import { unzlibSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { GLB_DEFAULTS, type GlbOptions } from '../../../web/to-glb/input.ts';
import { NOTES } from '../../../web/to-glb/report.ts';
import { toGlb } from '../../../web/to-glb/to-glb.ts';
import { Glb } from '../../interop/glb.ts';
import { loadCore } from '../support/core.ts';
import { edited, lithString, nodeAt, patched } from '../support/edit.ts';
import { inputOf } from '../support/glb.ts';
import { sample } from '../support/samples.ts';

let core: Lithoscope;
let clockwork: Exported;
beforeAll(async () => {
  core = await loadCore();
  clockwork = await exported(sample('clockwork.abc'));
});

interface Exported {
  file: AbcFile;
  glb: Glb;
  root: Record<string, unknown>;
  /** The JSON text of the root. */
  said: {
    commandString: string;
    header: Record<string, unknown>;
    nodes: object[];
    pieces: { name: string }[];
    animations: Record<string, object>;
    ownAnimations: object[];
  };
}

async function exported(bytes: Uint8Array, options: Partial<GlbOptions> = {}): Promise<Exported> {
  const file = core.open(bytes);
  const input = inputOf(file, 'models/made.abc');
  const result = await toGlb(input, { ...GLB_DEFAULTS, ...options });
  const glb = new Glb(result.bytes);
  const root = glb.json.nodes?.find(({ extras }) => extras?.lithoscope !== undefined)?.extras ?? {};
  return { file, glb, root, said: JSON.parse(String(root.lithoscope)) };
}

describe('the JSON text at the root', () => {
  test('has what glTF has no words for, as the file has it', () => {
    const { file, said, root } = clockwork;
    const { info } = file;
    expect(said).toMatchObject({
      format: 1,
      file: 'made.abc',
      bytes: info.size,
      version: 12,
      sections: info.sections.map(({ type }) => type),
      commandString: info.commandString,
      levels: info.lodCount,
      weightSets: JSON.parse(JSON.stringify(info.weightSets)),
      childModels: info.childModels,
    });
    expect(said.nodes).toMatchObject(info.nodes.map(({ name, flags, parent }) => ({ name, flags, parent })));
    expect(said.pieces).toMatchObject(
      info.pieces.map(({ name, materialIndex }) => ({ name, materialIndex })),
    );
    expect(Object.keys(said.animations)).toEqual(info.animations.map(({ name }) => name));
    expect(root).toMatchObject({ lta_version: 12, lta_command_string: info.commandString });
  });

  test('has the key times and frame strings of each animation by its name', () => {
    const { file, said } = clockwork;
    let cues = 0;
    file.info.animations.forEach(({ name, interpolationTime }, index) => {
      const { times, strings } = file.keyframes(index);
      const cue = strings.flatMap((text, key) => (text ? [{ key, text }] : []));
      cues += cue.length;
      expect(said.animations[name]).toMatchObject({
        index,
        interpolationTime,
        times: [...times],
        strings: cue,
      });
    });
    expect(cues).toBeGreaterThan(0);
  });

  test('is JSON whatever the texts and numbers of the file are', async () => {
    const model = core.open(sample('clockwork.abc'));
    const command = nodeAt(model, 'Header.CommandString');
    const piece = nodeAt(model, 'Pieces.Pieces[0].Name');
    const radius = nodeAt(model, 'Header.InternalRadius');
    const hostile = '"\\\u0000\u0085\u00ad</script>\u00ff\n';
    const long = hostile.repeat(4000);
    const bytes = patched(model, radius.start, (view) => view.setFloat32(0, Number.NaN, true));
    const { said, root, glb } = await exported(
      edited(
        model,
        [
          { start: command.start, end: command.end, instead: lithString(long) },
          { start: piece.start, end: piece.end, instead: lithString(hostile) },
        ],
        bytes,
      ),
    );
    expect(said.commandString).toBe(long);
    expect(said.header.InternalRadius).toBe('NaN');
    expect(said.pieces[0]?.name).toBe(hostile);
    expect(root.lta_global_radius).toBe('NaN');
    expect(glb.json.meshes?.some(({ extras, name }) => (extras?.lt_name ?? name) === hostile)).toBe(true);
  });
});

test('the documentation has every note that an export can give, and no other', () => {
  const page = readFileSync(new URL('../../../docs/export.md', import.meta.url), 'utf8');
  const chapter = page.slice(page.indexOf('## Notes'), page.indexOf('## Limits'));
  const codes = [...chapter.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(codes).toEqual(Object.keys(NOTES));
});

describe('the file without what the GLB has', () => {
  const templateOf = ({ root }: Exported) => unzlibSync(Buffer.from(String(root.lt_template), 'base64'));

  test.each(['clockwork.abc', 'jellyfish.abc'])('is a file of the same parts: %s', async (name) => {
    const made = name === 'clockwork.abc' ? clockwork : await exported(sample(name));
    const again = core.open(templateOf(made));
    expect(again.info).toEqual(made.file.info);
    expect(again.bytes.length).toBe(made.file.bytes.length);
    again.info.animations.forEach((_, animation) => {
      expect(again.keyframes(animation)).toEqual(made.file.keyframes(animation));
    });
  });

  test('stays away when it is not wanted, and nothing else with it', async () => {
    const { root, said, glb } = await exported(sample('clockwork.abc'), { template: false });
    expect(root.lt_template).toBeUndefined();
    expect({ ...said, template: true, marks: true }).toEqual(clockwork.said);
    const semantics = (of: Glb) =>
      of.json.meshes?.map(({ primitives }) => Object.keys(primitives[0]?.attributes ?? {}));
    const marked = semantics(clockwork.glb);
    expect(marked?.every((names) => names.includes('TEXCOORD_1'))).toBe(true);
    expect(semantics(glb)).toEqual(marked?.map((names) => names.filter((name) => name !== 'TEXCOORD_1')));
  });

  test('leaves no place of a weight that the GLB does not tell within 1e-4', async () => {
    const made = await exported(sample('clockwork.abc'), { lods: 'all' });
    const { file, glb } = made;
    const again = core.open(templateOf(made));
    const inverse = inverseBinds(glb);
    let cleared = 0;
    let kept = 0;
    let worst = 0;
    for (const [index, mesh] of (glb.json.meshes ?? []).entries()) {
      const [piece, lod] = [Number(mesh.extras?.lt_piece), Number(mesh.extras?.lt_lod)];
      const positions = glb.floats(index, 'POSITION', 3);
      const corners = file.topology(piece, lod).corners;
      const [stored, holes] = [file.weights(piece, lod), again.weights(piece, lod)];
      // The triangles of both are the same, the second and third corner of the mirrored ones changed.
      glb.indices(index).forEach((vertex, i) => {
        const at = corners[i - (i % 3) + ([0, 2, 1][i % 3] ?? 0)] ?? 0;
        for (let weight = stored.start[at] ?? 0; weight < (stored.start[at + 1] ?? 0); weight++) {
          const here = holes.location.subarray(3 * weight, 3 * weight + 3);
          const there = [...stored.location.subarray(3 * weight, 3 * weight + 3)];
          if (here.some((value) => value !== 0)) {
            kept++;
            if (here.some((value, i) => value !== there[i])) worst = Number.POSITIVE_INFINITY;
            continue;
          }
          cleared++;
          const m = inverse[stored.node[weight] ?? 0] ?? [];
          const bias = stored.bias[weight] ?? 0;
          const p = positions.subarray(3 * vertex, 3 * vertex + 3);
          [0, 1, 2].forEach((row) => {
            const sum = [0, 1, 2].reduce(
              (all, column) => all + (m[4 * column + row] ?? 0) * (p[column] ?? 0),
              m[12 + row] ?? 0,
            );
            const value = (row === 0 ? -1 : 1) * bias * sum;
            worst = Math.max(worst, Math.abs(value - (there[row] ?? 0)));
          });
        }
      });
    }
    expect(worst).toBeLessThan(1e-4);
    expect(cleared).toBeGreaterThan(1000);
    // The lower levels of the sample do not agree on bind positions.
    expect(kept).toBeGreaterThan(0);
  });

  test('has no keys that the GLB has, all that nobody asked for, and places of rotation-only nodes', async () => {
    const made = await exported(sample('clockwork.abc'), { animations: [{ source: -1, animation: 0 }] });
    const again = core.open(templateOf(made));
    const { info } = made.file;
    expect(made.said.ownAnimations).toEqual(
      info.animations.map(({ name }, index) => ({ name, exportedAs: index === 0 ? name : null })),
    );
    info.nodes.forEach(({ flags }, node) => {
      const [stored, holes] = [made.file.track(0, node), again.track(0, node)];
      // The length of a rotation is there, with the side that its signs say.
      holes?.rotations.forEach((value, i) => {
        if (i % 4 !== 3) expect(value).toBe(0);
        else
          expect(Math.abs(value)).toBeCloseTo(
            Math.hypot(...(stored?.rotations.subarray(i - 3, i + 1) ?? [])),
            4,
          );
      });
      expect(again.track(1, node)).toEqual(made.file.track(1, node));
      if ((flags & 2) === 0) expect(holes?.translations.every((value) => value === 0)).toBe(true);
      else {
        const error = holes?.translations.map((value, i) => Math.abs(value - (stored?.translations[i] ?? 0)));
        expect(Math.max(...(error ?? [1]))).toBeLessThan(1e-4);
      }
    });
  });
});

/** Sixteen numbers a joint, column by column, of the first skin. */
function inverseBinds(glb: Glb): number[][] {
  const skin = glb.json.skins?.[0];
  const all = glb.accessorFloats(skin?.inverseBindMatrices, 16);
  return (skin?.joints ?? []).map((_, joint) => [...all.subarray(16 * joint, 16 * joint + 16)]);
}
