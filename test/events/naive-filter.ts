import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { COARSE } from '../../src/events/filter/coarse.ts';
import type { Filter, FilterTarget } from '../../src/events/filter/filter.ts';
import type { TimeContext, TimePoint } from '../../src/events/filter/time-point.ts';
import { LABELS, type LabelColumn } from '../../src/events/storage/columns.ts';
import { naiveExtracts, naiveUrl } from './naive-extracts.ts';

/** An entry as a plain object, with the fields that the store adds. */
export interface PlainEntry extends EventLogEntry {
  readonly zone: string;
  /** Milliseconds since the epoch; null if the timestamp is invalid. */
  readonly time: number | null;
  readonly late: boolean;
  readonly conflict: boolean;
}

/**
 * Whether an entry passes a filter, implemented simply and slowly. The reference for compiled filters.
 *
 * @param start the latest `since` joined to it by `and`
 */
export function naivelyPasses(
  filter: Filter,
  entry: PlainEntry,
  moment: TimeContext,
  start?: number,
): boolean {
  const { time } = entry;
  switch (filter.kind) {
    case 'everything':
      return true;
    case 'word':
      return (
        rawContains(entry.log ?? '', [filter.text]) ||
        LABELS.some((label) => contains(entry.labels[label], [filter.text]))
      );
    case 'text': {
      const { parts } = filter.glob;
      if (filter.target.kind === 'log') {
        return parts.every((part) => part === '') && parts.length > 1
          ? entry.log !== null
          : rawContains(entry.log ?? '', parts);
      }
      const value = textOf(filter.target, entry);
      return filter.how === 'is' ? fits(value, parts) : contains(value, parts);
    }
    case 'pattern': {
      const pattern = new RegExp(filter.source, 'iu');
      const value = textOf(filter.target, entry);
      return value !== null && pattern.test(value);
    }
    case 'number': {
      const value = textOf(filter.target, entry)?.trim() ?? '';
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return false;
      const number = Number(value);
      const { sign, value: bound } = filter;
      if (sign === '<') return number < bound;
      if (sign === '<=') return number <= bound;
      return sign === '>' ? number > bound : number >= bound;
    }
    case 'address':
      return couldBeIn(textOf({ kind: 'column', column: 'remoteIp' }, entry), filter.text);
    case 'flag':
      if (filter.flag === 'late') return entry.late;
      if (filter.flag === 'conflict') return entry.conflict;
      return filter.flag === 'undated' ? time === null : entry.log === null;
    case 'since':
      return time !== null && time >= instant(filter.point, moment);
    case 'until':
      return time !== null && time < end(filter.point, moment, start);
    case 'clock': {
      if (time === null) return false;
      const clock = (time + moment.offsetMinutes * 60_000 - Date.UTC(1970, 0, 1)) % 86_400_000;
      const { from, to } = filter;
      return from < to ? from <= clock && clock < to : from <= clock || clock < to;
    }
    case 'not':
      return !naivelyPasses(filter.of, entry, moment, start);
    case 'and': {
      const starts = startsIn(filter, moment);
      const latest = starts.length === 0 ? start : Math.max(...starts);
      return filter.of.every((part) => naivelyPasses(part, entry, moment, latest));
    }
    case 'or':
      return filter.of.some((part) => naivelyPasses(part, entry, moment, start));
  }
}

function textOf(target: FilterTarget, entry: PlainEntry): string | null {
  switch (target.kind) {
    case 'log':
      return entry.log ?? '';
    case 'url':
      return naiveUrl(entry.log?.toWellFormed() ?? null) ?? null;
    case 'id':
      return entry.logId;
    case 'zone':
      return entry.zone;
    case 'coarse': {
      const { column, of } = COARSE[target.name];
      const value = textOf({ kind: 'column', column }, entry);
      return value === null ? null : of(value);
    }
    case 'column': {
      const { column } = target;
      if ((LABELS as readonly string[]).includes(column)) {
        return entry.labels[column as LabelColumn];
      }
      const extracts = naiveExtracts(entry.log?.toWellFormed() ?? null);
      return extracts[column as keyof typeof extracts] ?? null;
    }
  }
}

function startsIn(filter: Filter, moment: TimeContext): readonly number[] {
  if (filter.kind === 'since') return [instant(filter.point, moment)];
  return filter.kind === 'and' ? filter.of.flatMap((part) => startsIn(part, moment)) : [];
}

function instant(point: TimePoint, { now, day, offsetMinutes }: TimeContext) {
  if (point.kind === 'ago') return now - point.ms;
  if (point.kind === 'stamp') return point.ms;
  const latest = Math.min(now, day + 86_400_000 - 1);
  let time = day + 3 * 86_400_000 + point.ms - offsetMinutes * 60_000;
  while (time > latest) time -= 86_400_000;
  return time;
}

/** The first such time after the start, by trying every day; without a start, that of the local day. */
function end(point: TimePoint, moment: TimeContext, start: number | undefined) {
  if (point.kind !== 'clock') return instant(point, moment);
  const { now, day, offsetMinutes } = moment;
  const local = new Date(Math.min(now, day + 86_400_000 - 1) + offsetMinutes * 60_000);
  const midnight = now >= day + 86_400_000 ? day : local.setUTCHours(0, 0, 0, 0);
  let time = midnight + point.ms - offsetMinutes * 60_000;
  if (start === undefined) return time;
  while (time > start) time -= 86_400_000;
  while (time <= start) time += 86_400_000;
  return time;
}

/** Whether two characters are equal ignoring case. */
function sameButCase(typed: string, met: string): boolean {
  const isPair = (lower: string, upper: string) =>
    [...lower].length === 1 && lower.toUpperCase() === upper && upper.toLowerCase() === lower;
  return met === typed || isPair(met, typed) || isPair(typed, met);
}

/** The position after `part` at `at` in decoded text; -1 if it is not there. */
function behind(value: readonly string[], at: number, part: readonly string[]): number {
  const end = at + part.length;
  return part.every((typed, index) => sameButCase(typed, value[at + index] ?? '')) ? end : -1;
}

/** Whether the parts occur in this order, by trying every position. */
function partsFrom(
  value: readonly string[],
  at: number,
  parts: readonly (readonly string[])[],
): boolean {
  const [first, ...rest] = parts;
  if (!first) return true;
  for (let start = at; start <= value.length; start += 1) {
    const end = behind(value, start, first);
    if (end >= 0 && partsFrom(value, end, rest)) return true;
  }
  return false;
}

const contains = (value: string | null, parts: readonly string[]) =>
  value !== null &&
  partsFrom(
    [...value],
    0,
    parts.map((part) => [...part]),
  );

/** Whether a glob matches the whole value, by trying every length of its gaps. */
function fits(value: string | null, parts: readonly string[]): boolean {
  if (value === null) return false;
  const characters = [...value];
  const walk = (at: number, index: number): boolean => {
    const part = [...(parts[index] ?? '')];
    const end = behind(characters, at, part);
    if (index === parts.length - 1) {
      const tail = characters.length - part.length;
      return index === 0
        ? end === characters.length
        : tail >= at && behind(characters, tail, part) === characters.length;
    }
    if (index === 0) return end >= 0 && walk(end, 1);
    for (let start = at; start <= characters.length; start += 1) {
      const stop = behind(characters, start, part);
      if (stop >= 0 && walk(stop, index + 1)) return true;
    }
    return false;
  };
  return walk(0, 0);
}

const PLAIN = /[A-Za-z0-9 !#$%()*,\-.:;=?@[\]^_{|}~]/;
const SHORT: Readonly<Record<string, string>> = {
  '\\"': '"',
  '\\\\': '\\',
  '\\/': '/',
  '\\b': '\b',
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
};

/** Every interpretation of the character at `at` in raw JSON text, with the position after it. */
function readings(raw: string, at: number): readonly (readonly [string, number])[] {
  const point = raw.codePointAt(at);
  if (point === undefined) return [];
  const plain = String.fromCodePoint(point);
  const all: (readonly [string, number])[] = [[plain, at + plain.length]];
  const short = SHORT[raw.slice(at, at + 2)];
  if (short !== undefined) all.push([short, at + 2]);
  const [written, first, second] =
    /^\\u([0-9a-f]{4})(?:\\u([0-9a-f]{4}))?/i.exec(raw.slice(at, at + 12)) ?? [];
  if (written !== undefined && first !== undefined) {
    const one = String.fromCharCode(Number.parseInt(first, 16));
    if (!PLAIN.test(one)) all.push([one, at + 6]);
    const both = one + String.fromCharCode(Number.parseInt(second ?? '', 16));
    if (second !== undefined && [...both].length === 1) all.push([both, at + 12]);
  }
  return all;
}

/** Whether raw log text has the parts in this order, each character plain or escaped. */
function rawContains(log: string, parts: readonly string[]): boolean {
  const raw = log.toWellFormed();
  /** Every possible position after `part` if it starts at `at`. */
  const ends = (at: number, part: readonly string[]): readonly number[] => {
    const [first, ...rest] = part;
    if (first === undefined) return [at];
    return readings(raw, at)
      .filter(([met]) => sameButCase(first, met))
      .flatMap(([, end]) => ends(end, rest));
  };
  const walk = (at: number, index: number): boolean => {
    if (index === parts.length) return true;
    const part = [...(parts[index] ?? '')];
    for (let start = at; start <= raw.length; start += 1) {
      if (ends(start, part).some((end) => walk(end, index + 1))) return true;
    }
    return false;
  };
  return walk(0, 0);
}

/** Whether an IPv4 address, masked or not, could be in a block, compared bit by bit. */
function couldBeIn(value: string | null, block: string): boolean {
  const bitsOf = (text: string): string | undefined => {
    const parts = text.split('.');
    if (parts.length !== 4) return undefined;
    const bits = parts.map((part) => {
      if (part === '*') return '?'.repeat(8);
      return /^\d{1,3}$/.test(part) && Number(part) < 256
        ? Number(part).toString(2).padStart(8, '0')
        : undefined;
    });
    return bits.includes(undefined) ? undefined : bits.join('');
  };
  if (value === block) return true;
  const [network = '', length = '32'] = block.split('/');
  const own = bitsOf(value ?? '');
  const wanted = bitsOf(network)?.slice(0, Number(length));
  if (own === undefined || wanted === undefined) return false;
  return [...wanted].every((bit, at) => bit === '?' || own[at] === '?' || bit === own[at]);
}
