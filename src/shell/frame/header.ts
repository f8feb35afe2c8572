import type { Pane } from '../../panes/pane.ts';
import { type Change, unansweredChanges } from '../../state/change.ts';
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
  for (const text of changeBadges(state.changes)) add(badge(text, theme.badgeWarn));
  if (state.recordingTo !== null) add(badge(words`REC`, theme.badgeBad));
  if (state.replay) {
    const { isPlaying, speed } = state.replay;
    const how = isPlaying ? words` ${speed}x` : words` stopped`;
    // What is recorded may be of any day.
    const at = words`${dayOf(state.now.wall, zone)} ${timeOfDay(state.now.wall, zone)}`;
    add(badge(words`REPLAY ${at}${how}`, theme.badgeWarn));
  }
  if (pausedAt)
    add(badge(words`PAUSED ${timeNear(state.now.wall, pausedAt.wall, zone)}`, theme.badgeWarn));
  if (state.viewing !== null) {
    const { wall } = state.now;
    const viewed = words`VIEWING ${timeNear(wall, state.viewing, zone)}`;
    add(badge(words`${viewed} · live ${timeOfDay(wall, zone)}`, theme.badgeWarn));
  }
  for (const text of pane.badges(state)) add(badge(text));
  return line;
}

/** The badges as words: where we are, and which modes are on. */
export const badgeTexts = (state: ConsoleState, pane: Pane): readonly Printable[] =>
  badges(state, pane, true)
    .slice(1)
    .map(({ text }) => text.trim() as Printable)
    .filter((text) => text !== '');

/** Changes that need watching: without an outcome yet, or without a known one. */
export function changeBadges(changes: readonly Change[]): readonly Printable[] {
  const pending = unansweredChanges(changes).length;
  const unknown = changes.filter(({ state }) => state.kind === 'unknown').length;
  return [
    ...(pending > 0 ? [words`SENT, NO ANSWER YET`] : []),
    ...(unknown > 0 ? [words`OUTCOME UNKNOWN`] : []),
  ];
}

/**
 * The badge line: where we are, which modes are on, how the connection is. Fixed place, words not only
 * colours. Where it is narrow the connection says less, and then the host goes, before any badge does.
 */
export function badgeLine(state: ConsoleState, pane: Pane, columns: number): Styled {
  const stamps = span(
    words`  ${state.timeZone === 'utc' ? words`UTC` : words`local time`} `,
    theme.faint,
  );
  const ends = connectionLines(state, pane.fresh?.(state) ?? null).map((line) => [...line, stamps]);
  const whole = badges(state, pane, true);
  const [fullest = []] = ends;
  if (lineWidth(whole) + lineWidth(fullest) <= columns)
    return compose(between(whole, fullest, columns), columns);
  const bare = badges(state, pane, false);
  const taken = lineWidth(bare);
  const right = ends.find((each) => taken + lineWidth(each) <= columns) ?? ends.at(-1) ?? [];
  return compose(between(bare, right, columns), columns);
}

/** What stands on the line of the tabs, and the command that it names. */
interface TabPiece {
  readonly line: Line;
  /** Its id. */
  readonly command: string;
}

const TAB_WIDTHS = ['roomy', 'close', 'short', 'digits'] as const;

/** The tabs as roomy, as close together, and as short as may be; in the end the others are digits alone. */
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

/** The tabs: every pane with its digit, the one on screen inverted. */
export function tabsLine(
  panes: readonly Pane[],
  state: Pick<ConsoleState, 'pane' | 'keyNames'>,
  columns: number,
): Styled {
  const { tabs, rest } = tabPieces(panes, state, columns);
  const line = [gap(MARGIN), ...joined(tabs)];
  return compose(rest.length > 0 ? between(line, joined(rest), columns) : line, columns);
}

/** The id of the command that the line of the tabs names at `column`. */
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

/** The tabs as they fit, and at the right what leads to everything else, where there is room for that. */
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

/** With less room than this, what is shown is not named in the title at all. */
const LEAST_LEFT = 8;

/**
 * The pane's title in a rule: what and how complete on the left, how fresh on the right. Where both do not fit, faint
 * pieces at the end of the right give way but for the first, then the left says it shorter, and is cut in the end: how
 * old the data is stays in sight.
 */
export function titleLine(
  title: Printable,
  { left, shorter = [], right }: ReturnType<Pane['heading']>,
  columns: number,
): Styled {
  // A long title gives way to how it is closed, or how fresh it is.
  const most = Math.max(LEAST_LEFT, columns - lineWidth(ended(right.slice(0, 1))) - 2);
  const name = cutLine([span(words`── `, theme.rule), span(title, theme.strong)], most);
  const told = (line: Line): Line =>
    lineWidth(line) > 0 ? [span(words` · `, theme.rule), ...line] : [];
  const around = lineWidth(name) + lineWidth([gap(1), RULE]);
  const lacksRoom = (line: Line, end: Line) =>
    around + lineWidth(told(line)) + lineWidth(ended(end)) > columns;
  const freshest = (line: Line): Line => {
    let shown = right;
    while (lacksRoom(line, shown)) {
      if (shown.length < 2 || shown.at(-1)?.style !== theme.faint) break;
      shown = shown.slice(0, -1);
    }
    return shown;
  };
  const lefts = [left, ...shorter];
  const said = lefts.find((line) => !lacksRoom(line, freshest(line))) ?? lefts.at(-1) ?? left;
  const what = told(said);
  const shown = freshest(said);
  const end = ended(shown);
  const room = columns - around - lineWidth(end);
  const start = [...name, ...(room >= LEAST_LEFT ? cutLine(what, room) : []), gap(1)];
  const rest = Math.max(1, columns - lineWidth(start) - lineWidth(end));
  const rule = span('─'.repeat(rest) as Printable, theme.rule);
  return compose([...start, rule, ...end], columns);
}

const ended = (right: Line): Line =>
  lineWidth(right) > 0 ? [gap(1), ...right, span(words` ──`, theme.rule)] : [];

/** The least of a rule between the two. */
const RULE = span(words`─`, theme.rule);

/** The newest that watches have found and nobody has acknowledged. */
function alertOf({ alerts }: ConsoleState): Printable | undefined {
  const alert = alerts.findLast(({ isOver }) => !isOver);
  return alert && words`✖ ${alert.text}`;
}

/**
 * What the window's title says, for who looks at another window: what is worst, and where. `✖ unreachable`,
 * `✖ 1 failing`, `● ok`; nothing of the kind while nothing is known.
 */
export function windowTitle(
  state: ConsoleState,
  panes: readonly Pick<Pane, 'id' | 'fresh' | 'inShort'>[],
): Printable {
  const where = words`warren ${state.profile.name}`;
  if (state.pausedAt) return words`PAUSED · ${where}`;
  const pane = panes.find(({ id }) => id === state.pane);
  const [connection] = connectionLines(state, pane?.fresh?.(state) ?? null).at(-1) ?? [];
  const isTrouble = connection?.style === theme.bad || connection?.style === theme.warn;
  const worst = isTrouble
    ? connection.text
    : (alertOf(state) ?? panes.flatMap((each) => each.inShort?.(state) ?? [])[0]);
  return worst === undefined ? where : words`${worst} · ${where}`;
}
