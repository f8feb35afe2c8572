import { expect, it } from 'vitest';
import { loadCommands } from '../../../src/panes/events/feeding-commands.ts';
import { EMPTY_EVENTS, type EventsState } from '../../../src/panes/events/state.ts';
import { createSlices } from '../../../src/state/slice.ts';

it(':load says that archiving already loads the whole day', () => {
  const slice = createSlices().create<EventsState>({ ...EMPTY_EVENTS, zones: ['7'] });
  const said: string[] = [];
  const asked: number[] = [];
  const now = Date.UTC(2026, 2, 14, 12);
  const context = {
    say: (text: string) => said.push(text),
    moment: () => ({ wall: now, elapsed: 0 }),
  };
  const { typed } = loadCommands(context as never, slice, {
    more() {},
    backTo: (time) => asked.push(time),
    stop: () => {},
    restsAt: () => null,
  });
  typed.load.run('2h');
  expect(asked).toEqual([now - 2 * 3_600_000]);
  slice.setState({ archiving: { kind: 'on', path: '/home/me/shop.db', late: 0 } });
  typed.load.run('6h');
  expect(asked).toHaveLength(1);
  expect(said.at(-1)).toBe(
    'All of today is loaded while it is kept in shop.db, back to its beginning (UTC).',
  );
});
