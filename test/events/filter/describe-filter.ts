import {
  type EntryFlag,
  type Filter,
  type FilterTarget,
  type FixedFilter,
  fixTimes,
  type Sign,
} from '../../../src/events/filter/filter.ts';
import type { Glob } from '../../../src/events/filter/glob.ts';
import { HOUR, MINUTE, SECOND, type TimeContext } from '../../../src/events/filter/time-point.ts';
import { COLUMN_FACTS } from '../../../src/events/storage/columns.ts';

const SIGN: Readonly<Record<Sign, string>> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
};

const FLAG_WORDS: Readonly<Record<EntryFlag, string>> = {
  late: 'arrived late',
  conflict: 'came with different contents under one id',
  undated: 'has no time',
  'no-log': 'has no log text',
};

/** Describes a filter in words. Quotes the typed text, which is untrusted. */
export const describeFilter = (filter: Filter, moment: TimeContext): string =>
  described(fixTimes(filter, moment), moment);

function described(filter: FixedFilter, moment: TimeContext): string {
  switch (filter.kind) {
    case 'everything':
      return 'everything';
    case 'word':
      return `log or labels contain "${filter.text}"`;
    case 'text':
      return `${nameOf(filter.target)} ${filter.how} "${globText(filter.glob)}"`;
    case 'pattern':
      return `${nameOf(filter.target)} matches /${filter.source}/i`;
    case 'number':
      return `${nameOf(filter.target)} is ${SIGN[filter.sign]} ${filter.value}`;
    case 'address':
      return `address could be in ${filter.text} (as far as it is not masked)`;
    case 'flag':
      return FLAG_WORDS[filter.flag];
    case 'since':
      return `at or after ${stampOf(filter.point.ms, moment)}`;
    case 'until':
      return `before ${stampOf(filter.point.ms, moment)}`;
    case 'clock':
      return `from ${clockOf(filter.from)} up to ${clockOf(filter.to)} of a day`;
    case 'not':
      return `not (${described(filter.of, moment)})`;
    case 'and':
      return join(filter.of, 'and', moment);
    case 'or':
      return join(filter.of, 'or', moment);
  }
}

/** The glob as typed, with `*` for its gaps. */
const globText = (glob: Glob): string => glob.parts.join('*');

const join = (parts: readonly FixedFilter[], word: 'and' | 'or', moment: TimeContext): string =>
  parts
    .map((part) => {
      const text = described(part, moment);
      return part.kind === 'and' || part.kind === 'or' ? `(${text})` : text;
    })
    .join(` ${word} `);

function nameOf(target: FilterTarget): string {
  if (target.kind !== 'column') return target.kind;
  return COLUMN_FACTS[target.column].fields[0];
}

const two = (value: number) => String(value).padStart(2, '0');

/** `14:02`, `14:02:30`, `14:02:30.500`, `24:00`. */
function clockOf(ms: number): string {
  const rest = ms % MINUTE;
  const clock = `${two(Math.floor(ms / HOUR))}:${two(Math.floor(ms / MINUTE) % 60)}`;
  if (rest === 0) return clock;
  const fraction = rest % SECOND;
  const seconds = `${clock}:${two(Math.floor(rest / SECOND))}`;
  return fraction === 0 ? seconds : `${seconds}.${String(fraction).padStart(3, '0')}`;
}

/** In the time zone on screen. */
function stampOf(ms: number, { offsetMinutes }: TimeContext): string {
  const date = new Date(ms + offsetMinutes * MINUTE);
  if (Number.isNaN(date.getTime())) return '?';
  const [day = '', clock = ''] = date.toISOString().split('T');
  return `${day} ${clock.slice(0, 8)}${offsetMinutes === 0 ? 'Z' : ''}`;
}
