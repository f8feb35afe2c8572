import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorParts } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { createSupervisor } from '../../src/feeds/supervisor.ts';
import { openChanges } from '../../src/mutations/changes.ts';
import {
  createDeletionRun,
  type DeletionSlice,
  NO_DELETION,
  WATCHED_FOR,
  watchDeletion,
} from '../../src/mutations/deletion-run.ts';
import type { Sighting } from '../../src/state/change.ts';
import { createSlices } from '../../src/state/slice.ts';
import { words } from '../../src/text/printable.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';

const TARGET = { id: 'x1', name: 'checkout', host: words`h`, profile: words`p`, isWatched: true };

const OVERVIEW = { status: 'active', regions: [], activeInstances: { indicator: 0 } };

function running(answer: (operation: string) => unknown = () => OVERVIEW) {
  const clock = fakeClock();
  const store = consoleStore();
  const sent: string[] = [];
  const call = (async (operation) => {
    sent.push(operation.id);
    return answer(operation.id) as never;
  }) as Call;
  const changes = openChanges({
    store,
    call,
    audit: { begun: async () => null, ended: async () => null },
    moment: () => ({ wall: clock.now(), elapsed: clock.elapsed() }),
    newAttempt: () => 'a1',
    track: (work) => work,
    lastAnswer: () => null,
  });
  const said: string[] = [];
  const feeds = createSupervisor((error) => said.push(String(error)));
  const slice = createSlices().create<DeletionSlice>(NO_DELETION);
  let closed = 0;
  const run = createDeletionRun({
    slice,
    call,
    clock,
    changes,
    background: feeds.run,
    earlier: async () => null,
    say: (text) => said.push(text),
    closed: () => {
      closed += 1;
    },
  });
  const confirm = async () => {
    run.open(TARGET);
    await clock.advance(1000);
    for (let length = 1; length <= TARGET.id.length; length += 1) {
      await clock.advance(200);
      const typed = TARGET.id.slice(0, length);
      run.tell({ kind: 'changed', typed, at: clock.elapsed() });
    }
    await clock.advance(200);
    run.tell({ kind: 'confirmed', at: clock.elapsed(), blocked: undefined });
  };
  const kind = () => slice.getState().deletion.kind;
  return { clock, sent, said, run, confirm, kind, feeds, store, closed: () => closed };
}

describe('the dialog at work', () => {
  it('reads, counts down, sends once and watches the result', async () => {
    const { clock, sent, confirm, kind, store } = running((operation) => {
      if (operation === 'app-delete') return null;
      return OVERVIEW;
    });
    await confirm();
    expect(sent).toEqual(['app-overview']);
    await clock.advance(4999);
    expect(sent).toEqual(['app-overview']);
    await clock.advance(10_000);
    expect(sent.filter((id) => id === 'app-delete')).toHaveLength(1);
    expect(sent.filter((id) => id === 'app-overview').length).toBeGreaterThan(2);
    expect(kind()).toBe('sent');
    expect(store.getState().changes[0]?.watch?.kind).toBe('looking');
  });

  it('sends nothing after a countdown that the machine slept through', async () => {
    const { clock, sent, said, confirm, run, kind, closed } = running();
    await confirm();
    // The first tick after waking comes much too late.
    run.tell({ kind: 'tick', at: clock.elapsed() + 3_600_000 });
    await clock.advance(20_000);
    expect(sent).toEqual(['app-overview']);
    expect([kind(), closed()]).toEqual(['closed', 1]);
    expect(said.at(-1)).toContain('suspended');
  });

  it('ignores an overview that arrives after closing', async () => {
    const late = Promise.withResolvers<typeof OVERVIEW>();
    const { clock, run, kind } = running(() => late.promise);
    run.open(TARGET);
    run.tell({ kind: 'cancelled', by: 'esc', at: 500 });
    late.resolve(OVERVIEW);
    await clock.advance(1000);
    expect(kind()).toBe('closed');
  });

  it('does nothing for an id that is no path segment, not even a read', () => {
    const { run, sent, kind } = running();
    for (const id of ['', '..', '.', '%2e%2e', 'a/b', 'a#b', 'a?b', 'a\nb']) {
      expect(run.open({ ...TARGET, id }), id).toMatch(/must not|cannot contain/);
    }
    expect([sent, kind()]).toEqual([[], 'closed']);
  });

  it('reports the outcome if the dialog was closed', async () => {
    const answer = Promise.withResolvers<never>();
    const { clock, said, confirm, run } = running((operation) =>
      operation === 'app-delete' ? answer.promise : OVERVIEW,
    );
    await confirm();
    await clock.advance(6000);
    run.tell({ kind: 'cancelled', by: 'esc', at: clock.elapsed() });
    answer.reject(new ApiError({ kind: 'refused', title: 'Suspended' }));
    await clock.advance(1000);
    expect(said.at(-1)).toBe('checkout: REFUSED: Suspended');
  });

  it('stops with the console before anything is sent', async () => {
    const { clock, sent, confirm, feeds } = running();
    await confirm();
    feeds.stopAll();
    await clock.advance(20_000);
    expect(sent).toEqual(['app-overview']);
  });
});

const overview = (...statuses: string[]) => ({
  status: 'active',
  activeInstances: { indicator: statuses.length },
  regions: [{ pods: statuses.map((status) => ({ status })) }],
});

/** A watch over answers given one after the other; the last is given for ever. */
function watching(answers: readonly (object | ApiErrorParts)[]) {
  const clock = fakeClock(0);
  const seen: Sighting[] = [];
  const asked: string[] = [];
  const end = new AbortController();
  const call = (async (operation, input) => {
    asked.push(`${operation.id} ${JSON.stringify(input)} ${clock.elapsed()}`);
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    if (answer && 'kind' in answer) throw new ApiError(answer as ApiErrorParts);
    return answer as never;
  }) as Call;
  const ended = watchDeletion({
    call,
    clock,
    signal: end.signal,
    appId: 'x1',
    seen: (sighting) => seen.push(sighting),
  });
  return { clock, seen, asked, end, ended };
}

describe('polling after a deletion', () => {
  it('continues at growing intervals until the service answers 404', async () => {
    const { clock, seen, asked, ended } = watching([
      overview('ready', 'deleting'),
      overview('deleting'),
      { kind: 'not-found', title: 'none' },
    ]);
    await clock.advance(60_000);
    expect(await ended).toBe('gone');
    expect(asked).toEqual([0, 2000, 4600].map((at) => `app-overview {"appId":"x1"} ${at}`));
    expect(seen).toEqual([
      expect.objectContaining({ kind: 'there', pods: 2, deleting: 1, status: 'active' }),
      expect.objectContaining({ kind: 'there', pods: 1, deleting: 1 }),
      { kind: 'gone', at: { wall: 4600, elapsed: 4600 } },
    ]);
  });

  it('ends after ten minutes, and says that it still exists', async () => {
    const { clock, asked, ended } = watching([overview('ready')]);
    await clock.advance(WATCHED_FOR + 60_000);
    expect(await ended).toBe('still there');
    expect(asked.at(-1)).toContain(` ${WATCHED_FOR}`);
    // Growing intervals: far fewer looks than the first one would make.
    expect(asked.length).toBeLessThan(60);
  });

  it('continues after failures, and honours the requested wait', async () => {
    const { clock, seen, asked, ended } = watching([
      { kind: 'rate-limited', title: 'slowly', retryAfterMs: 20_000 },
      { kind: 'service', title: 'broken' },
      { kind: 'not-found', title: 'none' },
    ]);
    await clock.advance(60_000);
    expect(await ended).toBe('gone');
    expect(seen.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'gone']);
    expect(asked[1]).toContain(' 20000');
  });

  it('ends at once when cancelled', async () => {
    const { clock, end, ended, asked } = watching([overview('ready')]);
    await clock.advance(1000);
    end.abort();
    expect(await ended).toBe('let go');
    expect(asked).toHaveLength(1);
  });
});
