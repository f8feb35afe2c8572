import { expect, it } from 'vitest';
import type { Pane, Subject } from '../../src/panes/pane.ts';
import { followCursor } from '../../src/shell/cursor-subject.ts';
import { createSlices } from '../../src/state/slice.ts';
import { consoleStore } from '../support/console-store.ts';

const subject = (id: string, loadedAt: number | null = null): Subject => ({
  kind: 'apps',
  id,
  name: id,
  loadedAt,
});

function setting() {
  let now = 0;
  const store = consoleStore();
  const slices = createSlices();
  store.setState({ pane: 'apps' });
  const slice = slices.create<{ at: Subject | null }>({ at: subject('a') });
  const pane: Pick<Pane, 'id' | 'subject'> = {
    id: 'apps',
    subject: () => slice.getState().at,
  };
  const cursor = followCursor({ store, slices, panes: [pane], elapsed: () => now });
  return { slice, cursor, store, pass: (ms: number) => (now += ms) };
}

it('a row is identified by its id: its new data changes nothing', () => {
  const { slice, cursor, pass } = setting();
  cursor();
  pass(300);
  slice.setState({ at: subject('a', 300) });
  expect(cursor()).toEqual({ subject: subject('a', 300), since: 0 });
});

it('another row restarts the time, even if it came and went unnoticed', () => {
  const { slice, cursor, pass } = setting();
  pass(1000);
  slice.setState({ at: subject('b') });
  pass(50);
  slice.setState({ at: subject('a') });
  pass(50);
  expect(cursor()).toEqual({ subject: subject('a'), since: 1050 });
});

it('there is no subject without a row', () => {
  const { slice, cursor } = setting();
  slice.setState({ at: null });
  expect(cursor().subject).toBeNull();
});

it('a row moved only by time restarts the time', () => {
  const store = consoleStore();
  store.setState({ pane: 'apps' });
  let elapsed = 0;
  // Sorted by age: another row is first while the clock is at 1.
  const pane: Pick<Pane, 'id' | 'subject'> = {
    id: 'apps',
    subject: ({ now }) => subject(now.elapsed === 1 ? 'b' : 'a'),
  };
  const cursor = followCursor({
    store,
    slices: createSlices(),
    panes: [pane],
    elapsed: () => elapsed,
  });
  for (const tick of [0, 1, 2]) {
    elapsed = tick * 1000;
    store.setState({ now: { wall: 0, elapsed: tick } });
  }
  expect(cursor()).toEqual({ subject: subject('a'), since: 2000 });
});
