import type { ColumnName } from '../storage/columns.ts';
import type { AddressRange } from './address-range.ts';
import type { CoarseName } from './coarse.ts';
import type { Glob } from './glob.ts';
import {
  DAY,
  MINUTE,
  resolveEnd,
  resolveTime,
  type TimeContext,
  type TimePoint,
} from './time-point.ts';

/** What a term is about: a column, or a property without a dictionary. */
export type FilterTarget =
  | { readonly kind: 'column'; readonly column: ColumnName }
  /** The coarse names of a column's values. */
  | { readonly kind: 'coarse'; readonly name: CoarseName }
  | { readonly kind: 'log' }
  | { readonly kind: 'url' }
  | { readonly kind: 'id' }
  | { readonly kind: 'zone' };

export type Sign = '>' | '>=' | '<' | '<=';

/** The state of an entry, as opposed to its content. */
export type EntryFlag = 'late' | 'conflict' | 'undated' | 'no-log';

/** Tests joined by `not`, `and` and `or`. */
export type Joined<Test> =
  | { readonly kind: 'everything' }
  | Test
  | { readonly kind: 'not'; readonly of: Joined<Test> }
  | { readonly kind: 'and'; readonly of: readonly Joined<Test>[] }
  | { readonly kind: 'or'; readonly of: readonly Joined<Test>[] };

/** A parsed filter of log entries. It does not depend on the current time or on what the store holds. */
export type Filter = Joined<EntryTest>;

/** A filter of which the times are known, except those of any day; see {@link fixTimes}. */
export type FixedFilter = Joined<ContentTest | Side<Extract<TimePoint, { kind: 'stamp' }>>>;

/** One term of a filter. */
export type EntryTest = ContentTest | Side<TimePoint>;

type Side<Point> =
  /** At or after. */
  | { readonly kind: 'since'; readonly point: Point }
  /** Before. */
  | { readonly kind: 'until'; readonly point: Point };

type ContentTest =
  /** The log or any label contains the text, ignoring case. */
  | { readonly kind: 'word'; readonly text: string }
  /** The target contains the text (`contains`) or equals it (`is`). */
  | {
      readonly kind: 'text';
      readonly target: FilterTarget;
      readonly how: 'contains' | 'is';
      readonly glob: Glob;
    }
  | { readonly kind: 'pattern'; readonly target: FilterTarget; readonly source: string }
  /** Both the target and `value` are numbers, and compare so. */
  | {
      readonly kind: 'number';
      readonly target: FilterTarget;
      readonly sign: Sign;
      readonly value: number;
    }
  /** The address could be in the range, as far as it is not masked. */
  | { readonly kind: 'address'; readonly range: AddressRange; readonly text: string }
  | { readonly kind: 'flag'; readonly flag: EntryFlag }
  /** Between two times of any day, milliseconds of the day; `to` is exclusive and may be past midnight. */
  | { readonly kind: 'clock'; readonly from: number; readonly to: number };

export const EVERYTHING = { kind: 'everything' } as const;

/** Joins filters with `and`; everything without any. */
export function allOf<Test extends { readonly kind: string }>(
  filters: readonly Joined<Test>[],
): Joined<Test> {
  const real = filters.filter((filter) => filter.kind !== 'everything');
  const [first = EVERYTHING] = real;
  return real.length > 1 ? { kind: 'and', of: real } : first;
}

/**
 * No entry of the viewed day before this time passes the filter, milliseconds since the epoch; null if there is no such
 * time.
 */
export function earliestTime(filter: Filter, moment: TimeContext): number | null {
  if (filter.kind === 'since') return resolveTime(filter.point, moment);
  if (filter.kind === 'clock') {
    const { day, offsetMinutes } = moment;
    const inUtc = (clock: number) => (((clock - offsetMinutes * MINUTE) % DAY) + DAY) % DAY;
    const [from, to] = [inUtc(filter.from), inUtc(filter.to)];
    // Across midnight, the day begins within it.
    return day + (from < to || to === 0 ? from : 0);
  }
  if (filter.kind !== 'and' && filter.kind !== 'or') return null;
  const times = filter.of.map((part) => earliestTime(part, moment));
  const known = times.filter((time) => time !== null);
  if (filter.kind === 'and') return known.length === 0 ? null : Math.max(...known);
  return known.length < times.length ? null : Math.min(...known);
}

/**
 * Resolves the times of a filter. An `until` is the first one after the latest `since` that is joined to it by `and`.
 *
 * @param since the latest one of the groups around the filter
 */
export function fixTimes(
  filter: Filter,
  moment: TimeContext,
  since: number | null = null,
): FixedFilter {
  const fixed = (ms: number) => ({ kind: 'stamp', ms }) as const;
  switch (filter.kind) {
    case 'since':
      return { kind: 'since', point: fixed(resolveTime(filter.point, moment)) };
    case 'until':
      return { kind: 'until', point: fixed(resolveEnd(filter.point, moment, since)) };
    case 'not':
      return { kind: 'not', of: fixTimes(filter.of, moment, since) };
    case 'and':
    case 'or': {
      const own = latestSince(filter, moment) ?? since;
      return { kind: filter.kind, of: filter.of.map((part) => fixTimes(part, moment, own)) };
    }
    default:
      return filter;
  }
}

function latestSince(filter: Filter, moment: TimeContext): number | null {
  if (filter.kind === 'since') return resolveTime(filter.point, moment);
  if (filter.kind !== 'and') return null;
  const known = filter.of.map((part) => latestSince(part, moment)).filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Whether what a filter means depends on when and in which time zone it is applied. */
export function dependsOnMoment(filter: Filter): boolean {
  switch (filter.kind) {
    case 'not':
      return dependsOnMoment(filter.of);
    case 'and':
    case 'or':
      return filter.of.some(dependsOnMoment);
    case 'since':
    case 'until':
      return filter.point.kind !== 'stamp';
    default:
      return filter.kind === 'clock';
  }
}

/** The number that a text represents; undefined if it is none. */
export function numberOf(text: string): number | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

export function compares(value: number, sign: Sign, bound: number): boolean {
  switch (sign) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
  }
}

export interface StackedFilter {
  readonly text: string;
  readonly filter: Filter;
  readonly state: 'on' | 'off';
}

/** The combined filter of a stack: all active filters. */
export const stackFilter = (stack: readonly StackedFilter[]): Filter =>
  allOf(stack.filter(({ state }) => state === 'on').map(({ filter }) => filter));

export const inForce = (stack: readonly StackedFilter[]): number =>
  stack.filter(({ state }) => state === 'on').length;
