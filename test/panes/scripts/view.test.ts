import { expect, it } from 'vitest';
import { EMPTY_SCRIPTS, visibleScripts } from '../../../src/panes/scripts/state.ts';
import { scriptLayout } from '../../../src/panes/scripts/view.tsx';
import { NO_KEY_NAMES } from '../../../src/state/key-names.ts';

const SHOWN = visibleScripts(
  EMPTY_SCRIPTS,
  Array.from({ length: 6 }, (_, at) => ({ id: String(at), name: `script-${at}` })),
  [],
);

it.each([
  [60, 10, 'below'],
  [80, 19, 'below'],
  [120, 31, 'below'],
  [200, 45, 'beside'],
])('the list and what was done to a script use all of %i x %i', (columns, rows, where) => {
  const { list, details } = scriptLayout(
    EMPTY_SCRIPTS,
    { timeZone: 'utc', keyNames: NO_KEY_NAMES, preview: true },
    SHOWN,
    { columns, rows },
  );
  expect(details?.where).toBe(where);
  expect(where === 'below' ? list.rows + (details?.rows ?? 0) : details?.rows).toBe(rows);
  expect(details?.lines.join('\n')).toContain('a adds a variable.');
});
