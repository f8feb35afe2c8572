import { expect, it } from 'vitest';
import type { Pane, Subject } from '../../src/panes/pane.ts';
import { followSubject } from '../../src/shell/steady-subject.ts';
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
  const steady = followSubject({ store, slices, panes: [pane], elapsed: () => now });
  return { slice, steady, store, pass: (ms: number) => (now += ms) };
}

it('a row is as steady as its id: new data of it changes nothing', () => {
  const { slice, steady, pass } = setting();
  steady();
  pass(300);
  slice.setState({ at: subject('a', 300) });
  expect(steady()).toEqual({ subject: subject('a', 300), since: 0 });
});

it('another row begins anew, also when it came and went while nobody asked', () => {
  const { slice, steady, pass } = setting();
  pass(1000);
  slice.setState({ at: subject('b') });
  pass(50);
  slice.setState({ at: subject('a') });
  pass(50);
  expect(steady()).toEqual({ subject: subject('a'), since: 1050 });
});

it('no row is no subject', () => {
  const { slice, steady } = setting();
  slice.setState({ at: null });
  expect(steady().subject).toBeNull();
});
