import { expect, it } from 'vitest';
import { openAlerts } from '../../src/console/alerts.ts';
import type { Fact } from '../../src/history/fact.ts';
import { NO_HISTORY } from '../../src/history/history.ts';
import { createSlices } from '../../src/state/slice.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { consoleStore } from '../support/console-store.ts';

const T = Date.parse('2026-11-22T12:00:00Z');

const bad = (fields: Partial<Fact> = {}): Fact => ({
  ...{ subject: { kind: 'apps', id: 'a1' }, kind: 'health', severity: 'bad', place: '' },
  ...{ from: 'no issues', to: 'exit 1', after: T, by: T + 5000 },
  ...fields,
});

/** What is told of facts that come to be known in these steps. */
function toldOf(...steps: readonly (readonly Fact[])[]): readonly string[] {
  const told: string[] = [];
  const slice = createSlices().create(NO_HISTORY);
  const store = consoleStore();
  store.setState({
    workspace: { ...EMPTY_WORKSPACE, apps: [{ id: 'a1', name: 'checkout' }] },
  });
  openAlerts({ store, history: { slice }, now: () => T, alert: (text) => told.push(text) });
  for (const facts of steps) {
    slice.setState((state) => ({ facts: [...state.facts, ...facts] }));
  }
  return told;
}

it('tells by its name what goes bad while the console looks', () => {
  expect(toldOf([bad()])).toEqual(['checkout: exit 1']);
  expect(toldOf([bad(), bad({ subject: { kind: 'apps', id: 'b2' } })])).toEqual([
    'b2: exit 1 (and 1 more: Timeline)',
  ]);
});

it('tells nothing of what was bad before, of what earlier runs saw, and of what is no trouble', () => {
  const quiet = [
    bad({ after: null }),
    bad({ after: T - 10_000, by: T - 5000 }),
    bad({ severity: 'good' }),
    bad({ kind: 'image', severity: 'warn' }),
  ];
  expect(toldOf(quiet)).toEqual([]);
});

it('tells once of what flaps, and again after ten minutes', () => {
  const at = (by: number) => [bad({ after: by - 5000, by })];
  expect(toldOf(at(T + 5000), at(T + 65_000), at(T + 125_000))).toHaveLength(1);
  expect(toldOf(at(T + 5000), at(T + 606_000))).toHaveLength(2);
});
