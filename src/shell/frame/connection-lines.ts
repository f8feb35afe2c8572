import type { Command } from '../../commands/command.ts';
import { liveKeys } from '../../commands/table.ts';
import type { ApiError, ApiErrorKind } from '../../contract/api-error.ts';
import type { Pane } from '../../panes/pane.ts';
import { type Outage, shownConnection } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { IN_BACKGROUND, type Moment } from '../../state/loadable.ts';
import { keyFor } from '../../text/key-names.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { timeNear } from '../../text/time.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

/**
 * The state of the connection, longest form first: `● connected`, or `✖ unreachable · last answer 14:02:05 · attempt 4
 * · next try 14:02:31` and shorter. `pane`: the pane on screen; `table`: the current commands.
 */
export function connectionLines(
  state: ConsoleState,
  pane?: Pick<Pane, 'fresh'>,
  table?: readonly Command[],
): readonly [Line, ...Line[]] {
  const { profile, timeZone: zone, now, interval } = state;
  if (state.replay) {
    const { noun, isAnonymous } = state.replay;
    const line = (what: Printable): Line => [span(words`○ ${what}`, theme.faint)];
    return isAnonymous
      ? [line(words`anonymous ${noun}`), line(words`anonymous`)]
      : [line(words`a ${noun}`)];
  }
  if (profile.offline) return [[span(words`○ no service`, theme.faint)]];
  const connection = shownConnection({
    connection: state.connection,
    fresh: pane?.fresh?.(state) ?? null,
    now,
    paused: state.pausedAt !== null,
    waitingSince: state.waitingSince,
    background: interval * IN_BACKGROUND,
  });
  const at = ({ wall }: Moment) => timeNear(now.wall, wall, zone);
  const since = (what: Span, last: Moment) => longAndShort(what, words` · last answer ${at(last)}`);
  switch (connection.kind) {
    case 'unasked':
      return [[span(words`○ nothing asked yet`, theme.faint)]];
    case 'connecting':
      return [[span(words`○ connecting`, theme.faint)]];
    case 'connected':
      return [[span(words`● connected`, theme.good)]];
    case 'idle':
      return since(span(words`○ idle`, theme.faint), connection.lastAnswer);
    case 'late':
      return since(span(words`◐ late`, theme.warn), connection.lastAnswer);
    case 'failing':
      return longAndShort(
        span(words`! ${troubleOf(connection.error)}`, theme.bad),
        words` since ${at(connection.since)}`,
      );
    case 'returning':
      return since(span(words`◐ answering again`, theme.warn), connection.lastAnswer);
    case 'refused':
    case 'unreachable':
      return outageLines(connection, state, table);
  }
}

const longAndShort = (what: Span, clause: Printable): readonly [Line, ...Line[]] => [
  [what, span(clause, what.style)],
  [what],
];

/** When the service is tried again: `next try 14:02:31`, `trying`, or `r tries again`. */
export function nextTry(
  { nextAt, asked }: Outage,
  state: ConsoleState,
  table?: readonly Command[],
): Printable {
  const { now, timeZone: zone, retry } = state;
  const wait = nextAt === null ? 0 : nextAt - now.elapsed;
  if (retry === null || (nextAt === null && asked !== true)) {
    return words`${retryKey(state, table)} tries again`;
  }
  return retry === 'waiting' && wait > 0
    ? words`next try ${timeNear(now.wall, now.wall + wait, zone)}`
    : words`trying`;
}

/** Another command may have the key, and while typing it is text. */
function retryKey({ keyNames, prompt }: ConsoleState, table?: readonly Command[]): Printable {
  const refresh = keyFor(keyNames, 'refresh', words`r`);
  const isLive = (id: string) =>
    table === undefined
      ? prompt === null
      : table.some((command) => command.id === id && liveKeys(table, command).length > 0);
  if (isLive('refresh')) return refresh;
  return isLive('refresh-all')
    ? keyFor(keyNames, 'refresh-all', words`R`)
    : words`Esc, then ${refresh}`;
}

function outageLines(
  outage: Outage,
  state: ConsoleState,
  table?: readonly Command[],
): readonly [Line, ...Line[]] {
  const { error, attempts, since, lastAnswer } = outage;
  const { timeZone: zone, now } = state;
  const next = words` · ${nextTry(outage, state, table)}`;
  const trouble = span(words`✖ ${troubleOf(error)}`, theme.bad);
  // Failed answers have a start time; for silence only the last answer before it is known.
  const from = ANSWERS.has(error.kind)
    ? words` since ${timeNear(now.wall, since.wall, zone)}`
    : lastAnswer
      ? words` · last answer ${timeNear(now.wall, lastAnswer.wall, zone)}`
      : words` · no answer yet`;
  const tries = words` · attempt ${attempts}${next}`;
  return [
    [trouble, span(words`${from}${tries}`, theme.warn)],
    [trouble, span(words`${from}${next}`, theme.warn)],
    [trouble, span(tries, theme.warn)],
    [trouble, span(next, theme.warn)],
    [trouble],
  ];
}

/** The failure in words, with its status. */
function troubleOf({ kind, status }: ApiError): Printable {
  const trouble = TROUBLE[kind] ?? printable(kind);
  return status === undefined || status < 300 || !ANSWERS.has(kind)
    ? trouble
    : words`${trouble} (${status})`;
}

const TROUBLE: Readonly<Partial<Record<ApiErrorKind, Printable>>> = {
  unreachable: words`unreachable`,
  interrupted: words`connection broke`,
  timeout: words`timed out`,
  unauthorised: words`key not accepted`,
  refused: words`not permitted`,
  'not-found': words`not found`,
  invalid: words`rejected`,
  'outside-window': words`day not kept`,
  'rate-limited': words`too many requests`,
  service: words`service error`,
  redirected: words`service redirects`,
  unexpected: words`unexpected answer`,
};

/** Kinds that are answers with a meaningful status. */
const ANSWERS: ReadonlySet<ApiErrorKind> = new Set([
  'unauthorised',
  'refused',
  'not-found',
  'invalid',
  'rate-limited',
  'service',
  'redirected',
  'unexpected',
]);
