import { describe, expect, it } from 'vitest';
import { limitColumns } from '../../../src/panes/limits/columns.ts';
import { limitDetails } from '../../../src/panes/limits/details.ts';
import { limitLayout } from '../../../src/panes/limits/index.tsx';
import { limitPanels } from '../../../src/panes/limits/panels.ts';
import { EMPTY_LIMITS } from '../../../src/panes/limits/state.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { WAITING } from '../../../src/state/loadable.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { words } from '../../../src/text/printable.ts';
import { nextPage } from '../../../src/ui/details-layout.ts';
import { recordLines } from '../../../src/ui/record-lines.ts';
import { listTable } from '../../../src/ui/table.ts';
import { styledText } from '../../support/line-text.ts';
import { polledLimit } from '../../support/polled-limit.ts';

const day = (total: number) => ({
  totalBreaches: total,
  blockedBreaches: total / 2,
  challengedBreaches: 0,
  loggedBreaches: total / 2,
});
/** 28 days, the last of them the busiest. */
const past = (most: number) =>
  Object.fromEntries(
    Array.from({ length: 28 }, (_, at) => [
      `2026-02-${String(at + 1).padStart(2, '0')}T00:00:00Z`,
      day(at === 27 ? most : most / 2),
    ]),
  );
const LIMITS = [
  polledLimit('login', { ...day(7_391_701), past: past(68_194) }),
  polledLimit('search', { ...day(296_505), past: past(120) }),
];

describe('use 17: the rate limit under the cursor', () => {
  it.each([45, 60, 80, 120, 76])(
    'has all its days with the figures in full at %i columns',
    (columns) => {
      const room = { columns, rows: 45 };
      const text = styledText(
        recordLines(limitDetails(LIMITS[0], room, 'utc', NO_KEY_NAMES), room),
      );
      expect(text.slice(2)).not.toContainEqual(expect.stringContaining('…'));
      expect(text.filter((line) => /^2026-02-\d\d +\d+,\d{3} /.test(line))).toHaveLength(28);
      expect(text.join('\n')).not.toContain('{"');
      expect(text.join('\n')).toContain('7,391,701');
    },
  );

  it('has its days as sentences where the figures do not fit side by side', () => {
    const million = (total: number) => ({ ...day(total), challengedBreaches: total });
    const days = { '2026-02-01T00:00:00Z': million(1_234_567_890) };
    const row = polledLimit('login', { ...day(2), past: days });
    const room = { columns: 45, rows: 45 };
    const text = styledText(recordLines(limitDetails(row, room, 'utc', NO_KEY_NAMES), room));
    expect(text.join(' ')).toContain(
      '2026-02-01: total 1,234,567,890, logged 617,283,945, challenged 1,234,567,890, blocked 617,283,945',
    );
  });

  it('begins at its first page when d moves it from below the list to its side', () => {
    const of = (detail: number | null) =>
      limitLayout(
        {
          state: { ...EMPTY_LIMITS, detail },
          shown: LIMITS,
          timeZone: 'utc',
          keyNames: NO_KEY_NAMES,
          preview: true,
        },
        { columns: 120, rows: 31 },
      );
    expect(of(null).details?.where).toBe('below');
    expect(nextPage(of(null))).toBe(0);
    expect(of(0).details?.where).toBe('beside');
    expect(nextPage(of(0))).toBe(1);
  });

  it('has a trend once there is a rate, and none where no counter ever came', () => {
    const at = (poll: number) => ({ wall: poll * 30_000, elapsed: poll * 30_000 });
    const textOf = (totalBreaches: number | null) => {
      const row = polledLimit('one', { ...day(2), totalBreaches });
      const samples = row.samples.flatMap(({ counts }) =>
        [0, 1, 2].map((poll) => ({ at: at(poll), counts })),
      );
      const room = { columns: 80, rows: 45 };
      return styledText(
        recordLines(limitDetails({ ...row, samples }, room, 'utc', NO_KEY_NAMES), room),
      ).join('\n');
    };
    expect(textOf(2)).toContain('past 1 min, one bar per reading, peak 0');
    expect(textOf(null)).not.toContain('one bar per reading');
  });

  it('says since when it counts: since the first reading, or the first after a reset', () => {
    const room = { columns: 80, rows: 45 };
    const since = (...totals: readonly number[]) => {
      const row = polledLimit(
        'one',
        ...totals.map((total) => ({ ...day(2), totalBreaches: total })),
      );
      return styledText(recordLines(limitDetails(row, room, 'utc', NO_KEY_NAMES), room)).find(
        (line) => line.startsWith('Since '),
      );
    };
    expect(since(8, 9)).toBe('Since 1970-01-01 00:00:00Z, the first reading of this run');
    expect(since(8, 9, 2, 4)).toBe(
      'Since 1970-01-01 00:01:00Z, the first reading after the last reset',
    );
  });

  it('says what came where that is no chart, and leaves nothing out', () => {
    const odd = polledLimit('odd', { ...day(2), past: { Monday: { totalBreaches: 1 } } });
    const room = { columns: 80, rows: 45 };
    expect(
      styledText(recordLines(limitDetails(odd, room, 'utc', NO_KEY_NAMES), room)).join('\n'),
    ).toMatch(/^Monday *\n {2}totalBreaches +1$/m);
  });
});

describe('a counter that is unknown', () => {
  const known = { totalBreaches: 100, blockedBreaches: 60, challengedBreaches: 40 };
  const row = polledLimit('odd', { ...known, loggedBreaches: null });

  it('has no share, and with it the others have none: what they are shares of is unknown', () => {
    const room = { columns: 80, rows: 45 };
    const text = styledText(recordLines(limitDetails(row, room, 'utc', NO_KEY_NAMES), room));
    expect(text.find((line) => line.startsWith('breaches '))).toMatch(/^breaches +100$/);
    expect(text.find((line) => line.startsWith('logged '))).toMatch(/^logged +– +–$/);
    expect(text.find((line) => line.startsWith('blocked '))).toMatch(/^blocked +60 +–$/);
    expect(text.find((line) => line.startsWith('challenged '))).toMatch(/^challenged +40 +–$/);
  });

  it('is said to be unknown to who hears it, without a share', () => {
    const room = { columns: 80, rows: 45, kind: 'spoken' } as const;
    const said = styledText(recordLines(limitDetails(row, room, 'utc', NO_KEY_NAMES), room));
    expect(said).toContain('logged: –');
    expect(said).toContain('blocked: 60');
  });

  it('leaves no bar of what the kinds are of all', () => {
    const rows = [row, polledLimit('whole', { ...known, loggedBreaches: 0 })];
    const room = { columns: 200, rows: 9 };
    const [, first, second] = styledText(listTable(limitColumns(rows), rows, EMPTY_LIST, room));
    expect(first).not.toMatch(/[░▒█]/);
    expect(first).toMatch(/ 60 {2}–/);
    expect(second).toMatch(/ 60 {2}░{12}▒{8}/);
  });
});

describe('the charts beside the details', () => {
  const panels = (ownScales: boolean) =>
    styledText(
      limitPanels({ rows: LIMITS, at: 0, ownScales, key: words`s` }, { columns: 122, rows: 16 }),
    );
  /** Cells of the chart of the second limit. */
  const filled = (lines: readonly string[]) =>
    lines.slice(3, -2).filter((line) => /[░▒█▁]/.test(line.slice(62))).length;

  it('are of one scale, and each of its own when that is asked for', () => {
    expect(filled(panels(false))).toBe(1);
    expect(filled(panels(true))).toBeGreaterThan(5);
    // What the height of all stands for is said once; beside each is what it came to itself.
    expect(panels(false)[1]).toContain('one scale, top 68,194 a day');
    expect(panels(true)[1]).not.toContain('68,194');
    for (const own of [true, false]) {
      const [peaks = ''] = panels(own).filter((line) => line.includes('peak'));
      expect(peaks).toMatch(/peak 68,194 a day {3}.*peak 120 a day$/);
    }
  });

  it('name no top of their scale before there is an answer', () => {
    const rows = LIMITS.map((row) => ({ ...row, metrics: WAITING }));
    const facts = { rows, at: 0, ownScales: false, key: words`s` };
    const [, head] = styledText(limitPanels(facts, { columns: 122, rows: 16 }));
    expect(head).toMatch(/one scale {2}s own scales$/);
  });

  it('have their totals at the right, and no line is cut', () => {
    const [, , title = ''] = panels(false);
    expect(title).toMatch(/^login .* [\d,]+ in \d+ days {3}search .* [\d,]+ in \d+ days$/);
    expect(panels(false).slice(3).join('')).not.toContain('…');
  });

  // Assumption: breach-sums
  it('tell totals as they came, whatever the kinds come to, and cut no column of these', () => {
    const all = (each: number) => ({
      totalBreaches: each,
      blockedBreaches: each,
      challengedBreaches: each,
      loggedBreaches: each,
    });
    const came = (each: number, blocked: number | null) => ({
      ...all(each),
      past: {
        '2026-02-01T00:00:00Z': all(9),
        '2026-02-02T00:00:00Z': { ...all(each), blockedBreaches: blocked },
      },
    });
    const unkinded = { '2026-02-01T00:00:00Z': { totalBreaches: 7 } };
    const rows = [
      polledLimit('over', came(1_234_567_890, 1_234_567_890)),
      polledLimit('bare', { ...all(7), past: unkinded }),
    ];
    const facts = { rows, at: 0, ownScales: true, key: words`s` };
    const lines = styledText(limitPanels(facts, { columns: 122, rows: 16 }));
    const text = lines.join('\n');
    expect(lines[2]).toMatch(/1,234,567,899 in 2 days {3}bare .* 7 in 1 day *$/);
    expect(text).toMatch(/peak 1,234,567,890 a day {3}.*peak 7 a day/);
    expect(text).not.toContain('No breach in 28 days');
    // Each of the three kinds has its third of the height.
    for (const sign of ['░', '▒', '█']) {
      const high = lines.slice(3, -2).filter((line) => line.slice(0, 59).includes(sign));
      expect(high.length, sign).toBeGreaterThan(2);
    }
  });

  it('say that there is no answer yet where none came: that was said to be of another form', () => {
    const row = { ...polledLimit('one', day(2)), metrics: WAITING };
    const facts = { rows: [row], at: 0, ownScales: false, key: words`s` };
    const text = styledText(limitPanels(facts, { columns: 87, rows: 12 })).join('\n');
    expect(text).toContain('No chart: there is no answer yet.');
    expect(text).not.toContain('another form');
  });

  it.each([[null], [{}]])('say that no days came where the service sent %j for them', (past) => {
    const facts = { rows: [polledLimit('one', { ...day(2), past })], at: 0, ownScales: false };
    const room = { columns: 87, rows: 12 };
    const text = styledText(limitPanels({ ...facts, key: words`s` }, room)).join('\n');
    expect(text).toContain('No chart: the service sent none of the past 28 days.');
    expect(text).not.toContain('another form');
  });

  it('say whole that there is no chart, and how many have no room, in a narrow panel', () => {
    const odd = (name: string) => polledLimit(name, { ...day(2), past: { Monday: 1 } });
    const rows = ['one', 'two', 'three', 'four', 'five'].map(odd);
    const facts = { rows, at: 0, ownScales: false, key: words`s` };
    const lines = styledText(limitPanels(facts, { columns: 87, rows: 12 }));
    expect(lines.join('\n')).not.toMatch(/\w…/);
    expect(lines.join(' ')).toContain('move the cursor');
    const [, head] = styledText(limitPanels(facts, { columns: 73, rows: 12 }));
    expect(head).toBe('Breaches a day  ░ blocked ▒ challenged █ logged 4 more: move the cursor');
    expect(lines.map((line) => line.slice(0, 43).trim()).join(' ')).toContain(
      'No chart: the past 28 days came in another form; see the details.',
    );
  });
});

it.each([
  [60, 10, 'below'],
  [80, 19, 'below'],
  [120, 31, 'below'],
  [200, 45, 'beside'],
])('the list and the details use all of %i x %i', (columns, rows, where) => {
  const { list, details } = limitLayout(
    {
      state: EMPTY_LIMITS,
      shown: LIMITS,
      timeZone: 'utc',
      keyNames: NO_KEY_NAMES,
      preview: true,
    },
    { columns, rows },
  );
  expect(details?.where).toBe(where);
  expect(where === 'below' ? list.rows + (details?.rows ?? 0) : details?.rows).toBe(rows);
});
