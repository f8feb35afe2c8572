import type { Random } from '../random.ts';

const ESCAPE = '\u001b';
const ENTER = '\r';
const PAGE_DOWN = '\u001b[6~';
const PAGE_UP = '\u001b[5~';
const CTRL_P = '\u0010';
const BACKSPACE = '\u007f';

/** Tasks of an operator, each a sequence of keys. None changes anything at the service, and each closes what it opens. */
export const TASKS: readonly [readonly string[], ...(readonly string[])[]] = [
  ['1', 'j', 'j', 'k', ENTER, 'j', ESCAPE],
  ['1', 'd', PAGE_DOWN, ESCAPE],
  ['1', '/', 'gateway', ENTER, ESCAPE],
  ['2', PAGE_UP, PAGE_UP, 'g', 'j', 'G'],
  ['2', ENTER, 'n', 'p', 'w', 'w', ENTER, 'G'],
  ['2', '&', 'status:blocked', ENTER, 'G', BACKSPACE, 'G'],
  ['2', '&', 'path:/wp-*', ENTER, 'k', 'a', 'j', 'a', BACKSPACE, 'G'],
  ['2', '/', 'ORA-01756', ENTER, 'n', 'n', 'N', ESCAPE, 'G'],
  ['2', 'a', 'j', ENTER, 'j', 'a', BACKSPACE, 'G'],
  ['2', 'M', 'j', 'j', 'M', 'G'],
  ['2', 'H', 'j', 'd', ESCAPE, 'H', 'G'],
  ['2', 's', 'x', 'j', 's', 'G'],
  ['2', 'L', 'j', 'L', 'G'],
  ['2', 'i', 'b', 'G'],
  ['2', 'e', 'e', 'm', 'u', 'm', 'G'],
  ['2', 'z', 'z', 'Z', 'Z', 'G'],
  ['3', 'j', 'j', ENTER, ESCAPE, ']', '['],
  ['3', 'r'],
  ['4', '/', 'shop', ENTER, 'j', 'd', ESCAPE],
  ['5', 'j', 'j', 'd', ESCAPE],
  ['6', 'j', 's', 's', 'd', ESCAPE],
  ['7', 'j', 'd', ESCAPE],
  ['8', 'j', 'j', 'n', 'N', 'z', 'Z', 'd', ESCAPE],
  ['?', 'down', ESCAPE],
  [CTRL_P, 'dns', ESCAPE],
  ['@', 'j', 'd', ESCAPE, ESCAPE],
  [':', 'doctor', ENTER, 'j', ESCAPE],
  [';', ESCAPE],
  ['R'],
  ['f', '\u000c', 'f'],
];

/**
 * Returns to the newest events without a filter. Each filter holds its matches, so filters left on the stack would look
 * like a leak.
 */
export const REST: readonly string[] = [ESCAPE, ESCAPE, '2', BACKSPACE, BACKSPACE, BACKSPACE, 'G'];

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Terminal sizes during the day. */
export const SIZES: readonly [Size, ...(readonly Size[])] = [
  { columns: 120, rows: 36 },
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
  { columns: 60, rows: 15 },
];

export const nextTask = (random: Random): readonly string[] => random.pick(TASKS);
