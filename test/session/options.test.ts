import { expect, it } from 'vitest';
import { PANES as ENTRIES } from '../../src/panes/index.ts';
import { PANES } from '../../src/session/options.ts';

it('--pane names the panes there are, in the order of their digits', () => {
  expect(ENTRIES.map(({ id }) => id)).toEqual(PANES);
  expect(ENTRIES.map(({ digit }) => digit)).toEqual(ENTRIES.map((_, at) => String(at + 1)));
});
