import type { Preflight, Problem } from '../../../guardian/preflight.ts';
import { EXIT } from '../../../session/errors.ts';
import { count } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Action, Context } from '../../context.ts';
import { displayValue, grid, type OutputColumn } from '../../output/grid.ts';
import { facts, printerFor, type Report, table } from '../../output/report.ts';
import { readDocument } from '../../read-document.ts';

/** Bytes. The engine looks at no more. */
export const LARGEST_DOCUMENT = 5 * 1024 * 1024;

export const PROBLEMS: readonly OutputColumn<Problem>[] = [
  { name: 'severity', title: words`SEVERITY`, value: ({ severity }) => severity },
  { name: 'line', title: words`LINE`, align: 'right', value: ({ line }) => line },
  { name: 'column', title: words`COL`, align: 'right', value: ({ column }) => column },
  { name: 'sentence', title: words`WHAT`, value: ({ sentence }) => sentence },
  { name: 'pointer', title: words`WHERE`, shrinks: true, value: ({ pointer }) => pointer },
];

interface Limit {
  readonly name: string;
  readonly count: number;
  readonly exact: boolean;
  readonly pointer: string | null;
}

const LIMITS: readonly OutputColumn<Limit>[] = [
  { name: 'limit', title: words`PLAN LIMIT`, value: ({ name }) => name },
  {
    name: 'count',
    title: words`COUNT`,
    align: 'right',
    value: (limit) => limit.count,
    text: (limit) => words`${limit.exact ? words`` : words`≥ `}${count(limit.count)}`,
  },
  { name: 'pointer', title: words`MOST OF IT AT`, shrinks: true, value: ({ pointer }) => pointer },
];

function limitsOf(checked: Preflight): readonly Limit[] {
  if (checked.kind === 'unreadable') return [];
  return Object.entries(checked.limits).map(([name, { count: amount, isExact, worst }]) => ({
    name,
    count: amount,
    exact: isExact,
    pointer: worst?.pointer ?? null,
  }));
}

/** `2 errors, 1 warning`. */
export function problemSummary({ problemCounts }: Preflight): Printable {
  const parts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const found = problemCounts[severity];
    return found === 0 ? [] : [`${count(found)} ${severity}${found === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? words`no problems` : printable(parts.join(', '));
}

/** What was found in a document, in every form. */
function checkReport(file: string, checked: Preflight): Report {
  const { problems, problemCounts } = checked;
  const limits = limitsOf(checked);
  const read = checked.kind === 'read' ? checked : null;
  const listed = problemCounts.error + problemCounts.warning + problemCounts.note;
  const grown = grid(PROBLEMS, problems);
  return {
    document: {
      file,
      readable: read !== null,
      format: read?.format ?? null,
      openapi: read?.openapi ?? null,
      title: read?.title ?? null,
      version: read?.version ?? null,
      endpoints: read?.endpoints.map(({ method, path }) => ({ method, path })) ?? null,
      limits: read
        ? Object.fromEntries(
            limits.map(({ name, ...limit }) => [
              name,
              { count: limit.count, exact: limit.exact, pointer: limit.pointer },
            ]),
          )
        : null,
      problemCounts,
      problems,
    },
    records: problems,
    sections: [
      facts(
        [words`document`, displayValue(read?.title ?? null)],
        [words`version`, displayValue(read?.version ?? null)],
        [
          words`form`,
          read
            ? words`OpenAPI ${printable(read.openapi)} in ${printable(read.format)}`
            : words`unreadable`,
        ],
        [words`endpoints`, read ? count(read.endpoints.length) : words`–`],
        [words`problems`, problemSummary(checked)],
      ),
      ...(problems.length === 0 ? [] : [table(grown)]),
      ...(read ? [table(grid(LIMITS, limits))] : []),
    ],
    csv: grown,
    notes:
      listed > problems.length
        ? [words`${count(problems.length)} of ${count(listed)} problems are listed.`]
        : [],
  };
}

/** Milliseconds after which it is said that a document is being read. */
const PATIENCE = 1000;

/** Checks a document. When that takes longer than a second, it is said how far it is. */
export async function checkDocument(
  file: string,
  text: string,
  { messages, signal, edges: { clock } }: Context,
): Promise<Preflight> {
  const { preflightInThread } = await import('../../../guardian/preflight-thread.ts');
  const done = new AbortController();
  let isSaid = false;
  void clock.sleep(PATIENCE, done.signal).then(() => {
    if (done.signal.aborted) return;
    isSaid = true;
    messages.print(words`Reading ${printable(file)}…`);
  });
  try {
    return await preflightInThread(text, {
      signal,
      progress: (read) => {
        if (isSaid) messages.progress(progressWords(read));
      },
      withoutThread: () =>
        messages.print(words`No thread can be started: ${printable(file)} is read here.`),
    });
  } finally {
    done.abort();
    messages.clearProgress();
  }
}

const progressWords = (read: number): Printable =>
  read < 1 ? words`${Math.floor(100 * read)} % read` : words`Checking`;

export const guardianCheckCommand: Action<'guardian check'> = async (
  { arguments: { FILE }, options },
  context,
) => {
  const text = await readDocument(FILE, context, LARGEST_DOCUMENT);
  const checked = await checkDocument(FILE, text, context);
  await printerFor(context, options, 'one').print(checkReport(FILE, checked));
  return checked.problemCounts.error > 0 ? EXIT.unexpected : EXIT.done;
};
