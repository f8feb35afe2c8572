import { expect, it } from 'vitest';
import { openArranging } from '../../../src/panes/guardian/arranging.ts';
import { EMPTY_GUARDIAN, withWork } from '../../../src/panes/guardian/state.ts';
import { createConsoleStore, openSlice } from '../../../src/state/console-state.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { words } from '../../../src/text/printable.ts';
import { AT, CHOSEN } from '../../support/guardian-states.ts';

const PROFILE = {
  name: words`prod`,
  host: words`api.example`,
  baseUrl: '',
  demo: false,
  readOnly: false,
};

it('lays out again what has changed, and nothing else', () => {
  const store = createConsoleStore({
    profile: PROFILE,
    workspace: { ...EMPTY_WORKSPACE, shieldZones: [{ id: '7', name: 'shop.example' }] },
    size: { columns: 80, rows: 24 },
    now: AT,
    interval: 5000,
  });
  const slice = openSlice(store, 'guardian', EMPTY_GUARDIAN);
  const arranging = openArranging(slice);
  slice.set((state) => ({ ...withWork(state, '7', () => CHOSEN), zone: '7' }));

  const first = arranging(store.getState());
  expect(first.rows).toBe(16);
  store.setState({ now: { wall: 1, elapsed: 1 }, notice: { text: words`x`, tone: 'info' } });
  expect(arranging(store.getState())).toBe(first);

  store.setState({ size: { columns: 100, rows: 30 } });
  const second = arranging(store.getState());
  expect(second).not.toBe(first);
  expect(second.rows).toBe(22);
  slice.set({ section: 'send' });
  expect(arranging(store.getState())).not.toBe(second);
});
