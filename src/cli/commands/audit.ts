import { isEngineAddress } from '../../archive/address.ts';
import { openTeamAudit } from '../../archive/open.ts';
import { jsonIn } from '../../contract/read-answer.ts';
import { isObject } from '../../contract/shape.ts';
import { FileError, realFiles } from '../../edges/files.ts';
import { stateDirectory } from '../../edges/machine.ts';
import {
  type AuditedChange,
  type AuditTail,
  auditedChanges,
  auditPath,
  changedPart,
  readAudit,
  verifyAudit,
} from '../../mutations/audit.ts';
import type { AuditCheck, AuditProblem } from '../../mutations/audit-chain.ts';
import { asUserError, EXIT, UserError } from '../../session/errors.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { stamp } from '../../text/time.ts';
import type { Action, Context } from '../context.ts';
import { columnNames, displayValue, type OutputColumn } from '../output/grid.ts';
import { lines, printerFor, type Report, tableReport } from '../output/report.ts';
import { passwordsOf, withArchiveErrors } from './events/archive.ts';
import { openRecordingReader } from './record.ts';

const COLUMNS: readonly OutputColumn<AuditedChange>[] = [
  {
    name: 'time',
    title: words`TIME`,
    text: ({ time }) => stamp(Date.parse(time), 'utc'),
  },
  { name: 'outcome', title: words`OUTCOME` },
  { name: 'operation', title: words`CHANGE` },
  { name: 'subjectKind', only: 'csv', value: ({ subject }) => subject.kind },
  { name: 'subjectId', title: words`OF`, value: ({ subject }) => subject.id },
  {
    name: 'subjectName',
    title: words`NAME`,
    shrinks: true,
    value: ({ subject }) => subject.name,
    // Without a known name, the id is already in the column before.
    text: ({ subject }) => displayValue(subject.name === subject.id ? null : subject.name),
  },
  {
    name: 'what',
    only: 'table',
    title: words`WHAT`,
    shrinks: true,
    value: changedPart,
  },
  { name: 'user', title: words`BY` },
  { name: 'profile', title: words`PROFILE`, shrinks: true },
  { name: 'host', only: 'csv' },
  { name: 'tty', only: 'csv' },
  { name: 'ssh', only: 'csv' },
  { name: 'status', only: 'csv' },
  { name: 'error', title: words`ERROR`, shrinks: true },
  { name: 'requestId', only: 'csv' },
  { name: 'attempt', only: 'csv' },
  { name: 'request', only: 'csv', value: ({ request }) => jsonText(request) },
];

export const auditColumns = columnNames(COLUMNS);

function notesOf(path: Printable, { changes, broken, whole }: AuditTail): readonly Printable[] {
  const are = broken === 1 ? words`is` : words`are`;
  return [
    ...(changes.length === 0 ? [words`No change is recorded in ${path}.`] : []),
    ...(broken > 0
      ? [words`${counted(broken, words`line`)} of ${path} ${are} damaged and left out.`]
      : []),
    ...(whole ? [] : [words`Only the end of ${path} was read: older changes stand before it.`]),
  ];
}

function auditReport(file: string, tail: AuditTail): Report {
  const { changes, broken, whole } = tail;
  return tableReport({
    columns: COLUMNS,
    rows: changes,
    document: { file, whole, damaged: broken, changes },
    notes: notesOf(printable(file), tail),
  });
}

const PROBLEM_COLUMNS: readonly OutputColumn<AuditProblem>[] = [
  { name: 'kind', only: 'csv' },
  { name: 'line', only: 'csv' },
  { name: 'entry', only: 'csv' },
  { name: 'sentence', title: words`TAMPERED` },
];

export const auditProblemColumns = columnNames(PROBLEM_COLUMNS);

function checkReport(file: string, check: AuditCheck): Report {
  const { chained, older, torn, problems } = check;
  const whole = problems.length === 0;
  const name = printable(file);
  const entries = counted(chained, words`entry`, words`entries`);
  const summary =
    chained === 0
      ? words`${name} holds no entry that can be checked.`
      : words`${name} is whole: ${entries}, as written.`;
  return tableReport({
    columns: PROBLEM_COLUMNS,
    rows: problems,
    document: { file, whole, ...check },
    above: whole ? [lines(summary)] : [],
    notes: [
      ...(whole ? [] : [words`${name} is not as it was written. It holds ${entries}.`]),
      ...(older > 0
        ? [
            words`${counted(older, words`line`)} of older versions stand before the first entry that has a hash.`,
          ]
        : []),
      ...(torn > 0
        ? [words`${counted(torn, words`line`)} cut short: a program was ended while it wrote.`]
        : []),
    ],
  });
}

/** Changes in a bundle, newest first. Only lines that parse as audit entries are trusted. */
async function bundledTail(path: string, context: Context): Promise<AuditTail> {
  const { file, about } = await openRecordingReader(path, context);
  file.close();
  if (!about.bundle) {
    throw new UserError([
      words`${printable(path)} is a recording, which holds no audit: warren bundle writes a file that does.`,
    ]);
  }
  const bundle = jsonIn(about.bundle);
  const changes = isObject(bundle) ? bundle['changes'] : undefined;
  if (!Array.isArray(changes)) {
    throw new UserError([
      words`${printable(path)} is damaged: its list of changes cannot be read.`,
    ]);
  }
  const entries = changes.map((change) => JSON.stringify(change));
  return auditedChanges(entries.toReversed().join('\n'), true);
}

/** A team's changes, newest first. `user` includes the machine that sent them. */
async function teamTail(place: string, context: Context): Promise<AuditTail> {
  const { lines, whole } = await withArchiveErrors(EXIT.unexpected, context, async () => {
    const archive = await openTeamAudit(place, passwordsOf(context));
    return archive.read().finally(() => archive.close());
  });
  let broken = 0;
  const changes: AuditedChange[] = [];
  for (const [user, own] of Map.groupBy(lines, ({ writer }) => writer)) {
    const tail = auditedChanges(own.map(({ line }) => line).join('\n'), true);
    broken += tail.broken;
    for (const change of tail.changes) changes.push({ ...change, user });
  }
  const newestFirst = changes.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
  return { changes: newestFirst, broken, whole };
}

export const auditCommand: Action<'audit'> = async ({ options }, context) => {
  if (options.from !== undefined) {
    if (options.verify) {
      throw new UserError([words`--verify is for the audit file, which --from does not read.`]);
    }
    const read = isEngineAddress(options.from) ? teamTail : bundledTail;
    const tail = await read(options.from, context);
    await printerFor(context, options, 'one').print(auditReport(options.from, tail));
    return EXIT.done;
  }
  const path = auditPath(stateDirectory(context.edges.env));
  if (path === null) {
    throw new UserError([words`There is no audit file: neither XDG_STATE_HOME nor HOME is set.`]);
  }
  const printer = printerFor(context, options, 'one');
  if (!options.verify) {
    const tail = await readAudit(realFiles(), path).catch(asUserError(FileError));
    await printer.print(auditReport(path, tail));
    return EXIT.done;
  }
  const check = await verifyAudit(realFiles(), path).catch(asUserError(FileError));
  await printer.print(checkReport(path, check));
  return check.problems.length === 0 ? EXIT.done : EXIT.unexpected;
};
