import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { orderingColumns } from '../../../src/panes/apps/columns.ts';
import { visibleNodes } from '../../../src/panes/apps/filters.ts';
import {
  type AppListFacts,
  appListLines,
  lookSame,
  visibleApps,
  worstInShort,
  worstLines,
} from '../../../src/panes/apps/list.ts';
import {
  type AppRow,
  type AppsState,
  appRow,
  deletedRow,
  EMPTY_APPS,
  insideRow,
  refreshed,
  severityOf,
} from '../../../src/panes/apps/state.ts';
import { EMPTY_LIST, type ListState } from '../../../src/state/list.ts';
import { failed, lastLoaded, type Moment } from '../../../src/state/loadable.ts';
import { words } from '../../../src/text/printable.ts';
import { sortsOf } from '../../../src/ui/table.ts';
import { styledText } from '../../support/line-text.ts';
import { overviewOf } from '../../support/overviews.ts';

const now = { wall: Date.parse('2026-03-14T14:02:00Z'), elapsed: 0 };

const loadedRow = (id: string, fields: Readonly<Record<string, unknown>>): AppRow =>
  refreshed(appRow(id, `${id}-app`), {
    kind: 'loaded',
    value: overviewOf(fields),
    at: now,
    took: 1,
  });

const error = new ApiError({ kind: 'not-found', title: 'No such application' });
const rows = [
  loadedRow('well', { status: 'active' }),
  loadedRow('ill', { status: 'failing' }),
  appRow('new', 'new-app'),
  refreshed(appRow('lost', 'lost-app'), failed({ kind: 'waiting' }, error, now)),
];

const shown = (change: Partial<typeof EMPTY_APPS>) =>
  visibleApps({ ...EMPTY_APPS, rows, ...change }, now).map(({ id }) => id);

describe('the applications on screen', () => {
  it('are ordered worst first, then by workspace order', () => {
    expect(shown({})).toEqual(['ill', 'lost', 'well', 'new']);
  });

  it('keep their identity while unchanged, so that keys measure nothing', () => {
    const list = (cursor: string, elapsed: number) =>
      visibleApps(
        { ...EMPTY_APPS, rows: [...rows], list: { ...EMPTY_APPS.list, cursor } },
        { ...now, elapsed },
      );
    const before = list('ill', 0);
    expect(list('well', 1000)).toBe(before);
    expect(before).toHaveLength(rows.length);
  });

  it('keep their rank for a while after their last issue', () => {
    const flaky = refreshed(loadedRow('flaky', { status: 'suspended' }), {
      kind: 'loaded',
      value: overviewOf({ status: 'active' }),
      at: now,
      took: 1,
    });
    const order = (elapsed: number) =>
      visibleApps({ ...EMPTY_APPS, rows: [...rows, flaky] }, { ...now, elapsed }).map(
        ({ id }) => id,
      );
    expect(order(59_000)).toEqual(['ill', 'lost', 'flaky', 'well', 'new']);
    expect(order(60_000)).toEqual(['ill', 'lost', 'well', 'new', 'flaky']);
  });

  it('look the same until one is stale or an issue is long over', () => {
    const isSame = (all: readonly AppRow[], from: number, to: number) =>
      lookSame(all, 5000, [
        { ...now, elapsed: from },
        { ...now, elapsed: to },
      ]);
    expect(isSame(rows, 0, 11_000)).toBe(true);
    expect(isSame(rows, 0, 11_001)).toBe(false);
    expect(isSame(rows, 12_000, 12_900)).toBe(true);
    expect(isSame(rows, 12_900, 13_000)).toBe(false);
    const over = { ...appRow('new', 'new-app'), since: { at: now, orBefore: false } };
    expect(isSame([over], 0, 59_999)).toBe(true);
    expect(isSame([over], 0, 60_000)).toBe(false);
  });

  it('with problems only are failures and lost applications', () => {
    expect(shown({ onlyProblems: true })).toEqual(['ill', 'lost']);
  });

  it('match every typed word in name, id or status', () => {
    const filtered = (filter: string) => shown({ list: { ...EMPTY_LIST, filter } });
    expect(filtered('app')).toEqual(['ill', 'lost', 'well', 'new']);
    expect(filtered('FAILING ill')).toEqual(['ill']);
    expect(filtered('failing well')).toEqual([]);
  });

  it('are sorted when asked', () => {
    const sort = { column: 'name', descending: true };
    expect(shown({ list: { ...EMPTY_LIST, sort } })).toEqual(['well', 'new', 'lost', 'ill']);
  });

  it('are those that a look at each row finds, after any changes in any order', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { size: 'max', maxLength: 60 }), (changes) => {
        let seen: Seen = { apps: { ...EMPTY_APPS, rows }, at: now };
        for (const change of changes) {
          seen = change(seen);
          // Asked twice, as by the list and its title.
          for (const _ of ['list', 'title']) {
            expect(visibleApps(seen.apps, seen.at)).toEqual(naivelyVisible(seen));
          }
        }
      }),
    );
  });
});

interface Seen {
  readonly apps: AppsState;
  readonly at: Moment;
}

type SeenChange = (before: Seen) => Seen;

const listed = (list: Partial<ListState>): SeenChange => {
  return ({ apps, at }) => ({ apps: { ...apps, list: { ...apps.list, ...list } }, at });
};

const FILTERS: Readonly<Record<string, (row: AppRow) => boolean>> = {
  '': () => true,
  'status:failing': (row) => lastLoaded(row.overview)?.value.status === 'failing',
  'name:l': ({ name }) => name.includes('l'),
};

const anyStatus = fc.constantFrom('active', 'suspended', 'failing');

const anyAnswer = fc.tuple(fc.nat(3), anyStatus).map(([which, status]): SeenChange => {
  return ({ apps, at }) => {
    const answer = { kind: 'loaded', value: overviewOf({ status }), at, took: 1 } as const;
    const answered = apps.rows.map((row, index) =>
      index === which ? refreshed(row, answer) : row,
    );
    return { apps: { ...apps, rows: answered }, at };
  };
});

const anyWait = fc.constantFrom(1000, 30_000, 60_000).map((ms): SeenChange => {
  return ({ apps, at }) => ({ apps, at: { wall: at.wall + ms, elapsed: at.elapsed + ms } });
});

const anySort = fc.constantFrom(
  null,
  { column: 'name', descending: false },
  { column: 'name', descending: true },
);

/** What changes the visible list, and a cursor that does not. Most changes are answers and time. */
const anyChange: fc.Arbitrary<SeenChange> = fc.oneof(
  { weight: 6, arbitrary: anyAnswer },
  { weight: 6, arbitrary: anyWait },
  fc.constantFrom(...Object.keys(FILTERS)).map((filter) => listed({ filter })),
  anySort.map((sort) => listed({ sort })),
  fc.boolean().map((onlyProblems): SeenChange => {
    return ({ apps, at }) => ({ apps: { ...apps, onlyProblems }, at });
  }),
  fc.constant<SeenChange>(({ apps, at }) => ({
    apps: { ...apps, rows: apps.rows.length > 2 ? apps.rows.slice(1) : rows },
    at,
  })),
  fc.constantFrom('ill', 'well', null).map((cursor) => listed({ cursor })),
);

const MINUTE_MS = 60_000;

function naivelyVisible({ apps, at }: Seen): readonly AppRow[] {
  const { filter, sort } = apps.list;
  const rankOf = (row: AppRow): number => {
    const isLost = row.overview.kind === 'failed';
    const { since } = row;
    if (severityOf(row) === 'bad' || isLost) return 0;
    const isRecent = since && !since.orBefore && at.elapsed - since.at.elapsed < MINUTE_MS;
    return severityOf(row) === 'warn' || isRecent ? 1 : 2;
  };
  const kept = apps.rows.filter(
    (row) => FILTERS[filter]?.(row) && !(apps.onlyProblems && rankOf(row) === 2),
  );
  if (sort === null) return kept.toSorted((a, b) => rankOf(a) - rankOf(b));
  const byName = kept.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sort.descending ? byName.toReversed() : byName;
}

describe('the worst issue for small screens', () => {
  const loaded = (row: AppRow, fields: Readonly<Record<string, unknown>>) =>
    refreshed(row, { kind: 'loaded', value: overviewOf(fields), at: now, took: 1 });
  const recovered = (id: string) =>
    loaded(loadedRow(id, { status: 'suspended' }), { status: 'active' });
  const text = (all: readonly AppRow[]) =>
    worstLines({ rows: all }, now).map((line) => line.map((each) => each.text).join(''));
  const well = loadedRow('well', { status: 'active' });

  it('does not count recovered applications', () => {
    const rows = [recovered('flaky'), well];
    expect(text(rows)).toEqual(['no issues in 2 of 2']);
    expect(worstInShort({ rows })).toBe('● ok');
    const wrong = [...rows, loadedRow('off', { status: 'suspended' })];
    expect(text(wrong)).toEqual(['1 of 3 with issues', expect.stringMatching(/^off-app ! /)]);
    expect(worstInShort({ rows: wrong })).toBe('! 1 with issues');
  });

  it('is partial while answers are missing, and absent without any', () => {
    const away = new ApiError({ kind: 'timeout', title: 'No connection' });
    const lost = refreshed(appRow('lost', 'lost-app'), failed({ kind: 'waiting' }, away, now));
    expect(text([lost])).toEqual([]);
    expect(text([lost, loadedRow('ill', { status: 'failing' })])[0]).toBe('1 with issues so far');
    expect(worstInShort({ rows: [lost, well] })).toBeUndefined();
  });
});

describe('the tree on screen', () => {
  const tree = loadedRow('ill', {
    regions: [
      { region: 'DE', pods: [{ name: 'p1', containers: [{ name: 'web', exitCode: 137 }] }] },
      { region: 'FR', pods: [] },
    ],
  });
  const inside = { ...EMPTY_APPS, rows: [tree], inside: 'ill' };

  it('keeps its nodes between keys until a branch or the filter changes', () => {
    const nodes = visibleNodes(inside);
    const tree = { ...EMPTY_APPS.tree, cursor: nodes[1]?.id ?? null };
    expect(visibleNodes({ ...inside, tree })).toBe(nodes);
    const closed = new Map([[nodes[0]?.id ?? '', false]]);
    expect(visibleNodes({ ...inside, tree, branches: closed })).toHaveLength(2);
    expect(visibleNodes({ ...inside, tree: { ...tree, filter: 'nothing like it' } })).toEqual([]);
  });

  it('belongs to the open application', () => {
    expect(insideRow(inside)?.id).toBe('ill');
    expect(visibleNodes(inside)).toHaveLength(4);
  });

  it('is filtered by names and problems', () => {
    const filtered = (filter: string) =>
      visibleNodes({ ...inside, tree: { ...EMPTY_LIST, filter } }).map(({ kind }) => kind);
    expect(filtered('exit 137')).toEqual(['container']);
    expect(filtered('fr')).toEqual(['region']);
    expect(filtered('nowhere')).toEqual([]);
  });

  it('is empty without data and when the row is no longer watched', () => {
    expect(visibleNodes({ ...EMPTY_APPS, rows, inside: 'new' })).toEqual([]);
    expect(visibleNodes({ ...EMPTY_APPS, rows: [], inside: 'ill' })).toEqual([]);
  });
});

const moment = { wall: Date.parse('2026-03-14T14:02:00Z'), elapsed: 60_000 };

const loaded = (id: string, name: string): AppRow => ({
  ...appRow(id, name),
  overview: { kind: 'loaded', value: overviewOf(), at: moment, took: 12 },
});

const loadedRows = [loaded('a1', 'checkout'), loaded('a2', 'basket')];

const drawn = (change: Partial<AppListFacts> = {}, columns = 80) => {
  const apps = {
    ...EMPTY_APPS,
    rows: loadedRows,
    list: { ...EMPTY_APPS.list, cursor: 'a2', at: 1 },
  };
  const { layout, lines } = appListLines(
    {
      apps,
      visible: loadedRows,
      now: moment,
      interval: 5000,
      preview: true,
      keyNames: new Map(),
      timeZone: 'utc',
      none: words`No application.`,
      ...change,
    },
    { columns, rows: 10 },
  );
  return {
    list: styledText(lines),
    width: layout.list.columns,
    detail: layout.details?.where === 'beside' ? styledText(layout.details.lines) : undefined,
  };
};

describe('the list of applications', () => {
  it('takes the whole width of a small screen', () => {
    const { list, width, detail } = drawn();
    expect(width).toBe(80);
    expect(detail).toBeUndefined();
    expect(list).toEqual([
      expect.stringMatching(/^ {2}NAME +STATUS/),
      expect.stringMatching(/^ {2}checkout +● active/),
      expect.stringMatching(/^❯ basket +● active/),
    ]);
  });

  it('shows details beside it on a wide screen, unless turned off', () => {
    const { width, detail } = drawn({}, 200);
    expect(width).toBeLessThan(150);
    expect(detail?.[0]).toBe('basket');
    expect(drawn({ preview: false }, 200)).toMatchObject({ width: 200, detail: undefined });
  });

  it('always shows the sorted column', () => {
    const head = (column: string) => {
      const sort = { column, descending: false };
      const apps = { ...EMPTY_APPS, rows: loadedRows, list: { ...EMPTY_LIST, sort } };
      return drawn({ apps }, 60).list[0];
    };
    expect(sortsOf(orderingColumns())).toContain('cost');
    for (const column of sortsOf(orderingColumns())) expect(head(column), column).toContain('▲');
  });

  it('shows cut names in full in its spare lines', () => {
    const name = 'checkout-of-the-northern-shops-and-of-all-who-deliver-for-them';
    const visible = [...loadedRows, loaded('a3', name)];
    const { list } = drawn({ visible });
    expect(list.join('\n')).toMatch(/^ {2}checkout-of-the-\S*… +● active/m);
    expect(list).toContain(name);
    expect(drawn().list).not.toContain('basket');
  });

  it('shows no details without a row under the cursor', () => {
    expect(drawn({ visible: [] }, 200).detail).toEqual([]);
  });

  it('reports the cursor’s application as hidden, or as gone if deleted', () => {
    const [checkout, basket] = loadedRows as [AppRow, AppRow];
    const list = { ...EMPTY_APPS.list, cursor: 'a2', at: 1 };
    const said = (own: AppRow) => {
      const apps = { ...EMPTY_APPS, rows: [checkout, own], onlyProblems: true, list };
      return drawn({ apps, visible: [checkout] })
        .list.find((line) => line.startsWith('❯'))
        ?.trimEnd();
    };
    expect(said(basket)).toBe('❯ Row without issues now');
    expect(said(deletedRow(basket, moment))).toBe('❯ Row no longer exists');
  });

  it.each<[string, Partial<AppListFacts>, RegExp]>([
    ['nothing is watched', { apps: EMPTY_APPS }, /No application\./],
    [
      'the filter hides all',
      {
        apps: {
          ...EMPTY_APPS,
          rows: loadedRows,
          list: { ...EMPTY_APPS.list, filter: 'x\u001b[2J' },
        },
      },
      /No application matches “x.*”\. Esc clears the filter\./,
    ],
    [
      'the filter hides all that stands out',
      {
        apps: {
          ...EMPTY_APPS,
          rows: loadedRows,
          onlyProblems: true,
          list: { ...EMPTY_APPS.list, filter: 'basket' },
        },
      },
      /No application with issues matches “basket”\. ! looks through all applications\./,
    ],
    [
      'nothing stands out',
      { apps: { ...EMPTY_APPS, rows: loadedRows, onlyProblems: true } },
      /No watched application has an issue \(2\)\. ! shows all\./,
    ],
  ])('says why it is empty when %s', (_, change, why) => {
    const { list } = drawn({ ...change, visible: [] });
    expect(list).toEqual(['', expect.stringMatching(why)]);
    expect(list.join('')).not.toContain('\u001b');
  });
});
