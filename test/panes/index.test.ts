import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PANE_TABS } from '../../src/state/pane-tabs.ts';

it('every folder of a pane has a tab, and the digits are in order', () => {
  const folders = readdirSync(new URL('../../src/panes', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(Object.keys(PANE_TABS).toSorted()).toEqual(folders.toSorted());
  const tabs = Object.entries(PANE_TABS);
  expect(tabs.map(([name, { id, digit }]) => [name === id, digit])).toEqual(
    tabs.map((_, at) => [true, String(at + 1)]),
  );
});
