import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEventArchive } from '../../../src/archive/open.ts';
import type { EventLogEntry, EventLogPage } from '../../../src/contract/operations/event-logs.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { zonesView } from '../../../src/panes/events/analysis-zones.ts';
import { utcDay } from '../../../src/text/time.ts';
import { recordLines } from '../../../src/ui/record-lines.ts';
import { entryWith } from '../../events/sample-entries.ts';
import { consoleUnderTest } from '../../support/console.ts';
import { styledText } from '../../support/line-text.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const NOW = Date.parse('2026-03-14T18:00:30Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** `count` entries, the newest at `time`. */
const blocked = (count: number, time: number): readonly EventLogEntry[] =>
  Array.from({ length: count }, (_, at) =>
    entryWith({
      logId: `${time}-${at}`,
      timestamp: time - at * 10,
      labels: { status: 'Blocked' },
    }),
  );

/** The list of zones at 06:00:30, with one zone that has these entries, newest first. */
async function zonesOf(logs: readonly EventLogEntry[]) {
  const page: EventLogPage = {
    logs,
    hasMoreData: false,
    continuationToken: null,
    startToken: null,
    errorResponse: null,
  };
  const test = await consoleUnderTest({
    pane: 'events',
    at: new Date(NOW).toISOString(),
    workspace: (demo) => ({ ...demo, shieldZones: demo.shieldZones.slice(0, 1) }),
    call: (call) => (operation, input, signal, onBody) =>
      operation.id === 'event-logs'
        ? Promise.resolve(page as never)
        : call(operation, input, signal, onBody),
  });
  await test.pass(6 * SECOND);
  await test.press('0');
  await test.pass(3 * SECOND);
  return test;
}

/** The number of entries, and of those stopped in the last minute, of the zone under the cursor. */
const figures = (row: string) => /^❯ \S+ +([\d,]+) +(\d+|–) /.exec(row)?.slice(1);

it('stopped per minute is for the last minute, even if nothing arrived in it', async () => {
  const test = await zonesOf(blocked(100, NOW - 40 * SECOND));
  expect(figures(await test.cursor())).toEqual(['100', '100']);
  await test.pass(MINUTE);
  expect(figures(await test.cursor())).toEqual(['100', '0']);
});

it('newest entry and last burst show dates if the log covers two days', () => {
  const midnight = Date.parse('2026-03-14T00:00:00Z');
  const view = zonesView({} as never, {} as never);
  const said = (start: number, from: number) => {
    const buckets = { start, size: MINUTE, count: 60 };
    const [stopped, passed] = [new Uint32Array(60), new Uint32Array(60)];
    stopped[10] = 500;
    const outcomes = { blocked: 500, challenged: 0, logged: 0, other: 0 };
    const own = { zone: '1', count: 500, stopped, passed, outcomes, late: 0, newest: start };
    const zone = { id: '1', name: 'shop' };
    const row = { zone, own, late: 0, loaded: '', since: start, isKnown: true };
    const facts = { shown: { span: { from, until: start + 60 * MINUTE } }, zone: 'utc' };
    const details = view.details(row as never, { buckets } as never, facts as never, {} as never);
    const told = styledText(recordLines(details, { columns: 60, rows: 20 })).join('\n');
    const [burst, newest] = ['burst', 'newest'].map(
      (name) => new RegExp(`^${name} +(.*)$`, 'm').exec(told)?.[1],
    );
    const column = view
      .columns({ buckets } as never, facts as never, {} as never)
      .find(({ id }) => id === 'burst');
    return [newest, burst, column?.width];
  };
  expect(said(midnight, midnight)).toEqual(['00:00:00', '00:10:00', 8]);
  expect(said(midnight, midnight - MINUTE)).toEqual(['03-14 00:00:00', '00:10:00', 8]);
  expect(said(midnight - 20 * MINUTE, midnight - 20 * MINUTE)).toEqual([
    '03-13 23:40:00',
    '03-13 23:50:00',
    14,
  ]);
});

it('an entry from the future does not hide the last minute', async () => {
  const early = blocked(1, NOW + 120 * MINUTE);
  const test = await zonesOf([...early, ...blocked(2, NOW - 40 * SECOND)]);
  expect(figures(await test.cursor())).toEqual(['3', '2']);
});

it('an archive names the minute that the figures are for', async () => {
  const file = join(temporaryDirectory(), 'shop.db');
  const before = NOW - 24 * 60 * MINUTE;
  const archive = await openEventArchive(file);
  const logs = [...blocked(1, before), ...blocked(7, before - 40 * SECOND)];
  await archive.append('7', utcDay(before), logs, noCoverage(utcDay(before)));
  await archive.close();
  const at = new Date(NOW).toISOString();
  const test = await consoleUnderTest({ pane: 'events', at, archive: file });
  await test.press('0');
  await test.until(/Zones +1 of 1 listed/);
  expect(await test.line('Zones ')).toContain('· minute of 2026-03-13 17:59:00Z');
  expect(figures(await test.cursor())).toEqual(['8', '7']);
  // An archive does not keep which entries were late.
  await test.resize(120, 36);
  expect(await test.cursor()).toMatch(/ – +archive$/);
  await test.press('d');
  expect((await test.screen()).join('\n')).not.toContain('arrived after newer ones');
});
