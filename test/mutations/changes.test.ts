import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { openChanges } from '../../src/mutations/changes.ts';
import { unansweredChanges } from '../../src/state/change.ts';
import { consoleStore } from '../support/console-store.ts';

const NOW = { wall: 1000, elapsed: 10 };

function setting() {
  const store = consoleStore();
  const waiting: PromiseWithResolvers<null>[] = [];
  const call = (() => {
    const answer = Promise.withResolvers<null>();
    waiting.push(answer);
    return answer.promise;
  }) as unknown as Call;
  let ids = 0;
  const changes = openChanges({
    store,
    call,
    audit: { begun: async () => null, ended: async () => null },
    moment: () => NOW,
    newAttempt() {
      ids += 1;
      return `a${ids}`;
    },
    track: (work) => work,
    lastAnswer: () => ({ status: 200, requestId: 'r1' }),
  });
  const begin = (id: string) =>
    changes.begin({
      operation: appDelete,
      input: { appId: id },
      subject: { kind: 'app', id, name: id },
      what: '',
      recorded: {},
      summary: () => 'done',
    });
  const listed = () => store.getState().changes.map(({ attempt, state }) => [attempt, state.kind]);
  return { store, changes, begin, waiting, listed };
}

/** Lets the audit's promises pass, so that the request is on its way. */
const sent = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the changes of a run', () => {
  it('run one at a time per subject: a second Enter does nothing', async () => {
    const { begin, waiting, listed } = setting();
    const first = begin('x1');
    expect(begin('x1')).toBeUndefined();
    await sent();
    expect(waiting).toHaveLength(1);
    expect(listed()).toEqual([['a1', 'pending']]);
    waiting[0]?.resolve(null);
    await first?.ended;
    expect(listed()).toEqual([['a1', 'accepted']]);
    expect(begin('x1')).toBeDefined();
  });

  it('E8: are not shown as sent while they are being recorded', async () => {
    const { begin, changes, store } = setting();
    const states = () => store.getState().changes.map(({ state }) => state);
    begin('x1');
    expect(states()).toEqual([{ kind: 'pending', isUnsent: true }]);
    expect(unansweredChanges(changes.pending())).toEqual([]);
    await sent();
    expect(states()).toEqual([{ kind: 'pending' }]);
    expect(unansweredChanges(changes.pending())).toHaveLength(1);
  });

  it('run in parallel on different subjects', async () => {
    const { begin, waiting, changes } = setting();
    begin('x1');
    begin('x2');
    await sent();
    expect(waiting).toHaveLength(2);
    expect(changes.pending().map(({ subject }) => subject.id)).toEqual(['x1', 'x2']);
  });

  it('release their subject when they fail', async () => {
    const { begin, waiting, listed } = setting();
    const first = begin('x1');
    await sent();
    waiting[0]?.reject(new ApiError({ kind: 'timeout', title: 'late' }));
    await first?.ended;
    expect(listed()).toEqual([['a1', 'unknown']]);
    expect(begin('x1')).toBeDefined();
  });

  it('keep the latest observations', async () => {
    const { begin, changes } = setting();
    begin('x1');
    for (let at = 0; at < 20; at += 1) {
      changes.addSighting('a1', { kind: 'gone', at: { wall: at, elapsed: at } }, 'looking');
    }
    changes.addSighting('a1', null, 'ended');
    const watch = changes.find('a1')?.watch;
    expect(watch?.kind).toBe('ended');
    expect(watch?.sightings.map(({ at }) => at.wall)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 8),
    );
  });
});
