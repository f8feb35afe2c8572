import { expect, test } from 'vitest';
import { servedRecorder } from '../../src/platform/served.ts';
import { createWorld } from '../../src/platform/world/world.ts';
import { first } from './visitor.ts';

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
