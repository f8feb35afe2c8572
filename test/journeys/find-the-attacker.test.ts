import { readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

it('finds the attacker in under twenty keys: facets, timeRange, only, inspector, export', async () => {
  const file = join(
    tmpdir(),
    `warren-test-${process.pid}-${Math.random().toString(36).slice(2)}.ndjson`,
  );
  onTestFinished(() => rmSync(file, { force: true }));
  const test = await consoleUnderTest({ columns: 200, rows: 50 });
  let keys = 0;
  const press = async (...pressed: string[]) => {
    keys += pressed.length;
    await test.press(...pressed);
  };

  await press('2');
  await test.until('following');
  await press(':', 'load day', KEYS.enter);
  await test.until(/following(?!.*loads more)/);
  // Who? The most frequent address belongs to one network.
  await press('a', 'j', 'j', 'j', 'j', 'j', 'j');
  const board = await test.text();
  expect(board).toMatch(/SC Seychelles +([\d,]+) +░+ +\1 +0 /);
  expect(board).toContain('202425');
  await press('o', 'a');
  expect(await test.text()).toMatch(/FILTER: [\d,]+ hidden/);
  // When? A time range around the newest entry.
  await press('b');
  await test.pass(1000);
  // What? The details of one entry.
  await press(KEYS.enter);
  expect(await test.text()).toContain('asn: 202425');
  await press(KEYS.enter, '\u0013');
  const named = await test.text();
  expect(named).toContain('Export to warren-events-');
  await test.press(KEYS.ctrlU, file, KEYS.enter);
  await test.until('readable by you only');

  expect(keys).toBeLessThan(20);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines.map(({ labels }) => labels.country))).toEqual(new Set(['SC']));
});
