import { type Command, command, onRow } from '../../commands/command.ts';
import { type Actor, type ActorOrder, actorTerms } from '../../events/questions/actors.ts';
import { bucketsFor } from '../../events/time-range.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import { duration, timesWithin } from '../../text/time.ts';
import { sparkline } from '../../ui/chart.ts';
import { span } from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { type Column, column, sortsOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { AsnNames } from '../pane.ts';
import { type AnalysisView, narrow } from './analysis.ts';
import { countedOf, shownOf } from './counting.ts';
import type { EventsModel } from './model.ts';
import { trialOf } from './state.ts';
import {
  distinctText,
  figureColumn,
  filterField,
  namedValue,
  outcomeField,
  stoppedColumn,
} from './values.ts';

type TimeText = ReturnType<typeof timesWithin>;

const MAX_ACTORS = 1000;
/** Bars of an actor's trend. */
const TREND = 16;

/** Columns that change the order of the question. The others sort the rows of the answer. */
const ORDERS: Readonly<Record<string, ActorOrder>> = {
  count: 'count',
  passed: 'passed',
  severe: 'severe',
  addresses: 'addresses',
  reached: 'reached',
  since: 'first',
};

/** Who sends requests: one row per network, program and path shape, so that rotating addresses are counted together. */
export const actorsView = (model: EventsModel): AnalysisView<'actors', Actor> => ({
  fresh: { kind: 'actors' },
  order: { column: 'count', descending: true },
  key: 'H',
  opens: { id: 'events.actors', label: words`Actors: who sends what` },
  closes: { id: 'events.actors-close', label: words`Close the actors` },
  title: words`Actors`,
  question({ shown, analysis }) {
    const range = shown.span;
    if (!range) return words`No entry is loaded yet.`;
    return {
      kind: 'actors',
      scope: shown.scope,
      order: ORDERS[analysis.list.sort?.column ?? 'count'] ?? 'count',
      most: MAX_ACTORS,
      buckets: bucketsFor(range, TREND),
    };
  },
  rows: ({ rows }) => rows,
  id: ({ asn, family, shape }) => JSON.stringify([asn, family, shape]),
  columns: (_, { shown, zone, asns }) => actorColumns(timesWithin(shown.span, zone), asns),
  sorts: sortsOf(actorColumns(timesWithin(null, 'utc'), new Map())),
  summary: ({ actors, rows, total, leftOut }) => [
    span(words`${shownOf(rows.length, actors)} ${actors === 1 ? words`actor` : words`actors`} `),
    ...countedOf(total, leftOut),
  ],
  details: (actor, { rows }, { shown, zone, asns }) =>
    actorDetails(actor, rows, timesWithin(shown.span, zone), asns),
  empty: words`No entry matches the filters: there are no actors to show.`,
  commands: (here) => actorCommands(model, here),
});

const shapeText = ({ shape, shapes, targets }: Actor): Printable =>
  shapes > 1
    ? words`${count(targets)} paths of ${count(shapes)} shapes`
    : printableStart(shape ?? '(no path)');

const networkText = ({ asn }: Actor, asns: AsnNames): Printable =>
  asn === null ? words`(no ASN)` : words`AS${namedValue('asn', asn, asns)}`;

const addressesText = ({ addresses, moreAddresses }: Actor): Printable =>
  distinctText(addresses, moreAddresses);

/** Entries per minute between the first and the last. */
const rateOf = ({ count: entries, first, last }: Actor): number =>
  first === null || last === null ? 0 : entries / Math.max(1, (last - first) / 60_000);

/** A duration with seconds where they matter for the rate beside it. */
function lengthOf(ms: number): Printable {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60 || seconds >= 3600) return duration(ms);
  return words`${duration(ms)} ${String(seconds % 60).padStart(2, '0') as Printable} s`;
}

const rateText = (rate: number): Printable =>
  (rate >= 100 ? String(Math.round(rate)) : rate.toFixed(1)) as Printable;

const actorColumns = (timeOf: TimeText, asns: AsnNames): readonly Column<Actor>[] => [
  column('network', words`NETWORK`, 9, {
    ...(asns.size > 0 && { enough: 26 }),
    cell: (actor) => span(networkText(actor, asns), theme.strong),
    sortBy: ({ asn }) => asn ?? '',
  }),
  column('country', words`CC`, 2, {
    spoken: words`country`,
    leaves: 7,
    cell: ({ country }) => span(printableStart(country ?? '–')),
  }),
  column('family', words`AGENT`, 8, {
    enough: 15,
    cell: ({ family }) => span(printableStart(family ?? '(none)')),
    sortBy: ({ family }) => family ?? '',
  }),
  column('shape', words`PATH`, 12, {
    spoken: words``,
    // Most rows only count paths, so the program name comes first.
    most: 24,
    grow: 1,
    cell: (actor) =>
      span(actor.shapes > 1 ? counted(actor.targets, words`path`) : shapeText(actor)),
  }),
  // Sort order moves from column to column: those that reveal a quiet attack are next to the first one.
  figureColumn(({ reached }) => reached, {
    id: 'reached',
    title: words`REACHED`,
    spoken: words`paths reached`,
    width: 8,
    leaves: 2,
    cell: ({ reached }) => span(count(reached), reached > 0 ? theme.plain : theme.faint),
  }),
  figureColumn((actor) => actor.count, { id: 'count', title: words`ENTRIES`, width: 8 }),
  figureColumn(({ addresses }) => addresses, {
    id: 'addresses',
    title: words`ADDR`,
    spoken: words`addresses`,
    width: 5,
    enough: 9,
    cell: (actor) => span(addressesText(actor)),
  }),
  figureColumn(({ severe }) => severe, {
    id: 'severe',
    title: words`SEVERE`,
    spoken: words`severe that passed`,
    width: 7,
    leaves: 3,
    isQuiet: ({ severe }) => severe === 0,
    cell: ({ severe }) => span(count(severe), severe > 0 ? theme.passed : theme.faint),
  }),
  figureColumn(({ outcomes }) => outcomes.logged, {
    id: 'passed',
    title: words`PASSED`,
    width: 7,
    cell: ({ outcomes: { logged } }) =>
      span(count(logged), logged > 0 ? theme.passed : theme.faint),
  }),
  stoppedColumn({ width: 7, leaves: 4 }),
  column('since', words`SINCE`, timeOf(0).length, {
    leaves: 5,
    cell: ({ first }) => span(first === null ? words`–` : timeOf(first)),
    sortBy: ({ first }) => first ?? Number.NEGATIVE_INFINITY,
  }),
  column('rate', words`RATE/MIN`, 8, {
    spoken: words`entries a minute`,
    live: true,
    align: 'right',
    leaves: 6,
    extra: true,
    cell: (actor) => span(rateText(rateOf(actor))),
    sortBy: rateOf,
  }),
  column('trend', words`TREND`, TREND, {
    isGraphic: true,
    leaves: 8,
    extra: true,
    cell: ({ trend }) => span(sparkline([...trend], TREND), theme.data),
  }),
];

/** The totals of the network, if several actors share it. */
function sameNetwork({ asn }: Actor, rows: readonly Actor[]): readonly RecordItem[] {
  const same = asn === null ? [] : rows.filter((row) => row.asn === asn);
  if (same.length < 2) return [];
  const entries = same.reduce((sum, row) => sum + row.count, 0);
  return [
    {
      name: words`network`,
      value: words`${count(same.length)} of the ${count(rows.length)} actors shown, ${count(entries)} entries: asn:${printableStart(asn ?? '')}`,
    },
  ];
}

function actorDetails(
  actor: Actor,
  rows: readonly Actor[],
  timeOf: TimeText,
  asns: AsnNames,
): readonly RecordItem[] {
  const { first, last, outcomes, severe, family, country, addresses } = actor;
  const times =
    first === null || last === null
      ? words`no times`
      : words`${timeOf(first)} to ${timeOf(last)}, ${lengthOf(last - first)}, ${rateText(rateOf(actor))} a minute`;
  return [
    { name: words`path`, value: shapeText(actor) },
    outcomeField(outcomes),
    ...(severe > 0
      ? [
          {
            name: words`severe`,
            value: words`${count(severe)} rated critical, error or higher passed`,
            style: theme.passed,
          },
        ]
      : []),
    { name: words`seen`, value: times },
    {
      name: words`from`,
      value: words`${networkText(actor, asns)}${country === null ? words`` : words`, ${namedValue('country', country)}`}, ${addressesText(actor)} ${addresses === 1 ? words`address` : words`addresses`} as they are logged`,
    },
    ...sameNetwork(actor, rows),
    { name: words`agent`, value: printableStart(family ?? '(none)') },
    {
      name: words`targets`,
      value: words`${counted(actor.targets, words`path`)}, ${count(actor.reached)} reached`,
    },
    filterField(actorTerms(actor)),
  ];
}

function actorCommands(model: EventsModel, here: () => Actor | undefined): readonly Command[] {
  const { slice } = model;
  const none = words`There is no actor under the cursor.`;
  return [
    command('events.actor-trial', 'K', words`Try a rule on this actor`, {
      footer: words`try a rule`,
      ...onRow(here, none, (actor) => slice.setState(trialOf(actorTerms(actor)))),
    }),
    command('events.actor-only', ['enter', '+'], words`Filter for this actor`, {
      footer: words`narrow`,
      ...onRow(here, none, (actor) => narrow(model, actorTerms(actor))),
    }),
  ];
}
