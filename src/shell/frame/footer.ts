import type { Command } from '../../commands/command.ts';
import { liveKeys } from '../../commands/table.ts';
import {
  type ConsoleState,
  MAX_ALERTS,
  type Notice,
  type Prompt,
  type Suggestion,
} from '../../state/console-state.ts';
import { type KeyNames, keyFor, keyName } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { timeNear } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { MIN_SIZE } from '../../ui/layout.ts';
import {
  between,
  compose,
  cutLine,
  gap,
  type Line,
  lineWidth,
  type Styled,
  span,
} from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { completed } from '../keys/command-line.ts';

export const footerOf = ({ footer }: Command): Printable | undefined =>
  typeof footer === 'function' ? footer() : footer;

/** Help and the way out are shown at any width. */
const isAlwaysNamed = ({ id, keys }: Command): boolean =>
  id === 'help' || id === 'quit' || keys.includes('esc');

type FooterRoom = Pick<Room, 'columns' | 'ascii'>;

/** The footer: commands with a footer text and their first live key. Help and the way out have priority. */
export function footerLine(table: readonly Command[], room: FooterRoom): Styled {
  const { columns } = room;
  const pieces = footerPieces(table, room);
  return compose(
    pieces.flatMap(({ line }, at) => [gap(at === 0 ? MARGIN : APART), ...line]),
    columns,
  );
}

export function footerCommandAt(
  table: readonly Command[],
  room: FooterRoom,
  column: number,
): Command | undefined {
  let end = MARGIN;
  return footerPieces(table, room).find(({ width }) => {
    const start = end;
    end += width;
    return column >= start && column < end - APART;
  })?.command;
}

const allPieces = (table: readonly Command[], room: FooterRoom) =>
  table.flatMap((command) => {
    const does = footerOf(command);
    if (does === undefined) return [];
    const [key] = liveKeys(table, command);
    if (key === undefined) return [];
    const style = command.unavailable?.() ? theme.faint : theme.plain;
    const line = [span(keyName(key, room), theme.key), span(words` ${does}`, style)];
    const taken = APART + lineWidth(line);
    return [{ command, line, width: taken, isAlwaysNamed: isAlwaysNamed(command) }];
  });

function footerPieces(table: readonly Command[], room: FooterRoom) {
  const pieces = allPieces(table, room);
  const chosen = new Set<(typeof pieces)[number]>();
  let left = room.columns - MARGIN + APART;
  for (const first of [true, false]) {
    for (const piece of pieces.filter((each) => each.isAlwaysNamed === first)) {
      if (piece.width > left) break;
      chosen.add(piece);
      left -= piece.width;
    }
  }
  return pieces.filter((piece) => chosen.has(piece));
}

const MARGIN = 1;
const APART = 3;

/**
 * The problem of the typed line and its completions; at the end, if there is room, how to apply or leave it. Undefined
 * without suggestions.
 */
export function suggestionLine(
  prompt: Prompt | null,
  table: readonly Command[],
  room: FooterRoom,
): Styled | undefined {
  const { columns } = room;
  if (!prompt?.suggestions) return undefined;
  const problem = prompt.problem?.(prompt.value) ?? null;
  const wrong: Line = problem === null ? [] : [span(words` ${problem}`, theme.warn), gap(1)];
  const all = prompt.suggestions(prompt.value);
  const [first, ...others] = all;
  if (!first && problem === null) return undefined;
  const isAlone = others.length === 0 && problem === null;
  const isMore = (completed(all, prompt.value) ?? prompt.value) !== prompt.value;
  const tab: Line = first ? [isMore ? span(words` ${TAB} `, theme.key) : gap(1)] : [];
  const keys = allPieces(table, room)
    .filter(({ command, isAlwaysNamed: isNamed }) => isNamed || command.id === 'prompt.accept')
    .flatMap(({ line }) => [gap(APART), ...line]);
  // A sentence is not cut for the keys, a list of words may be.
  const sentence = first && isAlone ? sentenceOf(first, isMore) : undefined;
  const least = [...wrong, ...tab, span(sentence ?? first?.label ?? words``)];
  const hasRoom = lineWidth(least) + lineWidth(keys) < columns;
  const left = columns - lineWidth([...wrong, ...tab]) - (hasRoom ? lineWidth(keys) + 1 : 0);
  const names = wholeNames(first ? [first, ...others].map(({ label }) => label) : [], left);
  const start: Line = [...wrong, ...tab, span(sentence ?? names)];
  return compose(hasRoom ? between(start, keys, columns) : start, columns);
}

const sentenceOf = ({ label, help }: Suggestion, isMore: boolean): Printable =>
  !isMore || help === label || help.startsWith(`${label} `) || help.startsWith(`${label}: `)
    ? help
    : words`${label}  ${help}`;

/** As many whole names as fit; a cut word would read as another one. */
function wholeNames(
  [first = words``, ...others]: readonly Printable[],
  columns: number,
): Printable {
  let names = first;
  for (const [at, name] of others.entries()) {
    const next = words`${names}  ${name}`;
    const end = at + 1 < others.length ? MORE_NAMES : words``;
    if (width(next) + width(end) > columns) return words`${names}${MORE_NAMES}`;
    names = next;
  }
  return names;
}

const MORE_NAMES = words`  …`;

const TAB = words`Tab`;

export const placeOf = (table: readonly Command[]): Printable | undefined =>
  table.find(({ place }) => place)?.place?.();

/**
 * The last notice, shown until the next key; at the end the cursor position if it fits. `whole`: the key that shows the
 * whole notice.
 */
export function noticeLine(
  notice: NoticeWithKeys | null,
  columns: number,
  place: Printable | undefined,
  whole: Printable,
): Styled {
  const style = !notice || notice.tone === 'info' ? theme.data : theme[notice.tone];
  const text: Line = notice ? [span(words` ${notice.text}`, style)] : [];
  const keys = notice?.keys ?? [];
  const line = [...text, ...keys];
  if (lineWidth(line) > columns && columns >= MIN_SIZE.columns) {
    const leads = [...keys, ...keyLine(whole, words`in full`)];
    return compose([...cutLine(text, columns - lineWidth(leads)), ...leads], columns);
  }
  const end: Line = place === undefined ? [] : [span(words`${place} `, theme.faint)];
  const fits = place !== undefined && lineWidth(line) + 2 + lineWidth(end) <= columns;
  return compose(fits ? between(line, end, columns) : line, columns);
}

interface NoticeWithKeys extends Notice {
  readonly keys?: Line;
}

/** In brackets: without colour, a comma or semicolon would read as part of the sentence. */
const keyLine = (key: Printable, does: Printable): Line => [
  span(words`  [${key}]`, theme.key),
  span(words` ${does}`, theme.faint),
];

/** From this age on an alert is shown with its time, in milliseconds: without one it would read as the present. */
const OLD_ALERT_MS = 60_000;

/** The last notice; without one, the newest alert, until it is acknowledged. */
export function noticeIn({
  notice,
  alerts,
  keyNames,
  now,
  timeZone,
}: Pick<
  ConsoleState,
  'notice' | 'alerts' | 'keyNames' | 'now' | 'timeZone'
>): NoticeWithKeys | null {
  const newest = alerts.at(-1);
  const isOld = newest !== undefined && now.wall - newest.at >= OLD_ALERT_MS;
  // A notice that no key has hidden may be that of the alert.
  if (!newest || (notice && !(isOld && newest.text.startsWith(notice.text)))) return notice;
  const others = alerts.length - 1;
  // The list of alerts is bounded: at the limit the total is unknown.
  const many = alerts.length < MAX_ALERTS ? words` ${count(alerts.length)}` : words``;
  const all = others > 0 ? words`acknowledge all${many}` : words`acknowledge`;
  const tone = alerts.every(({ isOver }) => isOver) ? 'warn' : 'bad';
  const key = keyFor(keyNames, 'alerts.acknowledge', words`,`);
  // Without seconds.
  const time = timeNear(now.wall, newest.at, timeZone).slice(0, -3) as Printable;
  const text = isOld ? words`${time} ${newest.text}` : newest.text;
  return { text, tone, keys: keyLine(key, all) };
}

const linesOf = (keyNames: KeyNames): readonly Line[] => [
  [
    span(words` This is a demo`, theme.strong),
    span(words`: an embedded platform, an invented world.`),
  ],
  [
    span(words` warren init`, theme.key),
    span(words`, at the prompt, sets up a service of your own.`),
  ],
  [
    span(words` ${keyFor(keyNames, 'help', words`?`)}`, theme.key),
    span(words` shows the keys, `),
    span(keyFor(keyNames, 'quit', words`q`), theme.key),
    span(words` leaves. Any key hides these lines.`),
  ],
];

/** Hints for newcomers until the first key: this is a demo, how to leave it, where the help is. */
export const hintLines = (keyNames: KeyNames, columns: number): readonly Styled[] =>
  linesOf(keyNames).map((line) => compose(line, columns));
