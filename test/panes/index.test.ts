import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PANES } from '../../src/panes/index.ts';

it('every folder of a pane is in the list of panes', () => {
  const folders = readdirSync(new URL('../../src/panes', import.meta.url), { withFileTypes: true });
  expect(PANES).toHaveLength(folders.filter((entry) => entry.isDirectory()).length);
});
