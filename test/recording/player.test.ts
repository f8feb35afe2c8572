import { expect, it, vi } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Exchange } from '../../src/contract/operation.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { Player } from '../../src/recording/player.ts';
import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import { historyIn, openRecording } from '../../src/recording/recording-file.ts';
import { openReplay } from '../../src/recording/replay.ts';
import { createSlices } from '../../src/state/slice.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { replayFrames } from '../support/replayed-frames.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const T = Date.parse('2026-03-14T14:00:00Z');

const callAt = (seconds: number, more: Partial<RecordedCall> = {}): RecordedCall => ({
  operation: 'app-overview',
  input: '{"appId":"a1"}',
  time: T + seconds * 1000,
  elapsed: seconds * 1000,
  took: 40,
  status: 200,
  bytes: 100,
  serverDate: null,
  requestId: `r-${seconds}`,
  error: null,
  answer: '{"status":"active"}',
  entries: null,
  span: null,
  ...more,
});

/** A player on a recording with these calls, at its beginning. */
async function playing(calls: readonly RecordedCall[]) {
  const file = await openRecording(`${temporaryDirectory()}/r.db`, 'write');
  file.keep(calls);
  const clock = fakeClock(0);
  const extent = file.extent();
  if (!extent) throw new Error('Nothing was kept');
  const player = new Player(file, extent, clock);
  const exchanges: Exchange[] = [];
  const call = player.connect((exchange) => exchanges.push(exchange));
  return {
    file,
    clock,
    player,
    call,
    exchanges,
    overview: () => call(appOverview, { appId: 'a1' }),
  };
}

const failing = '{"status":"failing"}';

it('answers as the service last did at the moment that is played, and says how long ago', async () => {
  const { player, overview, exchanges } = await playing([
    callAt(0),
    callAt(5, { answer: failing }),
  ]);
  expect(await overview()).toMatchObject({ status: 'active' });
  player.seek(T + 3000);
  const answer = await overview();
  expect(answer).toMatchObject({ status: 'active' });
  expect(player.given(answer)).toEqual({ age: 3000, took: 40 });
  expect(exchanges.map(({ outcome }) => outcome.kind === 'answered' && outcome.requestId)).toEqual([
    'r-0',
  ]);
  expect(player.step('later')).toBe(true);
  expect(player.clock.now()).toBe(T + 5000);
  const next = await overview();
  expect(next).toMatchObject({ status: 'failing' });
  expect(exchanges).toHaveLength(2);
  expect(player.step('later')).toBe(false);
});

it('fails as the service failed', async () => {
  const error = { kind: 'service', status: 503, title: 'Busy', retryAfterMs: 2000 } as const;
  const { overview } = await playing([callAt(0, { error, answer: null })]);
  await expect(overview()).rejects.toMatchObject({ ...error, name: 'ApiError' });
});

it('keeps a question waiting whose first answer is on its way, and says of others that they were not asked', async () => {
  const { player, call, overview } = await playing([
    callAt(0, { input: '{"appId":"a0"}' }),
    callAt(4),
    callAt(600, { input: '{"appId":"late"}' }),
  ]);
  const waiting = overview();
  player.seek(T + 4000);
  expect(await waiting).toMatchObject({ status: 'active' });
  await expect(call(appOverview, { appId: 'late' })).rejects.toThrow(
    'No answer to this is recorded before 14:10:00 UTC',
  );
  await expect(call(appOverview, { appId: 'never' })).rejects.toThrow(
    'No answer to this is recorded',
  );
  await expect(call(appDelete, { appId: 'a1' } as never)).rejects.toThrow('can be changed');
});

it('plays as fast as it is told, stops at the end, and asks its audience to begin anew when time goes back', async () => {
  const { player, clock, overview } = await playing([callAt(0), callAt(60, { answer: failing })]);
  const told: string[] = [];
  player.attach({
    passed: (operations) => void told.push([...operations].join()),
    again: () => void told.push('again'),
  });
  const ending = new AbortController();
  const over = player.run(ending.signal);
  player.change(1);
  player.toggle();
  await clock.advance(10_000);
  expect(player.clock.now()).toBe(T + 20_000);
  await clock.advance(30_000);
  expect(player.clock.now()).toBe(T + 60_000);
  expect(player.state.getState().isPlaying).toBe(false);
  expect(told.filter((each) => each === 'app-overview')).toHaveLength(1);
  expect(player.toggle()).toBe(false);
  const before = player.clock.elapsed();
  player.seek(T + 1000);
  expect(told.at(-1)).toBe('again');
  expect(player.clock.elapsed()).toBe(before);
  expect(await overview()).toMatchObject({ status: 'active' });
  ending.abort();
  await over;
});

it('goes on through a log from where a page ended, by whichever page was recorded there', async () => {
  const zone = { shieldZoneId: '7', date: '03-14-2026' };
  const page = (at: number, from: number, to: number, token?: string) =>
    callAt(at, {
      operation: 'event-logs',
      input: JSON.stringify({ ...zone, ...(token && { continuationToken: token }) }),
      answer: JSON.stringify({ hasMoreData: true, continuationToken: `t${from}` }),
      entries: Array.from({ length: to - from }, (_, n) =>
        JSON.stringify({ logId: `l${to - 1 - n}`, timestamp: T + to - 1 - n, log: '', labels: {} }),
      ),
      span: { oldest: T + from, newest: T + to - 1 },
    });
  const { player, call } = await playing([
    page(0, 10, 20),
    page(1, 0, 10, 't10'),
    page(60, 15, 25),
  ]);
  player.seek(T + 60_000);
  const ids = (logs: Iterable<{ logId: string | null }>) => [...logs].map(({ logId }) => logId);
  const first = await call(eventLogs, zone);
  expect(ids(first.logs)).toContain('l15');
  // The walk went on from here at another time, from a page that began elsewhere.
  const second = await call(eventLogs, { ...zone, continuationToken: 't15' });
  expect(ids(second.logs).slice(-1)).toEqual(['l10']);
  const third = await call(eventLogs, { ...zone, continuationToken: 't10' });
  expect(ids(third.logs)).toContain('l0');
  const rest = call(eventLogs, { ...zone, continuationToken: 't0' });
  await expect(rest).rejects.toBeInstanceOf(ApiError);
});

it('keeps answers decoded while they are the last, but no pages of logs, which would fill memory', async () => {
  const { call, overview } = await playing([
    callAt(0),
    callAt(0, {
      operation: 'event-logs',
      input: '{"shieldZoneId":"7","date":"03-14-2026"}',
      answer: '{"hasMoreData":false,"continuationToken":""}',
      entries: ['{"logId":"l1"}'],
    }),
  ]);
  const page = () => call(eventLogs, { shieldZoneId: '7', date: '03-14-2026' });
  expect(await overview()).toBe(await overview());
  const [first, second] = [await page(), await page()];
  expect(second).not.toBe(first);
  expect([...second.logs]).toEqual([...first.logs]);
  expect([...second.logs]).toMatchObject([{ logId: 'l1' }]);
});

it('shows nothing that changed after the moment that is played, not while it is opened either', async () => {
  const { file, player } = await playing([callAt(0), callAt(60)]);
  const service = 'https://api.example.net';
  const tables = historyIn(file, service, 'write');
  for (const seconds of [0, 30]) {
    tables.keepFact({
      kind: 'status',
      severity: 'bad',
      place: '',
      from: 'active',
      to: 'failing',
      subject: { kind: 'apps', id: 'a1' },
      after: null,
      by: T + seconds * 1000,
    });
  }
  player.seek(T + 10_000);
  const { history, run } = openReplay(file, { service }, player).history(createSlices());
  const shown: number[] = [];
  history.slice.subscribe(({ facts }) => void shown.push(facts.length));
  const ending = new AbortController();
  const over = run(ending.signal);
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(0));
  ending.abort();
  await over.catch(() => {});
  expect(new Set(shown)).toEqual(new Set([1]));
  file.close();
});

it.each([1, 2])('shows each frame that was there live (seed %i)', async (seed) => {
  const { different } = await replayFrames(seed, 8);
  expect(different).toBeNull();
});
