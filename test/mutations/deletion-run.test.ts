import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { createSupervisor } from '../../src/feeds/supervisor.ts';
import { openChanges } from '../../src/mutations/changes.ts';
import {
  createDeletionRun,
  type DeletionSlice,
  NO_DELETION,
} from '../../src/mutations/deletion-run.ts';
import { createRedactor } from '../../src/mutations/redaction.ts';
import { createSlices } from '../../src/state/slice.ts';
import { words } from '../../src/text/printable.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';

const TARGET = { id: 'x1', name: 'checkout', host: words`h`, profile: words`p` };

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
    redactor: createRedactor(),
    moment: () => ({ wall: clock.now(), elapsed: clock.elapsed() }),
    newAttempt: () => 'a1',
    track: (work) => work,
    requestId: () => null,
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
    say: (text) => said.push(text),
    closed: () => {
      closed += 1;
    },
  });
  const confirm = async () => {
    run.open(TARGET);
    await clock.advance(1000);
    for (const text of TARGET.id) {
      await clock.advance(200);
      run.tell({ kind: 'typed', text, at: clock.elapsed() });
    }
    await clock.advance(200);
    run.tell({ kind: 'confirmed', at: clock.elapsed(), blocked: undefined });
  };
  const kind = () => slice.get().deletion.kind;
  return { clock, sent, said, run, confirm, kind, feeds, store, closed: () => closed };
}

describe('the dialog at work', () => {
  it('reads, counts down, sends once and looks after it', async () => {
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

  it('sends nothing for a countdown that the machine slept through', async () => {
    const { clock, sent, said, confirm, run, kind, closed } = running();
    await confirm();
    // The first tick after waking comes much too late.
    run.tell({ kind: 'tick', at: clock.elapsed() + 3_600_000 });
    await clock.advance(20_000);
    expect(sent).toEqual(['app-overview']);
    expect([kind(), closed()]).toEqual(['closed', 1]);
    expect(said.at(-1)).toContain('stood still');
  });

  it('drops an overview that comes after it was closed', async () => {
    const late = Promise.withResolvers<typeof OVERVIEW>();
    const { clock, run, kind } = running(() => late.promise);
    run.open(TARGET);
    run.tell({ kind: 'cancelled', by: 'esc', at: 500 });
    late.resolve(OVERVIEW);
    await clock.advance(1000);
    expect(kind()).toBe('closed');
  });

  it('does nothing for an id that is no path segment, not even a reading', () => {
    const { run, sent, kind } = running();
    for (const id of ['', '..', '.', '%2e%2e', 'a/b', 'a#b', 'a?b', 'a\nb']) {
      expect(run.open({ ...TARGET, id }), id).toContain('must not');
    }
    expect([sent, kind()]).toEqual([[], 'closed']);
  });

  it('says what became of it to whoever has left', async () => {
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

  it('stops with the console, before anything is sent', async () => {
    const { clock, sent, confirm, feeds } = running();
    await confirm();
    feeds.stopAll();
    await clock.advance(20_000);
    expect(sent).toEqual(['app-overview']);
  });
});
