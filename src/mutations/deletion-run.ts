import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import { appDelete } from '../contract/operations/app-delete.ts';
import { type AppOverview, appOverview } from '../contract/operations/app-overview.ts';
import { renderPath } from '../contract/path.ts';
import type { Clock } from '../edges/clock.ts';
import type { Change, Sighting } from '../state/change.ts';
import { type Moment, momentOf } from '../state/loadable.ts';
import type { Slice } from '../state/slice.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Changes } from './changes.ts';
import {
  type Deletion,
  type DeletionEffect,
  type DeletionEvent,
  type DeletionTarget,
  deletionAfter,
  deletionPlan,
  nextTick,
} from './deletion.ts';
import { outcomeNews, watchWords } from './outcome-words.ts';

export interface DeletionSlice {
  readonly deletion: Deletion;
}

export const NO_DELETION: DeletionSlice = { deletion: { kind: 'closed' } };

/** Runs background work, at most one per name, until it or the console ends. */
type Background = (
  name: string,
  subject: string | null,
  work: (signal: AbortSignal) => Promise<void>,
) => unknown;

interface DeletionRunParts {
  readonly slice: Slice<DeletionSlice>;
  readonly call: Call;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly background: Background;
  /** When a deletion of the application was sent whose outcome is not known, for display; null if there is none. */
  earlier(id: string): Promise<Printable | null>;
  say(text: Printable): void;
  closed(): void;
}

export type DeletionRun = ReturnType<typeof createDeletionRun>;

/** Carries out the decisions of `deletionAfter`: reads, counts down, sends once, and watches the result. */
export function createDeletionRun(parts: DeletionRunParts) {
  const { slice, call, clock, changes, background } = parts;
  let readings = 0;

  const tell = (event: DeletionEvent): void => {
    const before = slice.getState().deletion;
    const [deletion, effect] = deletionAfter(before, event);
    if (deletion !== before) slice.setState({ deletion });
    if (before.kind !== 'closed' && deletion.kind === 'closed') {
      background('deletion', null, async () => {});
      background('deletion overview', null, async () => {});
      parts.closed();
    }
    if (effect) act(effect);
  };

  const act = (effect: DeletionEffect): void => {
    switch (effect.kind) {
      case 'say':
        parts.say(effect.text);
        break;
      case 'read':
        readings += 1;
        background('deletion overview', String(readings), (signal) => read(effect.id, signal));
        background('deletion', String(readings), keepTime);
        break;
      case 'send':
        send(effect.target);
    }
  };

  const read = async (id: string, signal: AbortSignal) => {
    // Both at once: the audit file may be on a slow disk.
    const audited = parts.earlier(id);
    try {
      const overview = await call(appOverview, { appId: id }, signal);
      const earlier = await audited;
      if (signal.aborted) return;
      tell({ kind: 'read', id, earlier, plan: deletionPlan(overview, momentOf(clock)) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const earlier = await audited;
      if (!signal.aborted) tell({ kind: 'not read', id, earlier, error });
    }
  };

  const keepTime = async (signal: AbortSignal) => {
    for (;;) {
      const at = nextTick(slice.getState().deletion);
      if (at === null || signal.aborted) return;
      // Keys can move the next tick; checking once a second is enough.
      await clock.sleep(Math.min(1000, Math.max(0, at - clock.elapsed())), signal);
      if (signal.aborted) return;
      tell({ kind: 'tick', at: clock.elapsed() });
    }
  };

  /** Reports news of a deletion if its dialog is no longer open. */
  const tellAway = (attempt: string, news: (change: Change) => Printable | undefined) => {
    const { deletion } = slice.getState();
    const change = changes.find(attempt);
    const text = change && news(change);
    if (!text || (deletion.kind === 'sent' && deletion.attempt === attempt)) return;
    parts.say(words`${printable(change.subject.name)}: ${text}`);
  };

  const send = ({ id, name }: DeletionTarget) => {
    const begun = changes.begin({
      operation: appDelete,
      input: { appId: id },
      subject: { kind: 'app', id, name },
      what: '',
      recorded: { appId: id },
    });
    if (!begun) {
      tell({ kind: 'not begun' });
      return;
    }
    const { attempt, ended } = begun;
    tell({ kind: 'began', attempt });
    background(`deletion ${attempt}`, id, async (signal) => {
      const { outcome } = await ended;
      if (signal.aborted) return;
      tellAway(attempt, outcomeNews);
      if (outcome !== 'accepted' && outcome !== 'unknown') return;
      // A later deletion of the same application has its own watch.
      background(`watch ${id}`, attempt, (signal) => watch(attempt, id, signal));
    });
  };

  const watch = async (attempt: string, appId: string, signal: AbortSignal) => {
    changes.addSighting(attempt, null, 'looking');
    const end = await watchDeletion({
      call,
      clock,
      signal,
      appId,
      seen: (sighting) => changes.addSighting(attempt, sighting, 'looking'),
    });
    changes.addSighting(attempt, null, end === 'let go' ? 'let go' : 'ended');
    tellAway(attempt, watchWords);
  };

  return {
    tell,
    /** Opens the dialog; returns a sentence if `target` cannot be deleted at all. */
    open(target: DeletionTarget): Printable | undefined {
      try {
        renderPath(appDelete, { appId: target.id });
      } catch (error) {
        if (error instanceof ApiError) return printable(`${error.title}.`);
        throw error;
      }
      tell({ kind: 'opened', target, at: clock.elapsed() });
      return undefined;
    },
  };
}

interface DeletionWatch {
  readonly call: Call;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly appId: string;
  /** Called with each observation. */
  seen(sighting: Sighting): void;
}

type WatchEnd =
  /** The service answered 404. */
  | 'gone'
  /** It still existed at the end of the watch. */
  | 'still there'
  | 'let go';

/** Wait between observations, milliseconds; grows from the first to the longest. */
const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 15_000;
const GROWTH = 1.3;
/** Duration of the watch, milliseconds. */
export const WATCHED_FOR = 10 * 60_000;

/**
 * Watches an application after its deletion was requested, by reading its overview at growing intervals, until the
 * service answers 404, ten minutes have passed, or the signal aborts. Also finds out what happened if the outcome is
 * unknown: it changes nothing.
 */
export async function watchDeletion(watch: DeletionWatch): Promise<WatchEnd> {
  const { clock, signal } = watch;
  const end = clock.elapsed() + WATCHED_FOR;
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const sighting = await look(watch);
    if (signal.aborted) break;
    watch.seen(sighting);
    if (sighting.kind === 'gone') return 'gone';
    const asked = sighting.kind === 'failed' ? (sighting.error.retryAfterMs ?? 0) : 0;
    const left = end - clock.elapsed();
    if (left <= 0) return 'still there';
    await clock.sleep(Math.min(left, Math.max(wait, asked)), signal);
    wait = Math.min(MAX_WAIT_MS, wait * GROWTH);
  }
  return 'let go';
}

async function look({ call, clock, signal, appId }: DeletionWatch): Promise<Sighting> {
  const now = () => momentOf(clock);
  try {
    return sightingOf(await call(appOverview, { appId }, signal), now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.kind === 'not-found'
      ? { kind: 'gone', at: now() }
      : { kind: 'failed', at: now(), error };
  }
}

function sightingOf(overview: AppOverview, at: Moment): Sighting {
  const pods = overview.regions.flatMap((region) => region.pods);
  return {
    kind: 'there',
    at,
    status: overview.status ?? null,
    instances: overview.activeInstances?.indicator ?? null,
    pods: pods.length,
    deleting: pods.filter(({ status }) => status === 'deleting').length,
  };
}
