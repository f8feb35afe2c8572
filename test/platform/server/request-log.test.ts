import { expect, test } from 'vitest';
import { createRequestLog, servedRecorder } from '../../../src/platform/server/request-log.ts';
import { createWorld } from '../../../src/platform/world/world.ts';
import { first } from '../visitor.ts';

const request = { method: 'GET', target: '/search', operation: 'search', at: 0 } as const;

test('the log keeps the latest ten thousand, and counts all', () => {
  const log = createRequestLog();
  for (let at = 0; at < 10_005; at += 1) log.open({ ...request, at });
  expect(log.requests).toHaveLength(10_000);
  expect(log.requests[0]?.at).toBe(5);
  expect(log.total).toBe(10_005);
});

test('what becomes of a request shows in the log', () => {
  const log = createRequestLog();
  const record = log.open(request);
  expect(log.requests[0]).toMatchObject({ carriedOut: false, status: undefined });
  record.status = 200;
  record.carriedOut = true;
  expect(log.requests[0]).toMatchObject({ carriedOut: true, status: 200 });
});

const world = createWorld({
  seed: 7,
  startedAt: Date.parse('2026-03-14T14:02:00Z'),
  events: { perDay: 100 },
});
const zone = first(world.shieldZones);
const page = { zoneId: zone.id, day: 20_526, positions: [5, 4, 5] };

test('entries are kept as they were served, repeated ones and their order included', () => {
  const recorder = servedRecorder(world, true);
  recorder.note(page);
  const log = world.events.day(zone, page.day);
  expect(recorder.entries()).toEqual(
    page.positions.map((position) => ({
      zoneId: zone.id,
      day: page.day,
      position,
      logId: log.idOf(position),
      moment: log.momentOf(position),
    })),
  );
});

test('nothing is kept unless it is to be', () => {
  const recorder = servedRecorder(world, false);
  recorder.note(page);
  expect(recorder.entries()).toEqual([]);
});
