import type { Fault } from '../../../config/form.ts';
import { printable, words } from '../../../text/printable.ts';
import { configFaults } from '../../connection/config-faults.ts';
import { type ConfigFile, configPath, readConfigFile } from '../../connection/config-file.ts';
import type { Action } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { type Column, grid } from '../../output/grid.ts';
import { printerFor } from '../../output/print-report.ts';
import { type Report, table } from '../../output/report.ts';
import { Refusal } from '../../refusal.ts';

const COLUMNS: readonly Column<Fault>[] = [
  { name: 'line', title: words`LINE`, align: 'right', value: ({ line }) => line },
  { name: 'column', title: words`COL`, align: 'right', value: ({ column }) => column },
  { name: 'key', title: words`KEY`, value: ({ key }) => key },
  { name: 'sentence', title: words`WHAT`, value: ({ sentence }) => sentence },
  { name: 'nearest', title: words`MEANT?`, value: ({ nearest }) => nearest ?? null },
  { name: 'file', title: words`INCLUDED`, value: ({ file }) => file ?? null },
];

/** Every fault of a configuration, in every form. */
function faultsReport(path: string, faults: readonly Fault[]): Report {
  const shown = grid(COLUMNS, faults);
  const records = faults.map(({ line, column, key, sentence, nearest = null, file = null }) => ({
    line,
    column,
    key,
    sentence,
    nearest,
    file,
  }));
  return {
    document: { path, faults: records },
    records,
    sections: faults.length === 0 ? [] : [table(shown)],
    csv: shown,
    notes: [
      faults.length === 0
        ? words`${printable(path)} is in order.`
        : words`${printable(path)} has ${faults.length} ${faults.length === 1 ? words`fault` : words`faults`}.`,
    ],
  };
}

function faultsIn(file: Exclude<ConfigFile, { kind: 'refused' | 'absent' }>): readonly Fault[] {
  return file.kind === 'faulty' ? file.faults : configFaults(file.config);
}

export const configCheckCommand: Action<'config check'> = async ({ options }, context) => {
  const { env, uid } = context.edges;
  const path = configPath(env);
  const file = await readConfigFile(path, uid);
  if (path === undefined || file.kind === 'absent') {
    throw new Refusal([words`There is no configuration. warren init writes one.`]);
  }
  if (file.kind === 'refused') throw new Refusal(file.lines);
  const faults = faultsIn(file);
  await printerFor(context, options.output, 'one').print(faultsReport(path, faults));
  return faults.length > 0 ? EXIT.usage : EXIT.done;
};
