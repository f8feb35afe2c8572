import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../src/help/runbooks.md'), 'utf8');

interface Step {
  /** The keys to type. */
  readonly keys: readonly string[];
  /** Texts that the screen then shows. */
  readonly shown: readonly string[];
}

const quoted = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** The steps of a runbook in the help topic. */
function stepsOf(title: string): readonly Step[] {
  const section = DOCUMENT.split(/^## /m).find((each) => each.startsWith(title)) ?? '';
  const rows = [...section.matchAll(/^\| (`.+?) \| (.+) \|$/gm)];
  if (rows.length < 4) throw new Error(`There is no runbook ${title}`);
  return rows.map(([, keys = '', shown = '']) => ({ keys: quoted(keys), shown: quoted(shown) }));
}

const NAMED: Readonly<Record<string, string>> = {
  Enter: KEYS.enter,
  Esc: KEYS.escape,
  'Shift-←': KEYS.shiftLeft,
};

/** Follows the runbook and checks the texts that it shows. */
async function play(title: string, test: ConsoleUnderTest): Promise<void> {
  for (const { keys, shown } of stepsOf(title)) {
    await test.press(...keys.map((key) => NAMED[key] ?? key));
    for (const text of shown) await test.until(text, 90_000);
  }
}

const wide: Setting = {
  columns: 120,
  rows: 36,
  copies: true,
  workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }),
};

it('a bad deploy is found as the runbook says', async () => {
  const test = await consoleUnderTest(wide);
  await test.until(/checkout +✖ failing/, 60_000);
  await play('A bad deploy', test);
});

it('an attack is investigated as the runbook says', async () => {
  const test = await consoleUnderTest(wide);
  await play('An attack', test);
});

it('issue 18: each quiet attack is the first row of a table within three keys, at 80x24 and at 200x50', async () => {
  const test = await consoleUnderTest({
    pane: 'events',
    columns: 80,
    rows: 24,
    // As in the demo.
    platform: { events: { perSecond: 20 } },
  });
  await test.until(/loaded · B loads more/, 90_000);
  for (const [columns, rows] of [
    [80, 24],
    [200, 50],
  ] as const) {
    await test.resize(columns, rows);
    for (const { keys, shown } of stepsOf('Attacks that stay below').slice(1)) {
      await test.press(...keys.map((key) => NAMED[key] ?? key));
      const [sorted = '', ...row] = shown;
      await test.until(sorted);
      for (const text of row) expect(await test.cursor()).toContain(text);
    }
    await test.press(KEYS.escape);
  }
}, 120_000);

it('a zone that went silent is noticed as the runbook says', async () => {
  const test = await consoleUnderTest({ ...wide, platform: { events: { perDay: 2000 } } });
  await play('A zone that went silent', test);
});
