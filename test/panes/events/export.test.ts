import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { FilteredView } from '../../../src/events/filtered-view.ts';
import { answering, storeAnswerer } from '../../../src/events/questions/ask.ts';
import { EventStore } from '../../../src/events/store.ts';
import type { Shown } from '../../../src/panes/events/engine.ts';
import { exportCommands, summaryLines } from '../../../src/panes/events/export.ts';
import { stacked } from '../../../src/panes/events/filter-stack.ts';
import { EMPTY_EVENTS } from '../../../src/panes/events/state.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { entryWith } from '../../events/sample-entries.ts';
import { consoleStore } from '../../support/console-store.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const MOMENT = { now: NOON, day: NOON, offsetMinutes: 0 };

async function summary(
  country: string,
  name = 'shop.example',
  text = '',
  paths: readonly string[] = [],
  /** Notes by log id. An empty note is a mark without a note. */
  noted: Readonly<Record<string, string>> = {},
  /** The time of an entry before the others. */
  earlier?: number,
  archive: Shown['archive'] = null,
) {
  const store = new EventStore({ unit: 'ms' });
  const others = paths.map((path, at) =>
    entryWith({
      logId: path,
      timestamp: NOON + 91_000 + at,
      log: JSON.stringify({ Url: `https://shop.example${path}`, TriggerMatch: { Value: 'x' } }),
    }),
  );
  store.add('7', [
    ...others,
    ...(earlier === undefined
      ? []
      : [entryWith({ logId: 'z', timestamp: earlier, labels: { status: 'Logged', country } })]),
    entryWith({ logId: 'a', timestamp: NOON, labels: { status: 'Blocked', country } }),
    entryWith({ logId: 'b', timestamp: NOON + 60_000, labels: { status: 'Logged', country } }),
    entryWith({
      logId: 'c',
      timestamp: NOON + 90_000,
      labels: { status: 'Logged', country: 'DE', ruleId: '942330' },
      log: JSON.stringify({
        Url: 'https://shop.example/checkout/address',
        TriggerMatch: { Key: 'RX', Value: 'N|D`Angelo' },
      }),
    }),
  ]);
  const { filter } = parseFilter(text);
  const moment = { now: NOON, day: NOON, offsetMinutes: 0 };
  const view = new FilteredView(store, filter, moment);
  while (view.advance(1000));
  const hidden = view.counts.hidden;
  const shown: Shown = {
    zones: ['7'],
    store,
    view,
    found: null,
    around: view,
    hiddenBy: () => hidden,
    archive,
    span: store.span && { from: store.span.oldest, until: store.span.newest + 1 },
    scope: { filter, moment },
    answers: storeAnswerer(store, () => Promise.resolve(), [view]),
    soFar: (question) => answering(store, question, { views: [view] }),
  };
  const marks = [...store.ids()].flatMap((id) => {
    const note = noted[store.logIdOf(id) ?? ''];
    return note === undefined ? [] : [[String(id), note] as const];
  });
  const state = {
    ...EMPTY_EVENTS,
    filters: text === '' ? [] : [stacked(text)],
    list: { ...EMPTY_EVENTS.list, marks: new Set(marks.map(([id]) => id)) },
    notes: new Map(marks.filter(([, note]) => note !== '')),
  };
  const facts = { shown, state, names: [name], now: NOON, zone: 'utc', restsAt: NOON } as const;
  return (await summaryLines(facts, new AbortController().signal)) ?? [];
}

it('resolves a relative time in a filter', async () => {
  const lines = await summary('BG', 'shop.example', 'country:BG since:15m');
  expect(lines[5]).toBe('- Filter: `country:BG since:15m` from 11:45:00, hides 1');
});

it('lists coverage, filters with what they hide, totals by status and top values', async () => {
  const lines = await summary('BG', 'shop.example', 'country:BG');
  expect(lines.slice(0, 12)).toEqual([
    '# Events of shop.example',
    '',
    '- Loaded: 3 entries, 2026-03-14 12:00:00Z to 2026-03-14 12:01:30Z',
    '- Complete only from 2026-03-14 12:00:00Z on: the service has earlier entries that are not loaded',
    '- Listed: 2 of 3',
    '- Filter: `country:BG`, hides 1',
    '',
    '| Blocked | Challenged | Logged | Other |',
    '| ---: | ---: | ---: | ---: |',
    '| 1 | 0 | 1 | 0 |',
    '',
    '| country | Entries | Share | Blocked | Challenged | Logged | First | Last |',
  ]);
  expect(lines).toContain('| `BG` | 2 | 100.0% | 1 | 0 | 1 | 12:00:00 | 12:01:00 |');
});

it('lists what rules matched and where, for a ticket about a false positive', async () => {
  const lines = await summary('BG');
  expect(lines).toContain('| `942330` | `/checkout/address` | `N¦DˋAngelo` | 1 | 0 | 0 |');
});

it('says how many rule matches are not in the table', async () => {
  const lines = await summary('BG', 'shop.example', '', ['/a', '/b', '/c', '/d', '/e']);
  const from = lines.findIndex((line) => line.includes('Matched in the newest'));
  // Five paths, an empty one for the entries a and b, and /checkout/address.
  expect(lines.slice(from).filter((line) => line.startsWith('| `'))).toHaveLength(5);
  expect(lines.at(-1)).toBe('and 2 more by rule and path.');
});

it('lists marked entries with their notes, even if they are filtered out', async () => {
  const lines = await summary('BG', 'shop.example', 'country:BG', [], {
    c: 'NOTE-XYZ',
    b: '',
  });
  const from = lines.findIndex((line) => line.startsWith('| Marked entry'));
  expect(lines.slice(from, from + 5)).toEqual([
    '| Marked entry | Status | Address | Path | Note |',
    '| --- | --- | --- | --- | --- |',
    '| 2026-03-14 12:01:00Z | `Logged` | `–` | `–` |  |',
    '| 2026-03-14 12:01:30Z | `Logged` | `–` | `/checkout/address` | NOTE-XYZ |',
    '',
  ]);
  expect((await summary('BG')).join('\n')).not.toContain('Marked');
});

it('a note is escaped for Markdown, tables and terminals', async () => {
  const note = 'a|b **c** <img src=x>\nnext \u001b[2J';
  const lines = await summary('BG', 'shop.example', '', [], { a: note });
  const row = lines.find((line) => line.startsWith('| 2026-03-14 12:00:00Z'));
  expect(row).toContain('a\\|b \\*\\*c\\*\\* \\<img src=x\\>');
  expect(row).not.toMatch(/[\n\u001b]/);
});

it('says how many marked entries are not in the table', async () => {
  const paths = Array.from({ length: 103 }, (_, at) => `/p/${at}`);
  const noted = Object.fromEntries(paths.map((path) => [path, `note ${path}`]));
  const lines = await summary('BG', 'shop.example', '', paths, noted);
  expect(lines.filter((line) => line.includes('note /p/'))).toHaveLength(100);
  expect(lines.find((line) => line.includes('note /p/'))).toContain('note /p/3 ');
  expect(lines).toContain('and 3 older marked entries.');
});

it('untrusted text is escaped for Markdown, tables and terminals', async () => {
  const lines = await summary('a|b`<img src=x>\u001b[2J', '[x](http://evil) **b**');
  const text = lines.join('\n');
  expect(text).toContain('# Events of \\[x\\](http://evil) \\*\\*b\\*\\*');
  expect(text).toContain('| `a¦bˋ<img src=x>␛[2J` | 2 |');
  expect(text).not.toContain('\u001b');
});

it('times over several days have a date and time zone', async () => {
  const lines = await summary('BG', 'shop.example', '', [], {}, NOON - 24 * 3_600_000);
  expect(lines.find((line) => line.startsWith('| `BG`'))).toContain(
    '| 2026-03-13 12:00:00Z | 2026-03-14 12:01:00Z |',
  );
});

it('of a large archive, names what was counted, not the part that is listed', async () => {
  const span = { from: NOON - 60_000, until: NOON + 91_000 };
  const archive = { answers: null as never, entries: 10_400_000, span };
  const lines = await summary('BG', 'shop.example', '', [], {}, undefined, archive);
  expect(lines[2]).toBe(
    '- Counted: 10,400,000 archived entries, 2026-03-14 11:59:00Z to 2026-03-14 12:01:30Z',
  );
  expect(lines.join('\n')).not.toMatch(/Loaded|Listed|Complete only/);
});

describe('an export of marked entries', () => {
  /** Exports while only the newest of nine entries are in memory, and the given ones are marked. */
  async function exported(...marked: readonly number[]) {
    const store = new EventStore({ unit: 'ms', segmentRows: 3, maxBytes: 1 });
    const entries = Array.from({ length: 9 }, (_, at) =>
      entryWith({ logId: `entry ${at}`, timestamp: NOON + at }),
    );
    const ids: string[] = [];
    for (const entry of entries) {
      store.add('7', [entry]);
      ids.push(String([...store.ids()].at(-1)));
    }
    expect(store.counts.evicted).toBe(6);
    const view = new FilteredView(store, parseFilter('').filter, MOMENT);
    while (view.advance(1000));
    const marks = new Set(marked.map((at) => ids[at] ?? ''));
    const slice = createSlices().create({
      ...EMPTY_EVENTS,
      list: { ...EMPTY_EVENTS.list, marks },
    });
    const prompts: { accepted(path: string): unknown }[] = [];
    const said: string[] = [];
    const written: string[] = [];
    const context = {
      store: consoleStore(),
      clock: fakeClock(NOON),
      ask: (prompt: (typeof prompts)[number]) => prompts.push(prompt),
      say: (text: string) => said.push(text),
      writeNewFile: async (_: string, lines: Iterable<string>) => written.push(...lines),
    };
    const model = { slice, shown: () => ({ zones: ['7'], store, view }) };
    const [command] = exportCommands(context as never, model as never, () => null);
    command?.run();
    await prompts[0]?.accepted('/a.ndjson');
    return {
      said: /Wrote (.*) to/.exec(said[0] ?? '')?.[1],
      ids: written.map((line) => JSON.parse(line).logId),
    };
  }

  it('has those that are in memory, and says how many are not', async () => {
    expect(await exported(7, 8)).toEqual({ said: '2 marked entries', ids: ['entry 7', 'entry 8'] });
    expect(await exported(1, 2, 8)).toEqual({
      said: '1 marked entry, 2 more evicted',
      ids: ['entry 8'],
    });
  });

  it('is of the list if none of them is in memory, and says so', async () => {
    expect(await exported(1, 2)).toEqual({
      said: '3 of 3 loaded entries, 6 older ones evicted, all 2 marked ones among them',
      ids: ['entry 6', 'entry 7', 'entry 8'],
    });
  });
});
