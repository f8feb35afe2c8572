import type { Pane } from '../panes/pane.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { duration, timeOfDay } from '../text/moments.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import {
  between,
  compose,
  gap,
  type Line,
  lineWidth,
  type Span,
  type Styled,
  span,
} from '../ui/line.ts';
import { theme } from '../ui/theme.ts';

const badge = (text: Printable, style = theme.badge): Span => span(words` ${text} `, style);

/** The connection in words: `● 12 ms`, `✖ refused · attempt 4 · next try in 12 s`. */
export function connectionLine({ connection, now, zone, nextAttemptAt }: ConsoleState): Line {
  switch (connection.kind) {
    case 'unknown':
      return [span(words`○ connecting`, theme.faint)];
    case 'up':
      return [span(words`● connected`, theme.good)];
    case 'down': {
      const { error, attempts, since } = connection;
      const wait = nextAttemptAt === null ? 0 : nextAttemptAt - now.elapsed;
      const next =
        nextAttemptAt === null
          ? error.kind === 'unauthorised'
            ? words` · r tries again`
            : words``
          : wait > 0
            ? words` · next try in ${duration(wait)}`
            : words` · trying`;
      return [
        span(words`✖ ${TROUBLE[error.kind] ?? printable(error.kind)}`, theme.bad),
        span(words` since ${timeOfDay(since.wall, zone)} · attempt ${attempts}${next}`, theme.warn),
      ];
    }
  }
}

/** The kinds of trouble that a connection can be in, as an operator would say them. */
const TROUBLE: Readonly<Record<string, Printable>> = {
  unreachable: words`service unreachable`,
  interrupted: words`connection broke`,
  timeout: words`no answer in time`,
  unauthorised: words`key not accepted`,
  'rate-limited': words`too many requests`,
  service: words`service error`,
  redirected: words`service redirects`,
  unexpected: words`unexpected answer`,
};

/** The badge line: where we are, which modes are on, how the connection is. Fixed place, words not only colours. */
export function badgeLine(state: ConsoleState, pane: Pane, columns: number): Styled {
  const { profile, pausedAt, zone } = state;
  const left: Span[] = [span(words` warren `, theme.strong)];
  const add = (piece: Span) => left.push(piece, gap(1));
  if (profile.demo) add(badge(words`DEMO`, theme.badgeWarn));
  else add(badge(profile.name));
  left.push(span(profile.host, theme.faint), gap(1));
  if (profile.readOnly) add(badge(words`READ-ONLY`));
  if (pausedAt) add(badge(words`PAUSED ${timeOfDay(pausedAt.wall, zone)}`, theme.badgeWarn));
  for (const text of pane.badges(state)) add(badge(text));
  const right: Line = [
    ...connectionLine(state),
    span(words`  ${zone === 'utc' ? words`UTC` : words`local time`} `, theme.faint),
  ];
  return compose(between(left, right, columns), columns);
}

/** The tabs: every pane with its digit, the one on screen inverted. */
export function tabsLine(panes: readonly Pane[], current: string, columns: number): Styled {
  const line: Span[] = [gap(1)];
  for (const { id, digit, title } of panes) {
    if (id === current) line.push(span(words` ${printable(digit)} ${title} `, theme.selected));
    else line.push(gap(1), span(printable(digit), theme.key), span(words` ${title} `));
    line.push(gap(1));
  }
  const rest: Line = [
    span(words`@`, theme.key),
    span(words` calls  `, theme.faint),
    span(words`Ctrl-P`, theme.key),
    span(words` find  `, theme.faint),
    span(words`?`, theme.key),
    span(words` help `, theme.faint),
  ];
  return compose(
    lineWidth(line) + lineWidth(rest) <= columns ? between(line, rest, columns) : line,
    columns,
  );
}

/** The pane's title in a rule: what and how complete on the left, how fresh on the right. */
export function titleLine(title: Printable, left: Line, right: Line, columns: number): Styled {
  const start: Line = [
    span(words`── `, theme.rule),
    span(title, theme.strong),
    ...(lineWidth(left) > 0 ? [span(words` · `, theme.rule), ...left] : []),
    gap(1),
  ];
  const end: Line = lineWidth(right) > 0 ? [gap(1), ...right, span(words` ──`, theme.rule)] : [];
  const room = columns - lineWidth(start) - lineWidth(end);
  const rule = span('─'.repeat(Math.max(1, room)) as Printable, theme.rule);
  return compose(room > 0 ? [...start, rule, ...end] : start, columns);
}
