import { ApiError, type ApiErrorParts } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { rateLimitMetrics } from '../../src/contract/operations/rate-limit-metrics.ts';
import { freshnessIn } from '../../src/panes/freshness.ts';
import { connectionLines } from '../../src/shell/frame/connection-lines.ts';
import { isOutage } from '../../src/state/connection.ts';
import { lastLoaded } from '../../src/state/loadable.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { timeOfDay } from '../../src/text/time.ts';
import { fakeClock } from './fake-clock.ts';
import { lineText } from './line-text.ts';
import { noDrift } from './no-drift.ts';
import { overviewOf } from './overviews.ts';
import { seededRandom } from './random.ts';
import { undrawnConsole } from './undrawn-console.ts';

/** The behaviour of the service for a period. */
type Mode =
  | { readonly kind: 'answers'; readonly ms: number }
  | { readonly kind: 'fails'; readonly error: ApiErrorParts; readonly ms: number };

/** A request as seen by the service. Monotonic milliseconds. */
interface Sent {
  readonly subject: string;
  readonly left: number;
  ended: number | null;
  /** The wall time at its end. */
  wall: number;
  error: ApiErrorParts | null;
}

const LINK = new Set([
  'unreachable',
  'interrupted',
  'timeout',
  'service',
  'unauthorised',
  'rate-limited',
]);
const TURNED_AWAY = new Set(['unauthorised', 'rate-limited']);

const endOf = ({ ended }: Sent): number => ended ?? 0;
const isDown = ({ error }: Sent): boolean => LINK.has(error?.kind ?? '');
/** The longest wait of a poll after its own failure, milliseconds. */
const MINUTE = 60_000;
/** The longest Retry-After that is obeyed, milliseconds. */
const LONGEST = 15 * 60_000;

/** The result of a schedule. */
export interface Played {
  readonly requests: number;
  /** The number of checks of the screen. */
  readonly looks: number;
  readonly faults: readonly string[];
}

/**
 * Plays a random schedule of `steps`: the service answers, answers late, refuses, goes away and returns, clocks are set, keys
 * are pressed. Compares the badge and title of a console without a screen with what really happened.
 */
export async function playLink(seed: number, steps: number): Promise<Played> {
  const random = seededRandom(seed);
  const clock = fakeClock();
  const sent: Sent[] = [];
  const faults: string[] = [];
  let mode: Mode = { kind: 'answers', ms: 40 };
  let looks = 0;
  /** When the operator last refreshed, monotonic. Those requests need not wait. */
  let asked = Number.NEGATIVE_INFINITY;

  const call: Call = async (operation, input, signal) => {
    const { appId, id } = input as { appId?: string; id?: string };
    const subject = `${operation.id} ${appId ?? id}`;
    if (sent.some((other) => other.subject === subject && other.ended === null)) {
      faults.push(`${subject} is asked for twice at once`);
    }
    const { ...now } = mode;
    const request: Sent = { subject, left: clock.elapsed(), ended: null, wall: 0, error: null };
    sent.push(request);
    await clock.sleep(now.ms, signal);
    request.ended = clock.elapsed();
    request.wall = clock.now();
    if (signal?.aborted) {
      request.error = { kind: 'aborted', title: 'Cancelled' };
      throw new ApiError(request.error);
    }
    if (now.kind === 'fails') {
      request.error = now.error;
      throw new ApiError(now.error);
    }
    return (
      operation.id === 'app-overview'
        ? overviewOf({ monthlyCost: request.left })
        : rateLimitMetrics.answer.decode({ data: { overview: { totalBreaches: 1 } } }, noDrift)
    ) as never;
  };

  const named = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, at) => ({ id: `${prefix}${at}`, name: `${prefix}${at}` }));
  const console = undrawnConsole({
    clock,
    call,
    random: () => random.below(1000) / 1000,
    workspace: {
      ...EMPTY_WORKSPACE,
      apps: named(1 + random.below(9), 'a'),
      rateLimits: named(1 + random.below(3), 'r'),
    },
  });

  const costs = new Map<string, number>();
  const look = () => {
    looks += 1;
    const now = { wall: clock.now(), elapsed: clock.elapsed() };
    const state = { ...console.state(), now };
    const pane = console.panes.find(({ id }) => id === state.pane);
    const fresh = pane?.fresh?.(state) ?? null;
    const badge = lineText(connectionLines(state, { fresh: () => fresh })[0]);
    const title = lineText(freshnessIn(state, fresh));
    const say = (what: string) =>
      faults.push(`at ${now.elapsed} ms, with “${badge}” and “${title}”: ${what}`);

    const kind = state.pane === 'apps' ? 'app-overview' : 'rate-limit-metrics';
    const ended = sent.filter(
      (request) => request.ended !== null && request.error?.kind !== 'aborted',
    );
    const answers = ended.filter(({ error }) => error === null || !LINK.has(error.kind));
    const good = ended.filter(({ error }) => error === null);
    const here = good.filter(({ subject }) => subject.startsWith(kind));
    const newest = here.reduce((most, request) => Math.max(most, request.ended ?? 0), -1);

    // The badge is green only with fresh data.
    if (badge.startsWith('●')) {
      if (title.includes('STALE')) say('connected over stale data');
      const every = fresh?.every ?? Number.POSITIVE_INFINITY;
      if (newest >= 0 && now.elapsed - newest > 2 * every + 3000) say(`last answered at ${newest}`);
      const failing = ended.slice(-3);
      const isAway =
        failing.length === 3 && failing.every(({ error }) => LINK.has(error?.kind ?? ''));
      // A request without an answer does not count if the service answered a later request of any pane. Requests sent since
      // then have 15 s of their own. A refusal is an answer and always counts.
      const answered = Math.max(-1, ...answers.map(endOf));
      const tells = ({ left, error }: Sent) =>
        TURNED_AWAY.has(error?.kind ?? '') || left > answered;
      if (isAway && failing.every(tells)) say('connected while all fails');
    }

    // Every time on screen is the time of a real event.
    const times = (list: readonly Sent[]) =>
      list.map(({ wall }) => timeOfDay(wall, 'utc') as string);
    const said = (pattern: RegExp, text: string) => pattern.exec(text)?.[1];
    const last = said(/last answer (\S+)/, badge);
    if (
      last &&
      last !== times(answers.toSorted((a, b) => (a.ended ?? 0) - (b.ended ?? 0))).at(-1)
    ) {
      say('the last answer was another');
    }
    const since = said(/since (\S+)/, badge);
    const failures = ended.filter(({ error }) => error !== null);
    if (since && !times(failures).includes(since)) say('nothing failed then');
    const asOf = said(/as of (\S+)/, title);
    if (asOf && !times(here).includes(asOf)) say('nothing was answered then');
    const { connection } = state;
    const next = said(/next try (\S+)/, badge);
    const nextAt = isOutage(connection) ? connection.nextAt : null;
    if (next && nextAt !== null) {
      if (next !== timeOfDay(now.wall + nextAt - now.elapsed, 'utc'))
        say('the next try is at another time');
    }

    // Stale data is requested again, at the time shown.
    const isQuiet = state.pausedAt === null && sent.every((request) => request.ended !== null);
    const isDue = nextAt !== null && isOutage(connection) && connection.good === 0;
    if (isQuiet && isDue && state.retry !== null && now.elapsed > nextAt + 2000) {
      say('nobody tries');
    }
    const isStale = fresh?.loadable.kind === 'loaded' && fresh.every !== null;
    const age = isStale ? now.elapsed - (lastLoaded(fresh.loadable)?.at.elapsed ?? 0) : 0;
    // For five seconds after the service returns, requests are sent one second apart.
    const isUp =
      connection.kind === 'connected' && now.elapsed > (connection.returnedAt ?? -6000) + 6000;
    if (isQuiet && isUp && age > 2 * (fresh?.every ?? 0) + MINUTE) say('nobody asks');

    // The newest answer wins.
    for (const { id, overview } of console.apps().rows) {
      const cost = lastLoaded(overview)?.value.monthlyCost ?? -1;
      if (cost < (costs.get(id) ?? -1)) say(`${id} shows an older answer than before`);
      costs.set(id, cost);
    }
  };

  /** Compares the attempts during an outage with the backoff. */
  const judgeTries = () => {
    for (const [at, request] of sent.entries()) {
      const before = sent
        .slice(0, at)
        .filter(({ ended }) => ended !== null && ended < request.left)
        .toSorted((a, b) => endOf(a) - endOf(b));
      const [one, other] = before.slice(-2);
      if (!one || !other || !isDown(one) || !isDown(other)) continue;
      // An answer to a later request supersedes these failures.
      if (before.some((each) => !isDown(each) && endOf(each) >= one.left)) continue;
      // Concurrent requests are one attempt.
      const first = before
        .slice(0, -1)
        .toReversed()
        .reduce((known, each) => (isDown(each) && known.left < endOf(each) ? each : known), other);
      const asks = before
        .slice(before.indexOf(first))
        .map(({ ended, error }) => (ended ?? 0) + Math.min(error?.retryAfterMs ?? 0, LONGEST));
      const earliest = Math.max(endOf(first) + 1000, ...asks);
      const isAsked = askedAts.some((ms) => ms >= endOf(first) && ms <= request.left);
      if (!isAsked && request.left < earliest) {
        faults.push(`a try at ${request.left}, not to be made before ${earliest}`);
      }
    }
  };
  const askedAts: number[] = [];
  const press = (key: string) => {
    console.input({ kind: 'key', key });
    if (key === 'r' || key === '=') {
      asked = clock.elapsed();
      askedAts.push(asked);
    }
  };

  for (let step = 0; step < steps; step += 1) {
    switch (random.below(9)) {
      case 0:
      case 1:
        mode = modeOf(random.below(9), random.below(1000));
        break;
      case 2:
        mode = { kind: 'answers', ms: 40 };
        break;
      case 3:
        press(random.pick(['r', 'r', '1', '6', '+', '-']));
        break;
      case 4:
        if (random.oneIn(4)) press('=');
        break;
      case 5:
        if (random.oneIn(3)) clock.shiftWall((random.below(7_200_000) - 3_600_000) | 0);
        break;
      default:
    }
    for (let seconds = random.below(12); seconds >= 0; seconds -= 1) {
      await clock.advance(random.below(2000));
      look();
    }
  }
  judgeTries();
  console.stop();
  return { requests: sent.length, looks, faults };
}

function modeOf(which: number, fraction: number): Mode {
  const fails = (error: ApiErrorParts, ms = 5): Mode => ({ kind: 'fails', error, ms });
  switch (which) {
    case 0:
      return fails({ kind: 'unreachable', title: 'Connection refused' });
    case 1:
      return fails({ kind: 'timeout', title: 'No answer in time' }, 15_000);
    case 2:
      return fails({ kind: 'service', status: 503, title: 'Busy' });
    case 3:
      return fails({
        kind: 'rate-limited',
        status: 429,
        title: 'Too many',
        retryAfterMs: 1000 + fraction * 40,
      });
    case 4:
      return fails({ kind: 'unauthorised', status: 401, title: 'No such key' });
    case 5:
      return fails({ kind: 'interrupted', title: 'The connection broke' }, fraction);
    case 6:
      return fails({ kind: 'refused', status: 403, title: 'Not permitted' });
    case 7:
      return { kind: 'answers', ms: 3000 + 12 * fraction };
    default:
      return { kind: 'answers', ms: fraction };
  }
}
