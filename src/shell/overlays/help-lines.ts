import type { BodyPlace } from '../../commands/command.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { width, wrapLines } from '../../text/width.ts';
import { compose, fitLine, gap, type Line, type Styled, span, wrappedLine } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

export interface HelpRow {
  readonly id: string;
  readonly keys: Printable;
  readonly label: Printable;
  readonly section: Printable;
  readonly reason?: Printable | undefined;
}

const COLUMN = 56;
const MAX_COLUMNS = 4;
const APART = 2;
/** Columns for the cursor's mark. */
const MARKER = 2;
const MAX_KEYS = 20;

export const helpColumns = (columns: number): number =>
  Math.max(1, Math.min(MAX_COLUMNS, Math.floor((columns + APART) / (COLUMN + APART))));

/** A line of a column; blank lines are null. */
interface Entry {
  readonly line: Line;
  readonly id: string | null;
}

type HelpRoom = Pick<Room, 'columns' | 'rows'>;

/** The columns of the page with the row `selected`, and their width. */
function pageOf(rows: readonly HelpRow[], selected: string | null, room: HelpRoom) {
  const height = Math.max(1, room.rows - 1);
  const keys = Math.min(MAX_KEYS, Math.max(...rows.map((row) => width(row.keys)), 1));
  const widthIn = (count: number) => Math.floor((room.columns - APART * (count - 1)) / count);
  const setIn = (count: number) =>
    inColumns(rows, height, (row) => rowLines(row, keys, widthIn(count)));
  // One column is used if everything fits.
  const single = setIn(1);
  const count = single.length === 1 ? 1 : helpColumns(room.columns);
  const columns = count === 1 ? single : setIn(count);
  const at = columns.findIndex((column) => column.some((entry) => entry?.id === selected));
  const first = Math.floor(Math.max(0, at) / count) * count;
  return { height, shown: columns.slice(first, first + count), each: widthIn(count) };
}

/** Id of the row at a place of the page; undefined if there is none. */
export function helpRowAt(
  rows: readonly HelpRow[],
  selected: string | null,
  room: HelpRoom,
  { line, column }: BodyPlace,
): string | undefined {
  const { shown, each } = pageOf(rows, selected, room);
  const taken = each + APART;
  if (column % taken >= each) return undefined;
  return shown[Math.floor(column / taken)]?.[line]?.id ?? undefined;
}

/**
 * The page with the row `selected`: wrapped rows under headings, in columns; the last line shows the selected row and
 * why it is unavailable.
 */
export function helpLines(
  rows: readonly HelpRow[],
  selected: string | null,
  room: HelpRoom,
): readonly Styled[] {
  const { height, shown, each } = pageOf(rows, selected, room);
  const body = Array.from({ length: height }, (_, line) =>
    compose(
      shown.flatMap((column, side) => [
        ...(side > 0 ? [gap(APART)] : []),
        ...entryLine(column, line, selected, each),
      ]),
      room.columns,
    ),
  );
  const row = rows.find(({ id }) => id === selected);
  const said = row ? wrappedLine(wholeLine(row), room.columns, 1) : [[]];
  // A long last line uses blank lines of a short page.
  const taken = body.findLastIndex((line) => line.trim() !== '') + 1;
  if (taken + said.length > height + 1) {
    return [...body, compose(row ? wholeLine(row) : [], room.columns)];
  }
  return [
    ...body.slice(0, height + 1 - said.length),
    ...said.map((line) => compose(line, room.columns)),
  ];
}

/** Rows and headings in columns. Rows are not split, and a heading is never last. */
function inColumns(
  rows: readonly HelpRow[],
  height: number,
  linesOf: (row: HelpRow) => readonly Line[],
): readonly (readonly (Entry | null)[])[] {
  const columns: (Entry | null)[][] = [[]];
  let section: Printable | undefined;
  const add = (entries: readonly (Entry | null)[]) => {
    const last = columns.at(-1) ?? [];
    if (last.length + entries.length <= height) last.push(...entries);
    else columns.push(entries.filter((entry) => entry !== null).slice(0, height));
  };
  for (const row of rows) {
    const own = linesOf(row).map((line) => ({ line, id: row.id }));
    const starts = row.section !== section;
    section = row.section;
    const heading = { line: [gap(MARKER), span(section, theme.heading)], id: null };
    if (!starts) add(own);
    else if ((columns.at(-1) ?? []).length === 0) add([heading, ...own]);
    else add([null, heading, ...own]);
  }
  return columns;
}

function entryLine(
  column: readonly (Entry | null)[],
  at: number,
  selected: string | null,
  columns: number,
): Line {
  const entry = column[at];
  if (!entry || entry.id === null || entry.id !== selected)
    return fitLine(entry?.line ?? [], columns);
  const marker = column[at - 1]?.id === selected ? words`  ` : words`❯ `;
  const text = fitLine(entry.line.slice(1), columns - MARKER).map(({ text: part }) => part);
  return [span(words`${marker}${text.join('') as Printable}`, theme.selected)];
}

function rowLines(
  { keys, label, reason }: HelpRow,
  room: number,
  columns: number,
): readonly Line[] {
  const before = MARKER + room + APART;
  const style = reason === undefined ? theme.plain : theme.faint;
  return wrapLines(label, columns - before).map((part, at) => [
    gap(MARKER),
    ...fitLine([span(at === 0 ? keys : words``, theme.key)], room),
    gap(APART),
    span(part, style),
  ]);
}

const wholeLine = ({ keys, label, reason }: HelpRow): Line => [
  span(words` ${keys}  `, theme.key),
  span(label),
  ...(reason === undefined ? [] : [span(words`  ${reason}`, theme.warn)]),
];

/** Synonyms for the help search: `share` finds commands that copy and export. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['export', 'save', 'write', 'download', 'csv', 'ndjson', 'share'],
  ['copy', 'clipboard', 'yank', 'share', 'paste'],
  ['back', 'leave', 'close', 'return', 'exit', 'quit', 'cancel'],
  ['delete', 'destroy', 'kill'],
  ['details', 'describe', 'inspect'],
  ['go to', 'goto', 'jump'],
  ['invert', 'inverse', 'exclude', 'filter out'],
  ['remove', 'unwatch', 'forget'],
  ['add', 'watch', 'new'],
  ['refresh', 'reload', 'update', 'again', 'retry'],
  ['filter', 'search', 'find', 'grep', 'only', 'query', 'regex', 'sql'],
  ['zoom', 'time range', 'time', 'window', 'period', 'when'],
  ['pause', 'freeze', 'hold'],
  ['theme', 'colour', 'color', 'dark', 'light', 'contrast'],
  ['profile', 'context', 'account', 'environment', 'key'],
  ['interval', 'poll', 'rate', 'faster', 'slower', 'speed'],
  ['help', 'keys', 'shortcut', 'manual', 'documentation', 'docs'],
  ['sort', 'order'],
  ['bookmark', 'mark', 'note', 'select'],
  ['facets', 'top', 'statistics', 'group', 'count'],
  ['changes', 'audit', 'log', 'history', 'who', 'undo'],
  ['events', 'logs', 'tail'],
  ['variable', 'secret', 'env'],
  ['send', 'upload', 'submit'],
  ['specification', 'openapi', 'swagger', 'schema'],
  ['rate limits', 'throttled', 'breaches', 'quota'],
  ['calls', 'requests', 'api', 'curl', 'http', 'latency'],
  ['doctor', 'diagnose', 'check', 'debug', 'problem'],
  ['problems', 'issues', 'failing', 'errors', 'alerts', 'bad'],
  ['full screen', 'maximise', 'maximize', 'wide'],
  ['utc', 'local', 'time zone', 'timezone', 'clock'],
];

/** Minimum length of a word for its synonyms. */
const MIN_WORD_LENGTH = 3;

function meanings(word: string): readonly string[] {
  if (word.length < MIN_WORD_LENGTH) return [word];
  const groups = SYNONYMS.filter((group) => group.some((each) => each.startsWith(word)));
  return [word, ...groups.flat()];
}

/**
 * Indexes of texts with words that begin with every typed word; if there are none, of texts that contain them anywhere;
 * if there are none either, of texts that contain synonyms.
 */
export function matchingTexts(typed: string, texts: readonly string[]): ReadonlySet<number> {
  // The search is open already: `/` before a word is a habit from elsewhere.
  const wanted = typed.toLowerCase().replace(/^\s*\/(?=\w)/, '');
  const typedWords = wanted.split(/\s+/).filter(Boolean);
  const lower = texts.map((text) => text.toLowerCase());
  const indexesOf = (holds: (text: string, word: string) => boolean) =>
    new Set(
      lower.flatMap((text, at) => (typedWords.every((word) => holds(text, word)) ? [at] : [])),
    );
  const starting = indexesOf(hasWordFrom);
  if (starting.size > 0) return starting;
  const containing = indexesOf((text, word) => text.includes(word));
  if (containing.size > 0) return containing;
  return indexesOf((text, word) => meanings(word).some((each) => text.includes(each)));
}

/** Whether a word of the text begins with `beginning`: at the start, or after a space or punctuation. */
function hasWordFrom(text: string, beginning: string): boolean {
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}
