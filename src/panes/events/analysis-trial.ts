import { type Command, command } from '../../commands/command.ts';
import { includeTerm } from '../../events/filter/fields.ts';
import { allOf } from '../../events/filter/filter.ts';
import { parseFilter } from '../../events/filter/parse.ts';
import {
  type RateLimit,
  type TrialAnswer,
  type TrialField,
  type TrialSample,
  trialTerm,
} from '../../events/questions/trial.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { keyFor } from '../../text/key-names.ts';
import { stepped } from '../../text/list-window.ts';
import { count, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { stamp, timesWithin } from '../../text/time.ts';
import { type Line, span } from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { type Column, column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { AsnNames, PaneContext } from '../pane.ts';
import { type AnalysisView, narrow, subjectOf } from './analysis.ts';
import type { Shown } from './engine.ts';
import { scopeText } from './filter-commands.ts';
import type { EventsModel } from './model.ts';
import type { EventsState } from './state.ts';
import { filterField, namedValue, outcomeField } from './values.ts';

/** A row of the trial: a group that would be hit, a client over the limit, or a sample that passed. */
interface TrialRow {
  readonly id: string;
  readonly by: Printable;
  readonly value: Printable;
  readonly count: number | null;
  /** Share of all hits; null if it does not apply. */
  readonly share: number | null;
  readonly passed: number | null;
  readonly details: readonly RecordItem[];
  /** A filter for the row's entries. */
  readonly term: string | null;
}

/** Limit of values per field, and of clients over the limit. */
const MAX_VALUES = 6;

const FIELD_NAMES: Readonly<Record<TrialField, Printable>> = {
  status: words`status`,
  country: words`country`,
  asn: words`network`,
  zone: words`zone`,
  family: words`agent`,
};

/** Names for values: networks and watched zones. */
interface Names {
  readonly asns: AsnNames;
  readonly zones: readonly WorkspaceItem[];
}

function namedOf(field: TrialField, value: string | null, { asns, zones }: Names): Printable {
  if (value === null) return words`(none)`;
  if (field === 'country') return namedValue(field, value);
  if (field === 'asn') return words`AS${namedValue(field, value, asns)}`;
  const zone = field === 'zone' ? zones.find(({ id }) => id === value) : undefined;
  return printableStart((zone?.name ?? value) || '(empty)');
}

/** RateLimitTimeframe of the contract, in seconds. */
const SECONDS = [1, 10, 60, 300, 900, 3600] as const;
const REQUESTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;
const FIRST_LIMIT: RateLimit = { by: 'address', requests: 20, seconds: 60 };
const KEYS_OF_LIMIT = [null, 'address', 'network', 'all'] as const;

/** Whom a rule with the list's filters, and optionally one more, would hit. Sends nothing. */
export const trialView = (
  context: PaneContext,
  model: EventsModel,
): AnalysisView<'trial', TrialRow> => ({
  fresh: { kind: 'trial', terms: '', limit: null },
  key: 'K',
  opens: { id: 'events.trial', label: words`Rule trial: what the filters would hit` },
  closes: { id: 'events.trial-close', label: words`Close the rule trial` },
  title: words`Rule trial`,
  question: ({ shown, analysis }) => ({
    kind: 'trial',
    scope:
      analysis.terms === ''
        ? shown.scope
        : {
            ...shown.scope,
            filter: allOf([shown.scope.filter, parseFilter(analysis.terms).filter]),
          },
    limit: analysis.limit,
    most: MAX_VALUES,
  }),
  rows: (answer, { shown, zone, asns, state, analysis }) =>
    answer.total === 0
      ? []
      : [
          ...triedRows(answer, state, analysis),
          ...overRows(answer, analysis.limit, { asns, zones: model.watched() }),
          ...rowsOf(answer, timesWithin(shown.span, zone), { asns, zones: model.watched() }),
        ],
  id: ({ id }) => id,
  columns: () => COLUMNS,
  sorts: [],
  // A narrow screen cuts this from the end.
  summary: ({ total, outcomes, limit }, { shown }): Line => [
    ...(limit
      ? [span(words`${count(limit.keys)} over the limit, ${count(limit.over)} requests`)]
      : []),
    span(words`${limit ? words` · ` : words``}hits ${count(total)}`),
    span(
      words` · ${count(outcomes.logged)} passed`,
      outcomes.logged > 0 ? theme.passed : theme.faint,
    ),
    ...(limit && limit.leftOut > 0
      ? [span(words` · ${count(limit.leftOut)} without address or time left out`, theme.warn)]
      : []),
    span(
      words` · only events in the log${shown.archive ? words`` : words`, loaded span`}`,
      theme.faint,
    ),
  ],
  details: (row) => row.details,
  empty: words`No entry matches: a rule with this filter would have hit nothing that was logged.`,
  commands: (here) => trialCommands(context, model, here),
});

/** The rule that is tried, and the limit in a row of its own, so that the figures can be interpreted. */
function triedRows(
  { total, outcomes, limit: held }: TrialAnswer,
  state: EventsState,
  { terms, limit }: { readonly terms: string; readonly limit: RateLimit | null },
): readonly TrialRow[] {
  const all = scopeText(state, terms);
  const rule = all === '' ? words`every request` : printable(all);
  const row = (by: Printable, value: Printable, hits: number, passed: number | null): TrialRow => ({
    id: by,
    by,
    value,
    count: hits,
    share: hits / total,
    passed,
    term: null,
    details: [{ name: by, value }, ...(passed === null ? [] : [outcomeField(outcomes)])],
  });
  return [
    row(words`rule`, rule, total, outcomes.logged),
    ...(limit && held
      ? [row(words`limit`, words`more than ${limitText(limit)}`, held.over, null)]
      : []),
  ];
}

const limitText = ({ by, requests, seconds }: RateLimit): Printable =>
  words`${count(requests)} in ${seconds} s by ${by === 'all' ? words`all together` : by === 'network' ? words`network` : words`address`}`;

/**
 * Clients over the limit, each with its requests that would be stopped. They add up to the total that the limit would
 * stop.
 */
function overRows(
  { total, limit: held }: TrialAnswer,
  limit: RateLimit | null,
  names: Names,
): readonly TrialRow[] {
  if (!held || !limit) return [];
  const nameOf = (value: string | null): Printable =>
    value === null
      ? words`all together`
      : limit.by === 'network'
        ? namedOf('asn', value, names)
        : printableStart(value || '(empty)');
  const row = (
    id: string,
    value: Printable,
    stopped: number,
    rest: Pick<TrialRow, 'details' | 'term'>,
  ): TrialRow => ({
    id,
    by: words`over`,
    value,
    passed: null,
    count: stopped,
    share: stopped / Math.max(1, total),
    ...rest,
  });
  const rows = held.rows.map(({ value, count: entries, peak, over: stopped }) => {
    const term =
      value === null ? null : includeTerm(limit.by === 'network' ? 'asn' : 'remoteIp', value);
    return row(`over ${value}`, nameOf(value), stopped, {
      term,
      details: [
        { name: words`over limit`, value: words`${count(stopped)} of ${count(entries)} requests` },
        { name: words`most at once`, value: words`${count(peak)} within the limit’s timeframe` },
        { name: words`who`, value: nameOf(value) },
        ...(term === null ? [] : [filterField(term)]),
      ],
    });
  });
  const rest = held.keys - held.rows.length;
  if (rest <= 0) return rows;
  const stopped = held.over - held.rows.reduce((sum, { over }) => sum + over, 0);
  const more = words`${count(rest)} more`;
  const details = [{ name: words`over limit`, value: more }];
  return [...rows, row('over-more', more, stopped, { term: null, details })];
}

function rowsOf(
  answer: TrialAnswer,
  timeOf: (ms: number) => Printable,
  names: Names,
): readonly TrialRow[] {
  const { total, groups, samples } = answer;
  return [
    ...groups.map(
      ({ field, value, count: entries, outcomes }): TrialRow => ({
        id: `${field} ${value}`,
        by: FIELD_NAMES[field],
        value: namedOf(field, value, names),
        count: entries,
        share: entries / Math.max(1, total),
        passed: outcomes.logged,
        details: [
          outcomeField(outcomes),
          { name: FIELD_NAMES[field], value: namedOf(field, value, names) },
          filterField(trialTerm(field, value)),
        ],
        term: trialTerm(field, value),
      }),
    ),
    ...samples.map((sample) => sampleRow(sample, timeOf)),
  ];
}

function sampleRow(sample: TrialSample, timeOf: (ms: number) => Printable): TrialRow {
  const { time, logId } = sample;
  const value = (of: keyof Omit<TrialSample, 'time' | 'logId'>) =>
    printableStart(sample[of] ?? '–');
  const at = time === null ? words`?` : timeOf(time);
  return {
    id: `sample ${logId} ${time}`,
    by: words`passed`,
    value: words`${at} ${value('remoteIp')} ${value('method')} ${value('path')}`,
    count: null,
    share: null,
    passed: 1,
    details: [
      { name: words`message`, value: value('message') },
      { name: words`path`, value: value('path') },
      { name: words`address`, value: value('remoteIp') },
      { name: words`agent`, value: value('userAgent') },
      { name: words`rule`, value: value('ruleId') },
    ],
    term: logId ? `id:${logId}` : null,
  };
}

const figure = (
  id: 'count' | 'passed',
  title: Printable,
  style: (row: TrialRow) => number,
): Column<TrialRow> =>
  column(id, title, 8, {
    align: 'right',
    cell: (row) => {
      const value = row[id];
      return value === null ? span(words``) : span(count(value), style(row));
    },
  });

const COLUMNS: readonly Column<TrialRow>[] = [
  column('by', words`BY`, 7, ({ by }) => span(by, theme.faint)),
  column('value', words`WHO`, 20, { grow: 1, cell: ({ value }) => span(value) }),
  figure('count', words`HITS`, () => theme.plain),
  column('share', words`SHARE`, 5, {
    align: 'right',
    leaves: 1,
    cell: ({ share }) => span(share === null ? words`` : percent(share), theme.faint),
  }),
  figure('passed', words`PASSED`, ({ passed }) => (passed ? theme.passed : theme.faint)),
];

function trialCommands(
  context: PaneContext,
  model: EventsModel,
  here: () => TrialRow | undefined,
): readonly Command[] {
  const { get, change } = subjectOf(model, 'trial');
  /** Moves to the next allowed value, stopping at either end. */
  const steps = (part: 'seconds' | 'requests', all: readonly number[], by: number) => ({
    unavailable: () =>
      get()?.limit
        ? undefined
        : words`No rate limit is tried. Press ${keyFor(context.store.getState().keyNames, 'events.trial-limit', words`t`)} and one is.`,
    run: change((analysis) => {
      const { limit } = analysis;
      if (!limit) return analysis;
      const at = Math.max(0, Math.min(all.length - 1, all.indexOf(limit[part]) + by));
      return { ...analysis, limit: { ...limit, [part]: all[at] ?? limit[part] } };
    }),
  });
  return [
    command('events.trial-limit', 't', words`Try a rate limit: by address, network, all`, {
      footer: words`limit`,
      run: change((analysis) => {
        const by = stepped(KEYS_OF_LIMIT, analysis.limit?.by ?? null);
        return { ...analysis, limit: by && { ...(analysis.limit ?? FIRST_LIMIT), by } };
      }),
    }),
    command(
      'events.trial-longer',
      ['right', 'l'],
      words`Longer timeframe of the limit`,
      steps('seconds', SECONDS, 1),
    ),
    command(
      'events.trial-shorter',
      ['left', 'h'],
      words`Shorter timeframe of the limit`,
      steps('seconds', SECONDS, -1),
    ),
    command('events.trial-more', '+', words`Allow more requests`, steps('requests', REQUESTS, 1)),
    command(
      'events.trial-fewer',
      '-',
      words`Allow fewer requests`,
      steps('requests', REQUESTS, -1),
    ),
    command('events.trial-only', 'enter', words`Filter for the rule’s entries and this value`, {
      footer: words`narrow`,
      unavailable: () =>
        here()?.term ? undefined : words`Move to a value or a sample to filter for it.`,
      run: () => {
        const [analysis, row] = [get(), here()];
        if (analysis && row?.term) narrow(model, `${analysis.terms} ${row.term}`.trim());
      },
    }),
    command('events.trial-draft', 'c', words`Copy a draft of the rule; nothing is sent`, {
      footer: words`copy draft`,
      run: () => {
        const [analysis, shown] = [get(), model.shown()];
        if (analysis && shown) context.copy(draft(model.slice.getState(), shown, analysis));
      },
    }),
  ];
}

/** The rule in words, for whoever sets it up. */
function draft(
  state: EventsState,
  shown: Shown,
  { terms, limit }: { readonly terms: string; readonly limit: RateLimit | null },
): readonly string[] {
  const range = shown.span;
  const loaded = range
    ? `${stamp(range.from, 'utc')} to ${stamp(range.until, 'utc')}`
    : 'nothing loaded';
  return [
    `Rule draft for zone ${printable(shown.zones.join(', '))} (not sent)`,
    `conditions: ${scopeText(state, terms) || 'everything'}`,
    ...(limit ? [`rate limit: more than ${limitText(limit)}`] : []),
    `tried only on events in the log, ${loaded}`,
  ];
}
