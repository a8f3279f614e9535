/** What can be done with the findings. */

import type { OpenFile } from '../../document/open-file.ts';
import { activeFile } from '../../document/state.ts';
import { isSettled, settle } from '../../edit/open-dialogs.ts';
import { reportData, reportText } from '../../explain/report.ts';
import { modelName } from '../../lib/file-names.ts';
import type { Command } from '../../store/commands.ts';
import { announcement } from '../../store/notices.ts';
import { copyText, saveText } from '../../ui/clipboard.ts';
import { listed, stepFinding } from './current.ts';

const hasFile = () => activeFile.value !== null;
const hasListed = () => listed.value.length > 0;

function ofFile(run: (file: OpenFile) => void): () => void {
  return () => {
    if (activeFile.value) run(activeFile.value);
  };
}

async function copyReport({ name, parsed }: OpenFile): Promise<void> {
  const copied = await copyText(reportText({ name, file: parsed }));
  announcement.value = copied
    ? 'Report copied.'
    : 'The browser did not allow copying: save the report instead.';
}

async function saveJson({ name, parsed }: OpenFile): Promise<void> {
  // It says what can be fixed.
  if (!isSettled(parsed)) await settle(parsed);
  if (!isSettled(parsed)) return;
  const report = { files: [reportData({ name, file: parsed })] };
  saveText(`${modelName(name)}-problems.json`, 'application/json', `${JSON.stringify(report, null, 2)}\n`);
}

export const copyReportCommand: Command = {
  id: 'problems.copy',
  label: 'Copy the report of problems',
  group: 'Problems',
  enabled: hasFile,
  run: ofFile((file) => void copyReport(file)),
};

export const saveReportCommand: Command = {
  id: 'problems.saveText',
  label: 'Save the report as text',
  group: 'Problems',
  enabled: hasFile,
  run: ofFile(({ name, parsed }) => {
    saveText(`${modelName(name)}-problems.txt`, 'text/plain', reportText({ name, file: parsed }));
  }),
};

export const saveJsonCommand: Command = {
  id: 'problems.saveJson',
  label: 'Save the report as JSON',
  group: 'Problems',
  enabled: hasFile,
  run: ofFile((file) => void saveJson(file)),
};

function step(by: 1 | -1): void {
  if (hasListed()) stepFinding(by);
  else announcement.value = 'No problems in this file.';
}

export const problemCommands: readonly Command[] = [
  {
    id: 'problems.next',
    label: 'Next problem',
    group: 'Problems',
    key: 'F8',
    enabled: hasFile,
    run: () => step(1),
  },
  {
    id: 'problems.previous',
    label: 'Previous problem',
    group: 'Problems',
    key: 'Shift+F8',
    enabled: hasFile,
    run: () => step(-1),
  },
  copyReportCommand,
  saveReportCommand,
  saveJsonCommand,
];
