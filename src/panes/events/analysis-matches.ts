import { type Command, command, onRow } from '../../commands/command.ts';
import { includeTerm } from '../../events/filter/fields.ts';
import type { MatchGroup } from '../../events/questions/false-positives.ts';
import { ruleFamily } from '../../events/rule-families.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { type Column, column, sortsOf, widestOf } from '../../ui/table.ts';
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

/** Limit of groups in the answer, since their samples are read. */
const MAX_GROUPS = 100;

/** What rules matched. Many different signed-in clients at one path are probably not attackers. */
export const matchesView = (model: EventsModel): AnalysisView<'matches', MatchGroup> => ({
  fresh: { kind: 'matches' },
  order: { column: 'addresses', descending: true },
  key: 'L',
  opens: { id: 'events.matches', label: words`False positives: what rules matched` },
  closes: { id: 'events.matches-close', label: words`Close the false positives` },
  title: words`False positives`,
  question: ({ shown }) => ({
    kind: 'matches',
    scope: shown.scope,
    most: MAX_GROUPS,
  }),
  rows: ({ rows }) => rows,
  id: ({ rule, trigger, path }) => JSON.stringify([rule, trigger, path]),
  columns: ({ rows }) => columnsOf(rows),
  sorts: sortsOf(columnsOf([])),
  summary: ({ groups, rows, total, leftOut }) => [
    span(words`${shownOf(rows.length, groups)} by rule and path`),
    ...countedOf(total, leftOut, words` · `),
  ],
  details: (row, _, { asns }) => matchDetails(row, asns),
  empty: words`No entry matches the filters: no rule has matched anything.`,
  commands: (here) => matchCommands(model, here),
});

/** The samples that have a session, of those with headers. */
const sessionText = ({ withHeaders, withSession }: MatchGroup): Printable =>
  withHeaders === 0 ? words`–` : words`${withSession}/${withHeaders}`;

/** Maximum width of a text, which the details show whole. */
const MAX_TEXT_WIDTH = 24;

const matchedText = ({ matched }: MatchGroup): Printable => printableStart(matched[0] ?? '–');
const pathText = ({ path }: MatchGroup): Printable => printableStart(path ?? '(none)');
const addressesText = ({ addresses, moreAddresses }: MatchGroup): Printable =>
  distinctText(addresses, moreAddresses);
const networksText = ({ networks, moreNetworks }: MatchGroup): Printable =>
  distinctText(networks, moreNetworks);
const ruleText = ({ rule }: MatchGroup): Printable => namedValue('ruleId', rule);

const columnsOf = (rows: readonly MatchGroup[]): readonly Column<MatchGroup>[] => [
  column('rule', words`RULE`, 7, {
    enough: widestOf(rows, ruleText),
    grow: 1,
    cell: (row) => span(ruleText(row), theme.strong),
    sortBy: ({ rule }) => rule ?? '',
  }),
  column('matched', words`MATCHED`, 12, {
    enough: Math.min(MAX_TEXT_WIDTH, widestOf(rows, matchedText)),
    grow: 1,
    leaves: 1,
    cell: (row) => span(matchedText(row)),
  }),
  column('path', words`PATH`, 14, {
    enough: Math.min(MAX_TEXT_WIDTH, widestOf(rows, pathText)),
    grow: 1,
    cell: (row) => span(pathText(row)),
  }),
  figureColumn(({ addresses }) => addresses, {
    id: 'addresses',
    title: words`ADDR`,
    spoken: words`addresses`,
    width: 6,
    enough: 9,
    cell: (row) => span(addressesText(row)),
  }),
  column('session', words`SESSION`, 8, {
    spoken: words`samples with a session`,
    align: 'right',
    cell: (row) => span(sessionText(row), row.withSession > 0 ? theme.passed : theme.faint),
    sortBy: ({ withHeaders, withSession }) => (withHeaders === 0 ? -1 : withSession / withHeaders),
  }),
  figureColumn(({ networks }) => networks, {
    id: 'networks',
    title: words`ASNS`,
    spoken: words`networks`,
    width: 5,
    leaves: 3,
    cell: (row) => span(networksText(row)),
  }),
  figureColumn((row) => row.count, { id: 'count', title: words`ENTRIES`, width: 8 }),
  stoppedColumn({ width: 8, leaves: 2 }),
];

function matchDetails(row: MatchGroup, asns: AsnNames): readonly RecordItem[] {
  const { rule, trigger, samples, matched, withHeaders, withSession } = row;
  const [sample] = samples;
  const family = rule === null ? undefined : ruleFamily(rule);
  return [
    {
      name: words`matched`,
      value: words`${printableStart(matched.length === 0 ? '–' : matched.join(' | '))}, by ${printableStart(trigger ?? '(no operator)')}`,
    },
    { name: words`url`, value: marked(sample?.url, sample?.matched) },
    outcomeField(row.outcomes),
    { name: words`message`, value: marked(sample?.message, sample?.matched) },
    {
      name: words`rule`,
      value: words`${printableStart(rule ?? '(none)')}${family === undefined ? words`` : words`, ${family} of the core rule set`}`,
    },
    {
      name: words`from`,
      value: words`${addressesText(row)} ${row.addresses === 1 ? words`address` : words`addresses`} of ${networksText(row)} ${row.networks === 1 ? words`network` : words`networks`}${networkNames(row, asns)}`,
    },
    {
      name: words`session`,
      value:
        samples.length === 0
          ? words`not known: no sample was kept`
          : withHeaders === 0
            ? words`not seen: the samples have no headers`
            : words`${withSession} of the ${withHeaders} newest have a Cookie or Authorization header`,
    },
    filterField(matchTerms(row)),
  ];
}

/** Maximum number of networks that are named. */
const NAMED = 3;

function networkNames({ samples }: MatchGroup, asns: AsnNames): Printable {
  const seen = new Set(samples.flatMap(({ asn }) => asn ?? []));
  const named = [...seen].filter((asn) => asns.has(asn)).slice(0, NAMED);
  if (named.length === 0) return words``;
  const names = named.map((asn) => words`AS${namedValue('asn', asn, asns)}`);
  return words`: ${names.join(', ') as Printable}${seen.size > named.length ? words` and others` : words``}`;
}

/** Longer texts are cut here. The match is usually near the beginning. */
const MAX_TEXT_LENGTH = 2000;

/** A text with the match between `>>` and `<<`. The match may be URL-encoded in the text. */
function marked(text: string | null = null, matched: string | null = null): Printable {
  if (text === null) return words`–`;
  const whole = text.slice(0, MAX_TEXT_LENGTH);
  if (!matched) return printableStart(whole);
  const wellFormed = matched.slice(0, MAX_TEXT_LENGTH).toWellFormed();
  const ways = [matched, encodeURIComponent(wellFormed), wellFormed.replaceAll(' ', '+')];
  const found = ways.map((way) => ({ at: whole.indexOf(way), way })).find(({ at }) => at >= 0);
  if (!found) return printableStart(whole);
  const { at, way } = found;
  return words`${printableStart(whole.slice(0, at))}>>${printableStart(way)}<<${printableStart(whole.slice(at + way.length))}`;
}

/** A filter for the entries of a group. It ignores the case of the path. */
const matchTerms = ({ rule, trigger, path }: MatchGroup): string =>
  [includeTerm('ruleId', rule), includeTerm('trigger', trigger), includeTerm('path', path)].join(
    ' ',
  );

function matchCommands(model: EventsModel, here: () => MatchGroup | undefined): readonly Command[] {
  const { slice } = model;
  const none = words`There is nothing under the cursor.`;
  return [
    command('events.matches-trial', 'K', words`Try a rule on what was matched`, {
      footer: words`try a rule`,
      ...onRow(here, none, (row) => slice.setState(trialOf(matchTerms(row)))),
    }),
    command('events.matches-only', ['enter', '+'], words`Filter for this rule, operator and path`, {
      footer: words`narrow`,
      ...onRow(here, none, (row) => narrow(model, matchTerms(row))),
    }),
  ];
}
