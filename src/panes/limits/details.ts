import { metricsShape } from '../../contract/operations/rate-limit-metrics.ts';
import { lastLoaded } from '../../state/loadable.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { amount, counted, greatest, percent } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { dayOf, duration, stamp, type TimeZone } from '../../text/time.ts';
import { pad } from '../../text/width.ts';
import { bar, stackedBar, trendWords } from '../../ui/chart.ts';
import { gap, type Line, lookAlikeLines, nameLine, span } from '../../ui/line.ts';
import { headingItem, lineItem, type RecordItem, textItem } from '../../ui/record-lines.ts';
import { widest } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { ownAttempts, withAdvice } from '../freshness.ts';
import { errorItems, rawFields, recordFields } from '../record-items.ts';
import {
  PARTS,
  partsOf,
  rateBars,
  rateText,
  statusSpan,
  sumOf,
  wholeOf,
  whyOf,
} from './columns.ts';
import { type Day, daysOf, type LimitRow, rates, risingNow, statusOf } from './state.ts';

/** Status and reason; then the failure of the last request. */
function statusItems(row: LimitRow, zone: TimeZone, keyNames: KeyNames): readonly RecordItem[] {
  const { metrics } = row;
  const status = statusSpan(row);
  const why = whyOf(row);
  const rising = risingNow(row);
  const sentence =
    statusOf(row) === 'quiet' && rising
      ? words`${status.text}: not breached in the last ${duration(rising.over)}`
      : words`${status.text}${why === '' ? words`` : words`: ${why}`}`;
  const items: RecordItem[] = [textItem(sentence, status.style)];
  if (statusOf(row) === 'unknown') {
    items.push(textItem(words`The rate is known after the next reading.`, theme.faint));
  }
  if (metrics.kind === 'failed') {
    const { since } = metrics;
    const attempts = ownAttempts(metrics);
    const from = attempts === 0 ? words`Since` : words`${counted(attempts, words`attempt`)} since`;
    const key = keyFor(keyNames, 'refresh', words`r`);
    items.push(
      textItem(
        withAdvice(words`${from} ${stamp(since.wall, zone)}; ${key} tries again.`, metrics.error),
        theme.faint,
      ),
    );
  }
  return items;
}

function partItems(row: LimitRow, room: Room): readonly RecordItem[] {
  const last = lastLoaded(row.metrics);
  if (!last) return [];
  const { overview } = last.value.data;
  const whole = wholeOf(overview);
  const figures = [overview.totalBreaches, ...PARTS.map(({ of }) => overview[of])].map(amount);
  const wide = widest(figures);
  const lines = PARTS.map(({ name, of, sign, style }): Line => {
    const value = overview[of];
    const share = whole ? Math.max(0, value ?? 0) / whole : 0;
    const part = words`${pad(whole === null ? words`–` : percent(share), 7, 'right')}  `;
    const before = words`${pad(name, NAMES)}${pad(amount(value), wide, 'right')}`;
    if (room.kind === 'spoken') {
      const said = words`${name}: ${amount(value)}`;
      return [span(whole === null ? said : words`${said},${part}`)];
    }
    const cells = Math.max(0, Math.min(BAR, room.columns - before.length - part.length));
    const filled = bar(share, cells).trimEnd().length;
    return [
      span(before, style),
      span(part, theme.faint),
      span(sign.repeat(filled) as Printable, style),
    ];
  });
  const total = span(
    words`${pad(words`breaches`, NAMES)}${pad(amount(overview.totalBreaches), wide, 'right')}`,
    theme.strong,
  );
  const differs =
    whole !== null && overview.totalBreaches !== null && whole !== overview.totalBreaches;
  return [
    lineItem([
      total,
      ...(differs ? [span(words`  the kinds come to ${amount(whole)}`, theme.faint)] : []),
    ]),
    ...lines.map(lineItem),
  ];
}

const NAMES = 12;
const BAR = 40;

function sessionItems(row: LimitRow, room: Room, zone: TimeZone): readonly RecordItem[] {
  const { first, resets } = row;
  const last = row.samples.at(-1);
  const risen =
    (last?.counts.totalBreaches ?? Number.NaN) - (first?.counts.totalBreaches ?? Number.NaN);
  const rising = risingNow(row);
  const since = stamp(first?.at.wall ?? Number.NaN, zone);
  // In a recording, earlier readings are not part of this run either.
  const reading = resets > 0 ? words`after the last reset` : words`of this run`;
  return [
    headingItem(words`Since ${since}, the first reading ${reading}`),
    { name: words`breaches`, value: Number.isFinite(risen) ? words`+${amount(risen)}` : words`–` },
    ...(rising
      ? [
          {
            name: words`per minute`,
            value: words`${rateText(rising.total)} over the last ${duration(rising.over) === '1 min' ? words`minute` : duration(rising.over)}`,
          },
        ]
      : []),
    ...(resets > 0
      ? [
          textItem(
            words`! The counters fell ${resets === 1 ? words`once` : words`${resets} times`}: they were reset, and are counted anew.`,
            theme.warn,
          ),
        ]
      : []),
    ...trendItems(row, room),
  ];
}

function trendItems({ samples }: LimitRow, room: Room): readonly RecordItem[] {
  const perMinute = rates(samples);
  if (!perMinute.some(Number.isFinite)) return [];
  if (room.kind === 'spoken') return [lineItem([span(trendWords(perMinute), theme.data)])];
  const shown = perMinute.slice(-room.columns);
  const [from, until] = [samples.at(-1 - shown.length), samples.at(-1)];
  const past = duration((until?.at.elapsed ?? 0) - (from?.at.elapsed ?? 0));
  const peak = rateText(greatest(shown.filter(Number.isFinite)));
  return [
    { name: words`trend`, value: words`past ${past}, one bar per reading, peak ${peak} a minute` },
    lineItem([span(rateBars(perMinute, room.columns), theme.data)]),
  ];
}

const dayColumns = (days: readonly Day[], challenged: Printable) =>
  [
    { title: words`TOTAL`, of: ({ value }: Day) => value.totalBreaches },
    { title: words`LOGGED`, of: ({ value }: Day) => value.loggedBreaches },
    { title: challenged, of: ({ value }: Day) => value.challengedBreaches },
    { title: words`BLOCKED`, of: ({ value }: Day) => value.blockedBreaches },
  ].map((column) => {
    const texts = days.map((day) => amount(column.of(day)));
    return { ...column, width: widest([column.title, ...texts]) };
  });

/** The days, newest first, with figures and a bar on a common scale. */
function dayItems(days: readonly Day[], room: Room): readonly RecordItem[] {
  const newest = days.toReversed();
  const neededFor = (columns: ReturnType<typeof dayColumns>) =>
    columns.reduce((sum, { width }) => sum + 2 + width, DAY);
  const whole = dayColumns(days, words`CHALLENGED`);
  const isTight = neededFor(whole) > room.columns;
  const columns = isTight ? dayColumns(days, words`CHAL`) : whole;
  const used = neededFor(columns);
  // Where the figures have no room side by side they are sentences, as in spoken output.
  if (room.kind === 'spoken' || used > room.columns) {
    return newest.map((day) =>
      textItem(
        words`${dayOf(day.at, 'utc')}: ${whole.map(({ title, of }) => `${title.toLowerCase()} ${amount(of(day))}`).join(', ') as Printable}`,
      ),
    );
  }
  const cells = Math.max(0, room.columns - used - 2);
  const most = greatest(days.map(({ value }) => sumOf(partsOf(value))));
  const head: Line = [
    span(pad(words`DAY`, DAY), theme.faint),
    ...columns.map(({ title, width }) => span(words`  ${pad(title, width, 'right')}`, theme.faint)),
    ...(cells > 0 ? [span(words`  ${legend(cells)}`, theme.faint)] : []),
  ];
  return [
    lineItem(head),
    ...newest.map((day) =>
      lineItem([
        span(dayOf(day.at, 'utc'), theme.faint),
        ...columns.map(({ of, width }) => {
          const value = of(day);
          return span(
            words`  ${pad(amount(value), width, 'right')}`,
            value ? theme.plain : theme.faint,
          );
        }),
        ...(cells > 0 ? [gap(2), ...stackedBar(partsOf(day.value), most, cells)] : []),
      ]),
    ),
  ];
}

const DAY = 10;

/** The legend of the bars, if it fits. */
const legend = (columns: number): Printable => {
  const whole = words`░ blocked ▒ challenged █ logged`;
  return whole.length <= columns ? whole : words``;
};

export function limitDetails(
  row: LimitRow | undefined,
  room: Room,
  zone: TimeZone,
  keyNames: KeyNames,
): readonly RecordItem[] {
  if (!row) return [];
  const last = lastLoaded(row.metrics);
  const items: RecordItem[] = [
    lineItem([
      ...nameLine(row.name, theme.strong),
      span(words`  ${printableStart(row.id)}`, theme.faint),
    ]),
    ...lookAlikeLines(row).map(lineItem),
    ...statusItems(row, zone, keyNames),
  ];
  const failure = row.metrics.kind === 'failed' ? errorItems(row.metrics.error) : [];
  if (!last) return [...items, ...failure];
  const { ratelimitOverviewPastTwentyEightDays: past } = last.value.data;
  const days = daysOf(past);
  return [
    ...items,
    headingItem(
      words`In total: the service does not say since when, by whom, or what the limit is`,
    ),
    ...partItems(row, room),
    ...sessionItems(row, room, zone),
    headingItem(words`Past 28 days`),
    ...(days ? dayItems(days, room) : rawFields(past)),
    headingItem(words`All fields`),
    ...recordFields(metricsShape, last.value, zone, {
      without: ['data.ratelimitOverviewPastTwentyEightDays'],
    }),
    ...failure,
  ];
}
