/** The command line in this process, its output caught. */
import type { ExitCode } from '../../../web/cli/output.ts';
import { Progress } from '../../../web/cli/progress.ts';
import { run } from '../../../web/cli/run.ts';
import { loadCore } from './core.ts';

export interface Ran {
  code: ExitCode;
  stdout: string;
  stderr: string;
}

export async function lithoscope(...args: string[]): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const code = await run(
    {
      lithoscope: await loadCore(),
      write: async (text) => {
        stdout += text;
      },
      warn: (line) => {
        stderr += `${line}\n`;
      },
      progress: new Progress({ write: () => {} }),
      color: false,
    },
    args,
  );
  return { code, stdout, stderr };
}
