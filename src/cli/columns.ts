import { UserError } from '../session/errors.ts';
import { suggestion } from '../text/nearest.ts';
import { printable, words } from '../text/printable.ts';
import { columnsIn } from './output/report.ts';
import type { Invocation } from './parse-command.ts';
import { quotable, unknown } from './parse-options.ts';
import type { CommandName, Given } from './table/commands.ts';

interface Asked {
  readonly arguments: Readonly<Record<string, string | undefined>>;
  readonly options: Readonly<Record<string, unknown>>;
}

type ColumnsOf = (asked: Asked) => Promise<readonly string[]>;

/** The commands that have `--columns`. */
type ListingCommand = {
  [Name in CommandName]: 'columns' extends keyof Given<Name>['options'] ? Name : never;
}[CommandName];

const COLUMNS: Readonly<Record<ListingCommand, ColumnsOf>> = {
  'app overview': async (asked) =>
    asked.arguments['ID'] === undefined
      ? (await import('./commands/app/overview.ts')).workspaceColumns
      : (await import('./commands/app/overview.ts')).overviewColumns,
  events: async () => (await import('../events/export.ts')).csvColumns,
  'archive status': async () => (await import('./commands/archive.ts')).heldColumns,
  'archive check': async () => (await import('./commands/archive.ts')).faultColumns,
  'dns scan': async () => (await import('./commands/dns.ts')).dnsColumns,
  'rate-limit': async () => (await import('./commands/rate-limit.ts')).counterColumns,
  search: async () => (await import('./commands/search.ts')).searchColumns,
  status: async () => (await import('./commands/status.ts')).statusColumns,
  'config show': async () => (await import('./commands/config.ts')).settingColumns,
  'config check': async () => (await import('./commands/config.ts')).faultColumns,
  doctor: async () => (await import('./commands/doctor.ts')).doctorColumns,
  audit: async ({ options }) => {
    const audit = await import('./commands/audit.ts');
    return options['verify'] ? audit.auditProblemColumns : audit.auditColumns;
  },
};

export async function columnsOf(command: CommandName, asked: Asked): Promise<readonly string[]> {
  const columns: Readonly<Partial<Record<CommandName, ColumnsOf>>> = COLUMNS;
  return (await columns[command]?.(asked)) ?? [];
}

export const filterColumns = async (command: CommandName): Promise<readonly string[]> => {
  if (command !== 'events') return [];
  const { COLUMNS: columns, COLUMN_FACTS } = await import('../events/storage/columns.ts');
  return columns.flatMap((column) => COLUMN_FACTS[column].fields);
};

/** Event columns can also be named as in filters. */
async function knownBy(command: CommandName, known: readonly string[]) {
  if (command !== 'events') return (column: string) => known.includes(column);
  const { csvPlace } = await import('../events/export.ts');
  return (column: string) => csvPlace(column) >= 0;
}

/**
 * Checks `--columns` before any request is sent.
 *
 * @throws UserError that lists the known columns
 */
export async function checkColumns({ name, given }: Invocation): Promise<void> {
  const { columns, output } = given.options as { columns?: string; output?: string };
  if (columns === undefined) return;
  if (output !== undefined && !['table', 'wide', 'csv'].includes(output)) {
    throw new UserError([
      words`--columns is for -o table, wide and csv. ${printable(output)} has every field: choose with jq.`,
    ]);
  }
  const known = await columnsOf(name, given);
  const wanted = columnsIn(columns);
  const twice = wanted.find((each, at) => wanted.indexOf(each) < at);
  if (twice !== undefined)
    throw new UserError([
      words`--columns names ${printable(quotable(twice, 'one of them'))} twice.`,
    ]);
  const isKnown = await knownBy(name, known);
  const strange = wanted.find((each) => !isKnown(each));
  if (wanted.length > 0 && strange === undefined) return;
  const reason =
    strange === undefined
      ? '--columns needs names.'
      : `${unknown('column', strange)}${suggestion(strange, known)}`;
  throw new UserError([printable(reason), words`There are: ${printable(known.join(', '))}.`]);
}
