import { expect, it, onTestFinished, vi } from 'vitest';
import { EventStore } from '../../../src/events/store.ts';
import { inspectorLines } from '../../../src/panes/events/inspector.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { words } from '../../../src/text/printable.ts';
import { entryWith } from '../../events/sample-entries.ts';
import { consoleUnderTest, KEYS, QUARTER_HOUR } from '../../support/console.ts';
import { styledText } from '../../support/line-text.ts';

it('a value too long to wrap says how much is left out and which key shows it', () => {
  const store = new EventStore({ unit: 'ms' });
  store.add('7', [entryWith({ log: 'x'.repeat(9000) })]);
  const [id = 0] = store.ids();
  const shown = (keyNames: typeof NO_KEY_NAMES) =>
    styledText(
      inspectorLines({
        store,
        id,
        zone: 'utc',
        columns: 100,
        rows: 200,
        note: null,
        by: null,
        cursor: null,
        scrolled: null,
        coloured: false,
        keyNames,
      }),
    )
      .join(' ')
      .replace(/\s+/g, ' ');
  expect(shown(NO_KEY_NAMES)).toContain('… and 808 more characters: w shows all on one line');
  expect(shown(new Map([['events.wrap', words`F4`]]))).toContain(': F4 shows all on one line');
});

it('reads the log of an entry once, and not again for each key', async () => {
  const test = await consoleUnderTest(QUARTER_HOUR);
  await test.pass(300);
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const logsParsed = () => parse.mock.calls.filter(([text]) => text.includes('"RemoteIp"')).length;
  await test.press(KEYS.enter);
  expect(await test.text()).toContain('RemoteIp');
  const before = logsParsed();
  expect(before).toBeGreaterThan(0);
  await test.press('j', 'j', 'w', 'w', 'G', '"', KEYS.escape);
  await test.resize(100, 30);
  expect(logsParsed()).toBe(before);
  await test.press('p');
  expect(logsParsed()).toBeGreaterThan(before);
});
