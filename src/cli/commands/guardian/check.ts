import { driftLog } from '../../../contract/drift.ts';
import {
  type AuthScheme,
  type GuardianEndpoint,
  guardianUpload,
} from '../../../contract/operations/guardian-upload.ts';
import { readAnswer } from '../../../contract/read-answer.ts';
import { after } from '../../../edges/clock.ts';
import type { DerivedEndpoint } from '../../../guardian/derive.ts';
import type { Endpoint } from '../../../guardian/endpoints.ts';
import { LIMIT_NAMES, type PlanLimits } from '../../../guardian/limits.ts';
import { PARAMETER_GROUPS } from '../../../guardian/parameters.ts';
import type { Preflight, Problem, ReadPreflight } from '../../../guardian/preflight.ts';
import { EXIT, UserError } from '../../../session/errors.ts';
import { count, counted, percent } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Action, Context } from '../../context.ts';
import { displayValue, grid, type OutputColumn } from '../../output/grid.ts';
import { facts, printerFor, type Report, type Section, table } from '../../output/report.ts';
import { readDocument } from '../../read-document.ts';

/** In bytes. The engine reads no more than this. */
export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;

export const PROBLEMS: readonly OutputColumn<Problem>[] = [
  { name: 'severity', title: words`SEVERITY` },
  { name: 'line', title: words`LINE`, align: 'right' },
  { name: 'column', title: words`COL`, align: 'right' },
  { name: 'sentence', title: words`WHAT` },
  { name: 'pointer', title: words`WHERE`, shrinks: true },
];

interface Limit {
  readonly name: string;
  readonly count: number;
  readonly exact: boolean;
  /** The plan limit; null if unknown. */
  readonly most: number | null;
  readonly pointer: string | null;
}

const isOver = ({ count: amount, most }: Limit): boolean => most !== null && amount > most;

const amountOf = (limit: Limit): Printable =>
  words`${limit.exact ? words`` : words`≥ `}${count(limit.count)}`;

const LIMITS: readonly OutputColumn<Limit>[] = [
  { name: 'limit', title: words`PLAN LIMIT`, value: ({ name }) => name },
  {
    name: 'count',
    title: words`COUNT`,
    align: 'right',
    value: (limit) => limit.count,
    text: amountOf,
  },
  {
    name: 'most',
    title: words`ALLOWED`,
    align: 'right',
    text: (limit) =>
      limit.most === null
        ? words`not known`
        : words`${count(limit.most)}${isOver(limit) ? words` OVER` : words``}`,
  },
  { name: 'pointer', title: words`LARGEST AT`, shrinks: true },
];

function limitsOf(checked: Preflight, plan: PlanLimits | null): readonly Limit[] {
  if (checked.kind === 'unreadable') return [];
  return LIMIT_NAMES.map((name) => {
    const { count: amount, isExact, worst } = checked.limits[name];
    const pointer = worst?.pointer ?? null;
    return { name, count: amount, exact: isExact, most: plan?.[name] ?? null, pointer };
  });
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Reads the plan limits from an earlier upload's answer in `-o json` format.
 *
 * @throws UserError when there are none
 */
async function planLimits(path: string, context: Context): Promise<PlanLimits> {
  const text = await readDocument(path, context, MAX_ANSWER_BYTES);
  const read = readAnswer(
    guardianUpload,
    { status: 200, contentType: 'application/json', text },
    driftLog(),
  );
  if (read.kind === 'answer') return read.answer.data.configuration;
  throw new UserError([
    words`${printable(path)} is not the answer to an upload: ${printable(read.problem.title)}.`,
    words`warren guardian upload ZONE FILE -o json writes one.`,
  ]);
}

/** `2 errors, 1 warning`. */
export function problemSummary({ problemCounts }: Preflight): Printable {
  const parts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const found = problemCounts[severity];
    return found === 0 ? [] : [counted(found, words`${printable(severity)}`)];
  });
  return parts.length === 0 ? words`no problems` : printable(parts.join(', '));
}

const ENDPOINTS: readonly OutputColumn<Endpoint>[] = [
  { name: 'requestMethod', title: words`METHOD`, value: ({ method }) => method },
  { name: 'requestPath', title: words`PATH`, shrinks: true, value: ({ path }) => path },
  {
    name: 'authSchemes',
    title: words`AUTH`,
    value: ({ authSchemes }) => authSchemes?.map(schemeText).join(', ') ?? null,
  },
  ...PARAMETER_GROUPS.map(
    (group): OutputColumn<Endpoint> => ({
      name: group,
      title: words`${printable(group.toUpperCase())}`,
      value: ({ parameters }) => parameters[group].join(', '),
    }),
  ),
  {
    name: 'requestBodySchemaYaml',
    title: words`REQUEST`,
    value: ({ requestBodySchema }) => (requestBodySchema ? 'schema' : null),
  },
  {
    name: 'responseBodySchemasYaml',
    title: words`RESPONSES`,
    value: ({ responseSchemas }) => [...responseSchemas.keys()].join(', '),
  },
];

/** `bearerAuth (Http bearer in Header Authorization)`. */
function schemeText(scheme: AuthScheme): string {
  const { schemeName, schemeType, httpScheme, location, credentialName } = scheme;
  const where = location === null ? [] : ['in', location];
  const asks = [schemeType, httpScheme, ...where, credentialName].filter(Boolean).join(' ');
  return `${schemeName ?? '?'} (${asks})`;
}

/** Endpoint schemas for wide tables. Rendered lazily, because there may be thousands. */
export const schemaSection = (endpoints: () => readonly EndpointSchemas[]): Section => ({
  only: 'wide',
  draw: () => ({ lines: endpoints().flatMap(schemaLines), cut: false }),
});

type EndpointSchemas = Pick<
  GuardianEndpoint,
  'requestMethod' | 'requestPath' | 'requestBodySchemaYaml' | 'responseBodySchemasYaml'
>;

function schemaLines(endpoint: EndpointSchemas): readonly Printable[] {
  const { requestMethod, requestPath, requestBodySchemaYaml, responseBodySchemasYaml } = endpoint;
  const name = words`${displayValue(requestMethod)} ${displayValue(requestPath)}`;
  const schemas: readonly (readonly [Printable, string | null])[] = [
    [words`request body`, requestBodySchemaYaml],
    ...Object.entries(responseBodySchemasYaml ?? {}).map(
      ([status, yaml]) => [words`response ${printable(status)}`, yaml] as const,
    ),
  ];
  return schemas.flatMap(([what, yaml]) =>
    yaml === null
      ? []
      : [words`${name} · ${what}`, ...yaml.replace(/\n$/, '').split('\n').map(printable), words``],
  );
}

function checkReport(
  file: string,
  checked: Preflight,
  {
    limits,
    derived,
  }: {
    readonly limits: readonly Limit[];
    readonly derived: (read: ReadPreflight) => readonly DerivedEndpoint[];
  },
): Report {
  const { problems, problemCounts } = checked;
  const read = checked.kind === 'read' ? checked : null;
  const listed = problemCounts.error + problemCounts.warning + problemCounts.note;
  const grown = grid(PROBLEMS, problems);
  return {
    get document() {
      return {
        file,
        readable: read !== null,
        format: read?.format ?? null,
        openapi: read?.openapi ?? null,
        title: read?.title ?? null,
        version: read?.version ?? null,
        endpoints: read && derived(read),
        limits: read ? Object.fromEntries(limits.map(({ name, ...limit }) => [name, limit])) : null,
        problemCounts,
        problems,
      };
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
      ...(read
        ? [
            table(grid(LIMITS, limits)),
            table(grid(ENDPOINTS, read.endpoints)),
            schemaSection(() => derived(read)),
          ]
        : []),
    ],
    csv: grown,
    notes: [
      ...(listed > problems.length
        ? [words`${count(problems.length)} of ${count(listed)} problems are listed.`]
        : []),
      // CSV and NDJSON contain only the problems, so this must explain exit code 1.
      ...limits.flatMap((limit) => {
        const { name, most } = limit;
        return most !== null && isOver(limit)
          ? [words`${printable(name)} is ${amountOf(limit)}, the plan allows ${count(most)}.`]
          : [];
      }),
    ],
  };
}

/** Delay before progress is reported, in milliseconds. */
const PROGRESS_DELAY_MS = 1000;

/** Checks a document, and reports progress if that takes longer than a second. */
export async function checkDocument(
  file: string,
  text: string,
  { messages, signal, edges: { clock } }: Context,
): Promise<Preflight> {
  const { CheckEnded, preflightInThread } = await import('../../../guardian/preflight-thread.ts');
  let isSlow = false;
  const done = after(clock, PROGRESS_DELAY_MS, () => {
    isSlow = true;
    messages.print(words`Reading ${printable(file)}`);
  });
  try {
    return await preflightInThread(text, {
      signal,
      progress: (read) => {
        if (isSlow) messages.progress(progressWords(read));
      },
    });
  } catch (error) {
    if (!(error instanceof CheckEnded)) throw error;
    throw new UserError(
      [
        words`${printable(file)} was not checked: the thread that checks it ended (${printable(error.message)}).`,
        words`Run the command again.`,
      ],
      EXIT.unexpected,
    );
  } finally {
    done();
    messages.clearProgress();
  }
}

const progressWords = (read: number): Printable =>
  read < 1 ? words`${percent(read)} read` : words`Checking`;

export const guardianCheckCommand: Action<'guardian check'> = async (
  { arguments: { FILE }, options },
  context,
) => {
  const text = await readDocument(FILE, context, MAX_DOCUMENT_BYTES);
  const checked = await checkDocument(FILE, text, context);
  const { derivedEndpoints } = await import('../../../guardian/derive.ts');
  const plan = options.limits === undefined ? null : await planLimits(options.limits, context);
  const limits = limitsOf(checked, plan);
  const report = checkReport(FILE, checked, { limits, derived: derivedEndpoints });
  await printerFor(context, options, 'one').print(report);
  return checked.problemCounts.error > 0 || limits.some(isOver) ? EXIT.unexpected : EXIT.done;
};
