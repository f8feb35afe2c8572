import type { GuardianConfiguration } from '../../contract/operations/guardian-upload.ts';
import type { LimitCount, LimitCounts, LimitName } from '../../guardian/limits.ts';
import type { ReadPreflight } from '../../guardian/preflight.ts';
import { count } from '../../text/figures.ts';
import { isLinear } from '../../text/linear.ts';
import { type Printable, words } from '../../text/printable.ts';
import { cutStart, pad } from '../../text/width.ts';
import { bar } from '../../ui/chart.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { pointerWords } from './pointer-words.ts';

/** The plan limits as the service tells them; a null is one it did not tell. */
export type PlanLimits = Pick<GuardianConfiguration, LimitName>;

/** The limits in the contract's order, in words. */
const NAMES: readonly (readonly [LimitName, Printable])[] = [
  ['maxEndpoints', words`endpoints`],
  ['maxFieldsPerType', words`properties of one`],
  ['maxNestingDepth', words`nesting depth`],
  ['maxTotalSchemaNodes', words`schema nodes`],
  ['maxTotalRegexLength', words`pattern length`],
];

const NAME = 19;
const AMOUNT = 17;
const PERCENT = 6;
/** Columns of the bar, and from how many columns of room on it has more of them. */
const BAR = { usual: 10, wide: 24, from: 110 } as const;
/** From this share of a limit on it is drawn as a warning. */
const NEAR = 0.8;

/** Limits that a specification exceeds, by name. */
export const exceeded = (counts: LimitCounts, limits: PlanLimits | null): readonly Printable[] =>
  NAMES.filter(([name]) => counts[name].count > (limits?.[name] ?? Number.POSITIVE_INFINITY)).map(
    ([, words]) => words,
  );

function amount({ count: has, isExact }: LimitCount, limit: number | null): Printable {
  const counted = isExact ? count(has) : words`at least ${count(has)}`;
  return words`${counted} of ${limit === null ? words`?` : count(limit)}`;
}

/** How much of the limit is used, as a bar and in percent; in words when that cannot be told. */
function share(has: number, limit: number | null, columns: number): readonly Span[] {
  if (limit === null) return [span(pad(words`limit not known`, columns + PERCENT), theme.faint)];
  const used = limit > 0 ? has / limit : has > 0 ? Number.POSITIVE_INFINITY : 0;
  const style = used > 1 ? theme.bad : used >= NEAR ? theme.warn : theme.good;
  const percent = Number.isFinite(used) ? words`${Math.floor(used * 100)} %` : words`over`;
  return [
    span(bar(Math.min(used, 1), columns), style),
    span(
      pad(used > 1 ? words`OVER` : percent, PERCENT, 'right'),
      used > 1 ? theme.badgeBad : style,
    ),
  ];
}

/** The place that counts most, its end rather than its beginning: where to look when a limit is near. */
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

/** What the specification has of each plan limit, and where most of it is. */
export function gaugeLines(
  { limits: counts, placeOf }: ReadPreflight,
  limits: PlanLimits | null,
  columns: number,
): readonly Line[] {
  // What is said has the percent alone.
  const barColumns = isLinear(columns) ? 0 : columns >= BAR.from ? BAR.wide : BAR.usual;
  const rest = columns - NAME - AMOUNT - barColumns - PERCENT;
  return NAMES.map(([name, title]): Line => {
    const counted = counts[name];
    const limit = limits?.[name] ?? null;
    return [
      span(pad(words` ${title}`, NAME), theme.plain),
      span(pad(amount(counted, limit), AMOUNT), theme.strong),
      ...share(counted.count, limit, barColumns),
      worstPlace(counted, placeOf, rest),
    ];
  });
}
