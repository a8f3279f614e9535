/** `lithoscope list`: what an archive holds, the archives in it too. */
import type { FoundFile } from '../archive/walk.ts';
import { toJson } from '../explain/json.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './output.ts';
import { listed } from './targets.ts';

export async function list(context: Context, archive: string, json: boolean): Promise<ExitCode> {
  const files: FoundFile[] = [];
  const { kind, problems, isSound } = await listed(context, archive, (portion) => {
    for (const file of portion) files.push(file);
  });
  if (json) await context.write(`{"archive":${toJson(archive)},"kind":"${kind}","entries":[`);
  for (let from = 0; from < files.length; from += 4096) {
    const portion = files.slice(from, from + 4096);
    const lines = json
      ? portion.map((file, i) => `${from + i === 0 ? '\n' : ',\n'}${toJson(entryData(file))}`)
      : portion.map(({ size, path }) => `${size}\t${path}\n`);
    await context.write(lines.join(''));
  }
  if (json) await context.write(`${files.length > 0 ? '\n' : ''}],"problems":${toJson(problems)}}\n`);
  else for (const problem of problems) context.warn(`${archive}: ${problem}`);
  return isSound ? 0 : 1;
}

function entryData({ path, size, time, problem }: FoundFile) {
  return { path, size, time: time === null ? null : new Date(time).toISOString(), problem };
}
