import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PANES } from '../../../src/cli/table/console.ts';

it('--pane names the panes there are, in the order of their digits', () => {
  const folder = resolve(import.meta.dirname, '../../../src/panes');
  const panes = globSync('*/index.tsx', { cwd: folder }).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return {
      id: /\bid: '([a-z]+)'/.exec(text)?.[1],
      digit: /\bdigit: '(\d)'/.exec(text)?.[1] ?? '',
    };
  });
  panes.sort((a, b) => a.digit.localeCompare(b.digit));
  expect(panes.map(({ id }) => id)).toEqual(PANES);
});
