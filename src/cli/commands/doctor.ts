import { type CheckResult, failed, MARKS, passed } from '../../doctor/check.ts';
import { serviceChecks } from '../../doctor/service-checks.ts';
import {
  checkTerminal,
  queryTerminal,
  type TerminalAnswer,
  withoutTerminal,
} from '../../doctor/terminal-checks.ts';
import { canPlaceCursor } from '../../edges/terminal.ts';
import { FEATURE_QUERY } from '../../painter/sequences.ts';
import { programFinding } from '../../session/console-session.ts';
import type { Edges } from '../../session/edges.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { checkFiles } from '../../session/file-checks.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Action, Context } from '../context.ts';
import { columnNames, type OutputColumn } from '../output/grid.ts';
import { printerFor, type Report, tableReport } from '../output/report.ts';
import { type ServiceOptionValues, withService } from '../service.ts';

const COLUMNS: readonly OutputColumn<CheckResult>[] = [
  {
    name: 'result',
    title: words`RESULT`,
    text: ({ result }) => MARKS[result],
  },
  { name: 'what', title: words`WHAT` },
  { name: 'detail', title: words`DETAIL` },
  {
    name: 'advice',
    title: words`ADVICE`,
    text: ({ advice }) => advice,
  },
];

export const doctorColumns = columnNames(COLUMNS);

function doctorReport(findings: readonly CheckResult[]): Report {
  const failures = findings.filter(({ result }) => result === 'failed').length;
  return tableReport({
    columns: COLUMNS,
    rows: findings,
    document: { findings },
    notes: [
      failures === 0 ? words`Nothing failed.` : words`${counted(failures, words`check`)} failed.`,
    ],
  });
}

export const doctorCommand: Action<'doctor'> = async ({ options }, context) => {
  const { edges } = context;
  const findings = [
    programFinding(edges),
    ...(await checkOwnTerminal(edges)),
    ...(await checkFiles(edges)),
    ...(await checkService(options, context)),
  ];
  if (context.signal.aborted) return EXIT.interrupted;
  await printerFor(context, options, 'one').print(doctorReport(findings));
  return findings.some(({ result }) => result === 'failed') ? EXIT.unexpected : EXIT.done;
};

/** Puts the terminal into raw mode for one query, and restores it. */
async function askOwnTerminal({
  stdin,
  stdout,
  clock,
  interrupted,
}: Edges): Promise<TerminalAnswer> {
  if (!stdin.setRawMode) return { kind: 'silent' };
  stdin.setRawMode(true);
  try {
    return await queryTerminal(
      {
        queryFeatures: () => void stdout.write(FEATURE_QUERY),
        onInput(listener) {
          stdin.on('data', listener);
          stdin.resume();
          return () => {
            stdin.off('data', listener);
            stdin.pause();
          };
        },
      },
      clock,
      interrupted,
    );
  } finally {
    stdin.setRawMode(false);
  }
}

/** Checks the terminal that the command runs on, if there is one. */
export async function checkOwnTerminal(edges: Edges): Promise<readonly CheckResult[]> {
  const { env, stdin, stdout } = edges;
  if (!stdin.isTTY || !stdout.isTTY) return withoutTerminal(env);
  const { columns = 0, rows = 0 } = stdout;
  // A terminal that cannot place its cursor would print the query.
  const answer: TerminalAnswer = canPlaceCursor(env)
    ? await askOwnTerminal(edges)
    : { kind: 'silent' };
  return checkTerminal({ env, size: { columns, rows }, answer });
}

/** Checks that the service answers, and how its answers differ from the contract. */
async function checkService(
  flags: ServiceOptionValues,
  context: Context,
): Promise<readonly CheckResult[]> {
  const { edges, signal } = context;
  try {
    return await withService(flags, context, async ({ session, call, exchanges }) => {
      const { name, host, readOnly } = session.profile;
      const findings = [
        passed(words`service`, words`${name}, ${host}${readOnly ? words`, read-only` : words``}`),
      ];
      const checks = serviceChecks({
        call,
        workspace: session.workspace,
        exchanges: () => exchanges,
        drift: session.drift.entries,
        now: edges.clock.now,
      });
      for (const { what, run } of checks) {
        if (signal.aborted) break;
        context.messages.progress(words`Asking: ${what}`);
        findings.push(...(await run(signal)));
      }
      return findings;
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [first = words`It cannot be used.`, ...more] = error.lines;
    return [failed(words`service`, first, more.join(' ') as Printable)];
  }
}
