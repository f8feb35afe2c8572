import type { LimitCount, LimitName, PlanLimits } from '../../guardian/limits.ts';
import type { Preflight, ReadPreflight } from '../../guardian/preflight.ts';
import { keyFor } from '../../text/key-names.ts';
import { count, counted, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { stamp } from '../../text/time.ts';
import { cutStart, pad } from '../../text/width.ts';
import { bar } from '../../ui/chart.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import { lineItem, type RecordItem, textItem, wrappedItem } from '../../ui/record-lines.ts';
import { widest } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { pointerWords } from './change-rows.ts';
import { declaredTable } from './endpoints-page.ts';
import { type Page, type PageFacts, pageTable, sentences, withoutFile } from './page.ts';
import { PROBLEMS, problemCountLine, problemDetail, problemRows } from './problems.ts';
import { fileOf, type Returned, type SpecificationFile, type ZoneWork } from './state.ts';

const SECTIONS_EXPLAINED = [
  [words`Check`, words`errors with their lines, and how much of each plan limit is used`],
  [
    words`Changes`,
    words`endpoints that are added, removed or changed, and the requests in the loaded events that this would hit`,
  ],
  [
    words`Send`,
    words`the request as it would be sent, and what to know before; it is sent once, after a question`,
  ],
  [
    words`Endpoints`,
    words`what the service returned: each endpoint, its settings and schemas, and whether they are enforced`,
  ],
  [
    words`Compared`,
    words`differences between what the service returned and what the check predicted`,
  ],
] as const;

const EXPLANATION: readonly RecordItem[] = SECTIONS_EXPLAINED.map(([name, value]) => ({
  name,
  value,
}));

/** Where the limits of the gauges come from. */
function limitsItem(returned: Returned | null, { stamps }: PageFacts): RecordItem {
  const known = returned
    ? words` as the service returned them at ${stamp(returned.at.wall, stamps)}`
    : words` not known yet: the service tells them when it answers an upload`;
  return wrappedItem([span(words`Plan limits`, theme.heading), span(known, theme.faint)]);
}

function factsItem({ preflight }: SpecificationFile): RecordItem {
  if (preflight.kind === 'unreadable') {
    return textItem(words`This file cannot be read as OpenAPI 3.0 or 3.1.`, theme.bad);
  }
  const { title, version, openapi, format, endpoints } = preflight;
  return wrappedItem([
    span(printableStart(title ?? 'without a title'), theme.strong),
    span(
      words`  version ${printableStart(version ?? 'not given')} · OpenAPI ${printableStart(openapi)} in ${printableStart(format)} · ${counted(endpoints.length, words`endpoint`)}`,
    ),
  ]);
}

/** The check of the chosen file: identity, plan limits, problems. */
export function checkPage(work: ZoneWork, facts: PageFacts): Page {
  const file = fileOf(work);
  if (!file) {
    const page = sentences(
      words`No specification is chosen for ${printable(facts.zone.name)}.`,
      words`Press ${keyFor(facts.keyNames, 'guardian.choose', words`o`)} and type the path of an OpenAPI document. It is read once and checked here; nothing is sent. At the prompt, warren guardian check FILE does the same.`,
    );
    return withoutFile(work, facts, {
      ...page,
      head: (room) => [...page.head(room), lineItem([]), ...EXPLANATION],
    });
  }
  const { preflight } = file;
  const limits = work.returned?.data.configuration ?? null;
  return {
    head: (room) => [
      factsItem(file),
      ...(preflight.kind === 'read'
        ? [limitsItem(work.returned, facts), ...gaugeLines(preflight, limits, room).map(lineItem)]
        : []),
      lineItem([]),
      lineItem(problemCountLine(preflight, exceeded(preflight, limits).length)),
    ],
    ...checkedRows(file, facts),
  };
}

function checkedRows(file: SpecificationFile, facts: PageFacts): ReturnType<typeof pageTable> {
  const { preflight, content, path } = file;
  if (preflight.kind === 'read' && preflight.problems.length === 0) {
    return declaredTable(preflight, file, facts);
  }
  return pageTable(
    problemRows(preflight),
    {
      ...PROBLEMS,
      none: words``,
      noRow: words`No problem`,
      detail: (row, room) => problemDetail(row, content, room),
      copies: ({ problem: { line, column, sentence } }) => [
        {
          what: words`place and problem`,
          text: printable(`${path}:${line}:${column}: ${sentence}`),
        },
      ],
    },
    facts,
  );
}

const NAMES: readonly (readonly [LimitName, Printable])[] = [
  ['maxEndpoints', words`endpoints`],
  ['maxFieldsPerType', words`fields of a type`],
  ['maxNestingDepth', words`nesting depth`],
  ['maxTotalSchemaNodes', words`schema nodes`],
  ['maxTotalRegexLength', words`pattern length`],
];

const NAME = 18;
const MIN_AMOUNT = 8;
const PERCENT = 6;
const BAR = 10;
/** Share of a limit that is drawn as a warning. */
const NEAR = 0.8;

/** Names of the limits that a document exceeds. */
export function exceeded(preflight: Preflight, limits: PlanLimits | null): readonly Printable[] {
  if (preflight.kind === 'unreadable') return [];
  const { limits: counts } = preflight;
  return NAMES.filter(
    ([name]) => counts[name].count > (limits?.[name] ?? Number.POSITIVE_INFINITY),
  ).map(([, title]) => title);
}

function amount({ count: has, isExact }: LimitCount, limit: number | null): Printable {
  const known = isExact ? count(has) : words`at least ${count(has)}`;
  return limit === null ? known : words`${known} of ${count(limit)}`;
}

/** Used share of a limit as a bar and in percent, or that it is unknown. */
function share(has: number, limit: number | null, columns: number): readonly Span[] {
  if (limit === null) return [span(pad(words`limit not known`, columns + PERCENT), theme.faint)];
  const used = limit > 0 ? has / limit : has > 0 ? Number.POSITIVE_INFINITY : 0;
  const style = used > 1 ? theme.bad : used >= NEAR ? theme.warn : theme.good;
  return [
    span(bar(Math.min(used, 1), columns), style),
    span(
      pad(used > 1 ? words`OVER` : percent(used), PERCENT, 'right'),
      used > 1 ? theme.badgeBad : style,
    ),
  ];
}

/** The largest contribution to a count. Its start is cut rather than its end. */
function worstPlace(
  { worst }: LimitCount,
  placeOf: ReadPreflight['placeOf'],
  columns: number,
): Span {
  if (!worst) return span(words``);
  const line = words`  line ${placeOf(worst.at).line} `;
  return span(
    words`${line}${cutStart(pointerWords(worst.pointer), columns - line.length)}`,
    theme.faint,
  );
}

export function gaugeLines(
  { limits: counts, placeOf }: ReadPreflight,
  limits: PlanLimits | null,
  { kind, columns }: Room,
): readonly Line[] {
  // Spoken output has only the percentage.
  const barColumns = kind === 'spoken' ? 0 : BAR;
  const shares = limits ? barColumns + PERCENT : 0;
  const amounts = NAMES.map(([name]) => amount(counts[name], limits?.[name] ?? null));
  const wide = widest(amounts, MIN_AMOUNT) + 2;
  const rest = columns - NAME - wide - shares;
  return NAMES.map(([name, title], at): Line => {
    const used = counts[name];
    const limit = limits?.[name] ?? null;
    return [
      span(pad(title, NAME), theme.plain),
      span(pad(amounts[at] ?? words``, wide), theme.strong),
      ...(limits ? share(used.count, limit, barColumns) : []),
      worstPlace(used, placeOf, rest),
    ];
  });
}
