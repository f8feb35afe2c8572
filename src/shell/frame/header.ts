import type { Command } from '../../commands/command.ts';
import type { Pane } from '../../panes/pane.ts';
import { doubtfulChanges, unansweredChanges } from '../../state/change.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { keyFor, NO_KEY } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import { dayOf, duration, timeNear, timeOfDay } from '../../text/time.ts';
import {
  between,
  compose,
  cutLine,
  gap,
  type Line,
  lineWidth,
  type Span,
  type Styled,
  span,
} from '../../ui/line.ts';
import { badgeIn, theme } from '../../ui/theme.ts';
import { connectionLines } from './connection-lines.ts';

const badge = (text: Printable, style = theme.badge): Span => span(words` ${text} `, style);

function badges(state: ConsoleState, pane: Pane, withHost: boolean): Line {
  const { profile, pausedAt, timeZone: zone } = state;
  const line: Span[] = [span(words` warren `, theme.strong)];
  const add = (piece: Span) => line.push(piece, gap(1));
  if (profile.demo) add(badge(words`DEMO`, theme.badgeWarn));
  else add(badge(profile.name, profile.colour && badgeIn[profile.colour]));
  if (withHost) line.push(span(profile.host, theme.faint), gap(1));
  if (profile.readOnly) add(badge(words`READ-ONLY`));
  if (state.skew !== 0) {
    add(badge(words`CLOCK OFF ${duration(Math.abs(state.skew))}`, theme.badgeWarn));
  }
  if (state.drift.length > 0) add(badge(words`DRIFT ${count(state.drift.length)}`));
  for (const text of changeBadges(state)) add(badge(text, theme.badgeWarn));
  if (state.recordingTo !== null) add(badge(words`REC`, theme.badgeBad));
  if (state.replay) {
    const { isPlaying, speed } = state.replay;
    const how = isPlaying ? words` ${speed}x` : words` stopped`;
    const at = words`${dayOf(state.now.wall, zone)} ${timeOfDay(state.now.wall, zone)}`;
    add(badge(words`REPLAY ${at}${how}`, theme.badgeWarn));
  }
  if (pausedAt)
    add(badge(words`PAUSED ${timeNear(state.now.wall, pausedAt.wall, zone)}`, theme.badgeWarn));
  if (state.viewing !== null) {
    const { wall } = state.now;
    const viewed = words`VIEWING ${timeNear(wall, state.viewing, zone)}`;
    // A file has no present.
    const live = state.profile.offline ? words`` : words` · live ${timeOfDay(wall, zone)}`;
    add(badge(words`${viewed}${live}`, theme.badgeWarn));
  }
  for (const text of pane.badges(state)) add(badge(text));
  return line;
}

export const badgeTexts = (state: ConsoleState, pane: Pane): readonly Printable[] =>
  badges(state, pane, true)
    .slice(1)
    .map(({ text }) => text.trim() as Printable)
    .filter((text) => text !== '');

/** Badges for changes without a known outcome, until an unknown one is acknowledged. */
export function changeBadges(
  console: Pick<ConsoleState, 'changes' | 'acknowledged'>,
): readonly Printable[] {
  const pending = unansweredChanges(console.changes).length;
  const unknown = doubtfulChanges(console).length;
  return [
    ...(pending > 0 ? [words`SENT, NO ANSWER YET`] : []),
    ...(unknown > 0 ? [words`OUTCOME UNKNOWN`] : []),
  ];
}

/**
 * The badge line: profile, modes and connection, in words and at a fixed place. On narrow screens the connection is
 * shortened, then the host is left out, before any badge.
 */
export function badgeLine(
  state: ConsoleState,
  pane: Pane,
  columns: number,
  table?: readonly Command[],
): Styled {
  const stamps = span(
    words`  ${state.timeZone === 'utc' ? words`UTC` : words`local time`} `,
    theme.faint,
  );
  const ends = connectionLines(state, pane, table).map((line) => [...line, stamps]);
  const whole = badges(state, pane, true);
  const [fullest = []] = ends;
  if (lineWidth(whole) + lineWidth(fullest) <= columns)
    return compose(between(whole, fullest, columns), columns);
  const bare = badges(state, pane, false);
  const taken = lineWidth(bare);
  const right = ends.find((each) => taken + lineWidth(each) <= columns) ?? ends.at(-1) ?? [];
  return compose(between(bare, right, columns), columns);
}

interface TabPiece {
  readonly line: Line;
  readonly command: string;
}

const TAB_WIDTHS = ['roomy', 'close', 'short', 'digits'] as const;

function tabsOf(
  panes: readonly Pane[],
  { pane: current, keyNames }: Pick<ConsoleState, 'pane' | 'keyNames'>,
  how: (typeof TAB_WIDTHS)[number],
): readonly TabPiece[] {
  return panes.map(({ id, digit, title, short = title }) => {
    const name = how === 'short' ? short : title;
    const named = keyFor(keyNames, `show.${id}`, printableStart(digit));
    const key = named === NO_KEY ? words`–` : named;
    const tab: Line =
      id === current
        ? [span(words` ${key} ${name} `, theme.selected)]
        : [
            gap(1),
            span(key, theme.key),
            how === 'digits' ? gap(1) : span(words` ${name}`),
            ...(how === 'close' || how === 'roomy' ? [gap(1)] : []),
          ];
    return { line: how === 'roomy' ? [...tab, gap(1)] : tab, command: `show.${id}` };
  });
}

const joined = (pieces: readonly TabPiece[]): Line => pieces.flatMap(({ line }) => line);

/** The tab line: panes with their digits, the current one inverted. */
export function tabsLine(
  panes: readonly Pane[],
  state: Pick<ConsoleState, 'pane' | 'keyNames'>,
  columns: number,
): Styled {
  const { tabs, rest } = tabPieces(panes, state, columns);
  const line = [gap(MARGIN), ...joined(tabs)];
  return compose(rest.length > 0 ? between(line, joined(rest), columns) : line, columns);
}

/** Id of the command at `column` of the tab line. */
export function tabCommandAt(
  panes: readonly Pane[],
  state: Pick<ConsoleState, 'pane' | 'keyNames'>,
  columns: number,
  column: number,
): string | undefined {
  const { tabs, rest } = tabPieces(panes, state, columns);
  const at = (pieces: readonly TabPiece[], start: number) => {
    let end = start;
    return pieces.find(({ line }) => {
      end += lineWidth(line);
      return column >= start && column < end;
    })?.command;
  };
  return at(tabs, MARGIN) ?? at(rest, columns - lineWidth(joined(rest)));
}

const MARGIN = 1;

/** The widest tabs that fit, and the general keys at the right if there is room. */
function tabPieces(
  panes: readonly Pane[],
  state: Pick<ConsoleState, 'pane' | 'keyNames'>,
  columns: number,
) {
  const { keyNames } = state;
  const taken = (pieces: readonly TabPiece[]) => MARGIN + lineWidth(joined(pieces));
  const tabsAs = (how: (typeof TAB_WIDTHS)[number]) => tabsOf(panes, state, how);
  const tabs = tabsAs(TAB_WIDTHS.find((how) => taken(tabsAs(how)) <= columns) ?? 'digits');
  const rest: readonly TabPiece[] = [
    { command: 'ledger', key: keyFor(keyNames, 'ledger', words`@`), leads: words`calls ` },
    { command: 'palette', key: keyFor(keyNames, 'palette', words`Ctrl-P`), leads: words`find ` },
    { command: 'help', key: keyFor(keyNames, 'help', words`?`), leads: words`help` },
  ]
    .filter(({ key }) => key !== NO_KEY)
    .map(({ command, key, leads }) => ({
      command,
      line: [span(key, theme.key), span(words` ${leads} `, theme.faint)],
    }));
  const fits = taken(tabs) + lineWidth(joined(rest)) <= columns;
  return { tabs, rest: fits ? rest : [] };
}

const MIN_LEFT = 8;

/**
 * The pane's title in a rule, content at the left, freshness at the right. If both do not fit, faint parts of the right
 * are dropped except the first, then the left is shortened and finally cut: the age of the data stays visible.
 */
export function titleLine(
  title: Printable,
  { left, shorter = [], right }: ReturnType<Pane['heading']>,
  columns: number,
): Styled {
  // A long title is cut before the right end.
  const most = Math.max(MIN_LEFT, columns - lineWidth(ended(right.slice(0, 1))) - 2);
  const name = cutLine([span(words`── `, theme.rule), span(title, theme.strong)], most);
  const separated = (line: Line): Line =>
    lineWidth(line) > 0 ? [span(words` · `, theme.rule), ...line] : [];
  const around = lineWidth(name) + lineWidth([gap(1), RULE]);
  const lacksRoom = (line: Line, end: Line) =>
    around + lineWidth(separated(line)) + lineWidth(ended(end)) > columns;
  const freshest = (line: Line): Line => {
    let parts = right;
    while (lacksRoom(line, parts)) {
      if (parts.length < 2 || parts.at(-1)?.style !== theme.faint) break;
      parts = parts.slice(0, -1);
    }
    return parts;
  };
  const lefts = [left, ...shorter];
  const content = lefts.find((line) => !lacksRoom(line, freshest(line))) ?? lefts.at(-1) ?? left;
  const what = separated(content);
  const fresh = freshest(content);
  const end = ended(fresh);
  const room = columns - around - lineWidth(end);
  const start = [...name, ...(room >= MIN_LEFT ? cutLine(what, room) : []), gap(1)];
  const rest = Math.max(1, columns - lineWidth(start) - lineWidth(end));
  const rule = span('─'.repeat(rest) as Printable, theme.rule);
  return compose([...start, rule, ...end], columns);
}

const ended = (right: Line): Line =>
  lineWidth(right) > 0 ? [gap(1), ...right, span(words` ──`, theme.rule)] : [];

const RULE = span(words`─`, theme.rule);

function alertOf({ alerts }: ConsoleState): Printable | undefined {
  const alert = alerts.findLast(({ isOver }) => !isOver);
  return alert && words`✖ ${alert.text}`;
}

/** The window title: the worst state and the profile: `✖ unreachable`, `✖ 1 failing`, `● ok`. */
export function windowTitle(
  state: ConsoleState,
  panes: readonly Pick<Pane, 'id' | 'fresh' | 'inShort'>[],
): Printable {
  const where = words`warren ${state.profile.name}`;
  if (state.pausedAt) return words`PAUSED · ${where}`;
  const pane = panes.find(({ id }) => id === state.pane);
  const [connection] = connectionLines(state, pane).at(-1) ?? [];
  const isTrouble = connection?.style === theme.bad || connection?.style === theme.warn;
  const worst = isTrouble
    ? connection.text
    : (alertOf(state) ?? panes.flatMap((each) => each.inShort?.(state) ?? [])[0]);
  return worst === undefined ? where : words`${worst} · ${where}`;
}
