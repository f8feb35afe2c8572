import {
  type Filter,
  type FilterTarget,
  type FixedFilter,
  fixTimes,
} from '../../events/filter/filter.ts';
import { caseForms, fitsAll, type Glob } from '../../events/filter/glob.ts';
import { requiredLiterals } from '../../events/filter/pattern.ts';
import { writingsOf } from '../../events/filter/text-test.ts';
import { DAY, MINUTE, type TimeContext } from '../../events/filter/time-point.ts';
import type { Scope } from '../../events/questions/question.ts';
import { LABELS } from '../../events/storage/columns.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { UtcDay } from '../../text/time.ts';
import { UNDATED_TIME } from '../archive.ts';
import { sqlDay, sqlNumber, sqlText } from './engine.ts';
import { sixteenBytes } from './entries.ts';

interface Condition {
  /** User input occurs only as hexadecimal digits. */
  readonly where: string;
  /**
   * Whether it matches exactly what the filter matches; otherwise it matches more, and results must be filtered
   * again.
   */
  readonly isExact: boolean;
}

const exactly = (where: string): Condition => ({ where, isExact: true });
const ALL: Condition = { where: '1', isExact: false };

/** A filter as an SQL condition. Relative times are resolved now. */
export const conditionOf = (filter: Filter, moment: TimeContext): Condition =>
  conditionAt(fixTimes(filter, moment), moment.offsetMinutes);

function conditionAt(filter: FixedFilter, offsetMinutes: number): Condition {
  const dated = `time > ${sqlNumber(UNDATED_TIME)}`;
  switch (filter.kind) {
    case 'everything':
      return exactly('1');
    case 'word': {
      const glob = { parts: [filter.text] };
      const labels = LABELS.map((label) => isGlob(label, 'contains', glob));
      return exactly(anyOf([logHas(glob.parts), ...labels]));
    }
    case 'text': {
      const { target, how, glob } = filter;
      if (target.kind !== 'log') return exactly(isGlob(columnOf(target), how, glob));
      return exactly(fitsAll(glob) ? 'has_log = 1' : logHas(glob.parts));
    }
    case 'pattern':
      return patternCondition(filter.target, filter.source);
    case 'number': {
      const { target, sign, value } = filter;
      const column = target.kind === 'column' ? target.column : 'zone';
      return exactly(`ifNull(${numberIn(column)} ${sign} ${sqlNumber(value)}, 0)`);
    }
    case 'address': {
      const { range } = filter;
      const [low, high] = [sixteenBytes(range, 'low'), sixteenBytes(range, 'high')].map(sqlBytes);
      return exactly(`(ip_family = ${range.family} AND ip_from <= ${high} AND ip_to >= ${low})`);
    }
    case 'flag':
      if (filter.flag === 'undated') return exactly(`NOT (${dated})`);
      if (filter.flag === 'no-log') return exactly('has_log = 0');
      // Depends on order of arrival or on other entries.
      return ALL;
    case 'since':
      return exactly(`(${dated} AND time >= ${sqlNumber(filter.point.ms)})`);
    case 'until':
      return exactly(`(${dated} AND time < ${sqlNumber(filter.point.ms)})`);
    case 'clock': {
      const { from, to } = filter;
      const offset = Math.trunc(offsetMinutes * MINUTE);
      const clock = `positiveModulo(toInt64(floor(time)) + ${offset}, ${DAY})`;
      const join = from < to ? 'AND' : 'OR';
      return exactly(
        `(${dated} AND (${clock} >= ${sqlNumber(from)} ${join} ${clock} < ${sqlNumber(to)}))`,
      );
    }
    case 'not': {
      const { where, isExact } = conditionAt(filter.of, offsetMinutes);
      return isExact ? exactly(`NOT (${where})`) : ALL;
    }
    case 'and':
    case 'or': {
      const parts = filter.of.map((part) => conditionAt(part, offsetMinutes));
      const wheres = parts.map(({ where }) => where);
      const where = filter.kind === 'and' ? `(${wheres.join(' AND ')})` : anyOf(wheres);
      return { where, isExact: parts.every(({ isExact }) => isExact) };
    }
  }
}

const anyOf = (conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;

const sqlBytes = (bytes: Buffer): string => `unhex('${bytes.toString('hex')}')`;

/** A literal character in RE2. */
const point = (character: string): string =>
  `\\x{${(character.toWellFormed().codePointAt(0) ?? 0).toString(16)}}`;

const spelled = (text: string): string => [...text].map(point).join('');

const matches = (column: string, pattern: string): string =>
  `ifNull(match(${column}, ${sqlText(`(?s)${pattern}`)}), 0)`;

function columnOf(target: FilterTarget): string {
  switch (target.kind) {
    case 'column':
      return target.column;
    case 'coarse':
      return target.name;
    case 'id':
      return 'log_id';
    default:
      return target.kind;
  }
}

/** Like `globTest`: the parts in order, ignoring case. */
function isGlob(column: string, how: 'contains' | 'is', glob: Glob): string {
  const { parts } = glob;
  const isAny = parts.every((part) => part === '') && (parts.length > 1 || how === 'contains');
  if (isAny) return `${column} IS NOT NULL`;
  const body = parts
    .map((part) => [...part].map((each) => `[${spelled(caseForms(each).join(''))}]`).join(''))
    .join('.*');
  return matches(column, how === 'is' ? `^(?:${body})$` : body);
}

/** Like the store's search of raw logs: the parts in order, ignoring case, plain or escaped as JSON. */
function logHas(parts: readonly string[]): string {
  const real = parts.filter((part) => part !== '');
  const [only = ''] = real;
  if (real.length === 0) return '1';
  // The faster function is equivalent for characters that are never escaped.
  if (real.length === 1 && /^[A-Za-z0-9 !#$%()*,\-.:;=?@[\]^_{|}~]+$/.test(only)) {
    return `positionCaseInsensitive(log, ${sqlText(only)}) > 0`;
  }
  return matches('log', real.map(rawPattern).join('.*'));
}

const rawPattern = (text: string): string =>
  [...text].map((character) => `(?:${rawForms(character).join('|')})`).join('');

const rawForms = (character: string): readonly string[] => [
  ...new Set(caseForms(character).flatMap((form) => writingsOf(form, spelled))),
];

/** Patterns that JavaScript and RE2 interpret alike, once `.` is replaced. */
const COMMON =
  /^(?:[A-Za-z0-9 /_"'<>=,;:%&#@!~-]|\\[.\\/$^*+?()[\]{}|d]|\.|\^|\$|\||\((?:\?:)?(?!\?)|\)|[*+?]|\[\^?[A-Za-z0-9 /_.:-]+\])*$/;

const asRe2 = (source: string): string =>
  source.replace(/\\.|\[[^\]]*\]|\./g, (part) => {
    if (part === '.') return '[^\\n\\r\\x{2028}\\x{2029}]';
    if (part === '\\d') return '[0-9]';
    return part === '\\/' ? '/' : part;
  });

function patternCondition(target: FilterTarget, source: string): Condition {
  const own = columnOf(target);
  // The store treats a missing id as empty.
  const column = target.kind === 'id' ? "ifNull(log_id, '')" : own;
  if (COMMON.test(source)) {
    return exactly(`ifNull(match(${column}, ${sqlText(`(?i)${asRe2(source)}`)}), 0)`);
  }
  if (target.kind !== 'log' && target.kind !== 'url') return ALL;
  const needed = requiredLiterals(source);
  return needed.length === 0 ? ALL : { where: logHas(needed), isExact: false };
}

/** What `trim` removes. */
const SPACE =
  '[\\t\\n\\x{b}\\x{c}\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]';
const NUMBER = '^[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?$';

function numberIn(column: string): string {
  const trimmed = `replaceRegexpAll(${column}, ${sqlText(`^${SPACE}+|${SPACE}+$`)}, '')`;
  // ClickHouse parses neither a leading plus nor a leading dot.
  const plain = `replaceRegexpOne(replaceRegexpOne(${trimmed}, ${sqlText('^\\+')}, ''), ${sqlText('^(-?)\\.')}, ${sqlText('\\10.')})`;
  const number = `toFloat64OrNull(${plain})`;
  return `if(match(${trimmed}, ${sqlText(NUMBER)}) AND isFinite(ifNull(${number}, inf)), ${number}, NULL)`;
}

/** A condition for the zones and time range of a question. */
export function within(zones: readonly string[], { range }: Pick<Scope, 'range'> = {}): string {
  const parts = [`zone IN (${zones.map(sqlText).join(', ') || "''"})`];
  if (range) {
    const [first, last] = daysAround(range);
    parts.push(`day >= ${sqlDay(first)} AND day <= ${sqlDay(last)}`);
    parts.push(`time >= ${sqlNumber(range.from)} AND time < ${sqlNumber(range.until)}`);
    if (range.from <= UNDATED_TIME) parts.push(`time > ${sqlNumber(UNDATED_TIME)}`);
  }
  return parts.join(' AND ');
}

/** The days that may have entries of a range: a day's log may include some of its neighbours. */
export const daysAround = ({ from, until }: TimeRange): readonly [UtcDay, UtcDay] => [
  dayAt(from) - 1,
  dayAt(until) + 1,
];

/** ClickHouse's days range from 1970 to 2149. */
const dayAt = (time: number): UtcDay => Math.min(Math.max(Math.floor(time / DAY), 1), 65_000);
