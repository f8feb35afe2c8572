import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorParts } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { WATCHED_FOR, watchDeletion } from '../../src/mutations/deletion-watch.ts';
import type { Sighting } from '../../src/state/change.ts';
import { fakeClock } from '../support/fake-clock.ts';

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

describe('the watch after a deletion', () => {
  it('looks at growing intervals until the service knows it no more', async () => {
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

  it('ends after ten minutes, and says that it is still there', async () => {
    const { clock, asked, ended } = watching([overview('ready')]);
    await clock.advance(WATCHED_FOR + 60_000);
    expect(await ended).toBe('still there');
    expect(asked.at(-1)).toContain(` ${WATCHED_FOR}`);
    // Growing intervals: far fewer looks than the first one would make.
    expect(asked.length).toBeLessThan(60);
  });

  it('goes on through failures, and waits as long as it is told to', async () => {
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

  it('ends at once when it is let go', async () => {
    const { clock, end, ended, asked } = watching([overview('ready')]);
    await clock.advance(1000);
    end.abort();
    expect(await ended).toBe('let go');
    expect(asked).toHaveLength(1);
  });
});
