import { expect, it } from 'vitest';
import { lookAlikeLines, nameLine } from '../../src/ui/names.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const textOf = (line: ReturnType<typeof nameLine>) => line.map(({ text }) => text).join('');

it('issue 15: a name that may be taken for another has a sign before it, and is told by its characters', () => {
  expect(textOf(nameLine('prod-payments'))).toBe('prod-payments');
  expect(textOf(nameLine('prod-paymеnts'))).toBe('≈ prod-paymеnts');
  expect(lookAlikeLines({ name: 'prod-payments', id: 'x1' })).toEqual([]);
  expect(lookAlikeLines({ name: 'prod-paymеnts', id: 'хx' }).map(textOf)).toEqual([
    ' ≈ name contains Cyrillic е (U+0435)',
    ' ≈ id contains Cyrillic х (U+0445)',
  ]);
});

it('issue 15: two applications that look alike are told apart in the list and where one is deleted', async () => {
  const test = await consoleUnderTest({
    columns: 120,
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.slice(0, 2).map((app, at) => ({
        ...app,
        name: ['prod-payments', 'prod-paymеnts'][at] ?? '',
      })),
    }),
  });
  await test.pass(2000);
  const text = await test.text();
  expect(text).toContain('≈ prod-paymеnts');
  expect(text).not.toContain('≈ prod-payments');
  await test.press(':', 'delete', KEYS.enter);
  await test.pass(1000);
  const rows = (await test.text()).split('\n').filter((line) => line.includes('contains Cyrillic'));
  const [cursor] = (await test.text()).split('\n').filter((line) => line.includes(' name '));
  // Whichever is under the cursor: only the look-alike is marked.
  expect(rows.length > 0).toBe(cursor?.includes('е') ?? false);
});
