import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import {
  cachedLayout,
  layOutPage,
  type PageSource,
  sectionMarks,
  sectionPage,
} from '../../../src/panes/guardian/layout.ts';
import type { Page, PageTable } from '../../../src/panes/guardian/page.ts';
import {
  EMPTY_GUARDIAN,
  type GuardianState,
  NEW_ZONE,
  SECTIONS,
  type SectionId,
  withWork,
  type ZoneWork,
} from '../../../src/panes/guardian/state.ts';
import { uploadRequest } from '../../../src/panes/guardian/upload-request.ts';
import type { Change, ChangeState } from '../../../src/state/change.ts';
import { createConsoleStore } from '../../../src/state/console-state.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { compose, span } from '../../../src/ui/line.ts';
import type { RecordItem } from '../../../src/ui/record-lines.ts';
import { KEYS } from '../../support/console.ts';
import { consoleStore } from '../../support/console-store.ts';
import { guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { returnedFor, SHOP } from '../../support/guardian-samples.ts';
import {
  ANSWERED,
  AT,
  CHOSEN,
  FILE,
  idsIn,
  pageSays,
  UNREADABLE,
} from '../../support/guardian-states.ts';
import { styledText } from '../../support/line-text.ts';

const item = (text: string): RecordItem => ({ kind: 'text', text: printable(text) });
const rowsOf = (ids: string): PageTable => ({
  rows: [...ids].map((id) => ({ id })),
  sortable: [],
  filtered: { grammar: { fields: [], text: () => '' }, rows: () => [] },
  height: ids.length + 1,
  lines: ({ rows }) =>
    Array.from({ length: rows }, (_, at) => compose([span(words`row ${at}`)], 8)),
});
const NO_ROWS = { hidden: 0, copies: () => [] };
const WITH_TABLE: Page = {
  ...NO_ROWS,
  head: () => [item('one'), item('two'), item('three')],
  table: rowsOf('a'),
  detail: ({ columns }) => [item(`detail in ${columns}`)],
};
const TEXT: Page = {
  ...NO_ROWS,
  head: ({ columns }) => [item(`text in ${columns}`)],
  table: null,
  detail: ({ columns }) => [item(`detail in ${columns}`)],
};
const CALM = { preview: true, detail: null, key: words`d` };
const OPEN = { ...CALM, detail: 0 };

describe('a page with a list', () => {
  it('has it below its head, and the details of its row beside it where there is room', () => {
    const narrow = layOutPage(WITH_TABLE, { columns: 80, rows: 16 }, CALM);
    expect(narrow.listRows).toBe(10);
    expect(styledText(narrow.lines).slice(0, 4)).toEqual([' one', ' two', ' three', 'row 0']);
    const wide = layOutPage(WITH_TABLE, { columns: 200, rows: 40 }, CALM);
    expect(wide.listRows).toBe(37);
    expect(wide.layout).toMatchObject({ list: { columns: 122, rows: 40 } });
    expect(styledText(wide.layout.details?.lines ?? [])).toEqual(['detail in 76']);
  });

  it('says below it, where there is none beside, what the row is about, always in as many lines', () => {
    const below = (columns: number, detail: readonly RecordItem[]) => {
      const page = { ...WITH_TABLE, table: rowsOf('abcdefghijkl'), detail: () => detail };
      const { details } = layOutPage(page, { columns, rows: 16 }, CALM).layout;
      return details?.where === 'below' ? styledText(details.lines) : [];
    };
    expect(below(80, [item('why'), item('where')]).slice(1)).toEqual(['why', 'where']);
    expect(below(80, [item('why')])).toHaveLength(3);
    expect(below(80, [item('1'), item('2'), item('3')])[0]).toMatch(/─ 1 more line: d ──$/);
    expect(below(200, [item('why')])).toEqual([]);
  });

  it('shows requested details beside it from 120 columns', () => {
    const asked = layOutPage(WITH_TABLE, { columns: 120, rows: 30 }, OPEN);
    expect(styledText(asked.layout.details?.lines ?? [])).toEqual(['detail in 45']);
    expect(styledText(asked.lines)[0]).toBe(' one');
  });

  it('shows them below its row where there is no other room, and not its head then', () => {
    const lines = Array.from({ length: 30 }, (_, at) => item(`line ${at}`));
    const page = { ...WITH_TABLE, detail: () => lines };
    const { layout, lines: drawn } = layOutPage(page, { columns: 80, rows: 16 }, OPEN);
    expect(styledText(drawn)).toEqual(['row 0', 'row 1']);
    expect(styledText(layout.details?.lines ?? []).slice(1)).toEqual([
      ...Array.from({ length: 12 }, (_, at) => `line ${at}`),
      '… 18 more lines: d',
    ]);
  });

  it('cuts the head before the list in few rows', () => {
    const page = { ...WITH_TABLE, table: rowsOf('abc') };
    const { layout, lines, listRows } = layOutPage(page, { columns: 60, rows: 6 }, CALM);
    expect(styledText(lines).slice(0, 2)).toEqual([' one', 'row 0']);
    expect(listRows).toBe(5);
    expect(layout.details).toBeNull();
  });
});

it('a head that has no room says so, and the details of the row end with it', () => {
  const head = () => ['one', 'two', 'three', 'four'].map(item);
  const page = { ...WITH_TABLE, head, table: rowsOf('abc') };
  const { lines } = layOutPage(page, { columns: 60, rows: 7 }, CALM);
  expect(styledText(lines).slice(0, 3)).toEqual([' one', '… 3 more lines: d', 'row 0']);
  const { layout } = layOutPage(page, { columns: 60, rows: 12 }, OPEN);
  expect(styledText(layout.details?.lines ?? [])).not.toContain('two');
  const short = layOutPage(page, { columns: 60, rows: 7 }, OPEN);
  expect(styledText(short.layout.details?.lines ?? []).slice(1)).toEqual([
    'detail in 60',
    '',
    'one',
    '… 3 more lines: d',
  ]);
});

describe('a page of text', () => {
  it('shows details first, or beside it', () => {
    const narrow = layOutPage(TEXT, { columns: 80, rows: 16 }, CALM);
    expect(styledText(narrow.lines)).toEqual([' detail in 79', '', ' text in 79']);
    const wide = layOutPage(TEXT, { columns: 200, rows: 40 }, CALM);
    expect(styledText(wide.lines)).toEqual([' text in 99']);
    expect(styledText(wide.layout.details?.lines ?? [])).toEqual(['detail in 76']);
    // `p` takes what is beside away.
    const alone = layOutPage(TEXT, { columns: 200, rows: 40 }, { ...CALM, preview: false });
    expect(alone.layout.details).toBeNull();
  });

  it('has pages where it is longer than the screen, both of its columns at once', () => {
    const long = (many: number) => Array.from({ length: many }, (_, at) => item(`line ${at}`));
    const page: Page = { ...TEXT, head: () => long(10), detail: () => long(15) };
    const pageAt = (detail: number | null) => {
      const facts = { ...CALM, detail };
      const { layout, lines } = layOutPage(page, { columns: 200, rows: 6 }, facts);
      expect(layout.shown?.of).toBe(3);
      return [styledText(lines), styledText(layout.details?.lines ?? [])].map((each) => [
        each[0],
        each.at(-1),
      ]);
    };
    expect(pageAt(null)).toEqual([
      [' line 0', '… 5 more lines: d'],
      ['line 0', '… 10 more lines: d'],
    ]);
    expect(pageAt(2)).toEqual([
      [' line 5', 'end of 10 lines: d goes back'],
      ['line 10', 'end of 15 lines: d goes back'],
    ]);
  });
});

const PROFILE = {
  name: words`prod`,
  host: words`api.example`,
  baseUrl: '',
  demo: false,
  readOnly: false,
};

it('lays out again only after a change', () => {
  const store = createConsoleStore({
    profile: PROFILE,
    workspace: { ...EMPTY_WORKSPACE, shieldZones: [{ id: '7', name: 'shop.example' }] },
    size: { columns: 80, rows: 24 },
    now: AT,
    interval: 5000,
  });
  const slice = createSlices().create(EMPTY_GUARDIAN);
  const layoutOfSection = cachedLayout(slice);
  slice.setState((state) => ({ ...withWork(state, '7', () => CHOSEN), zone: '7' }));

  const first = layoutOfSection(store.getState());
  expect(first.layout.list.rows + (first.layout.details?.rows ?? 0)).toBe(16);
  store.setState({ now: { wall: 1, elapsed: 1 }, notice: { text: words`x`, tone: 'info' } });
  expect(layoutOfSection(store.getState())).toBe(first);

  store.setState({ size: { columns: 100, rows: 30 } });
  const second = layoutOfSection(store.getState());
  expect(second).not.toBe(first);
  expect(second.layout.list.rows + (second.layout.details?.rows ?? 0)).toBe(22);
  slice.setState({ section: 'send' });
  expect(layoutOfSection(store.getState())).not.toBe(second);
});

it('shows a rebound key', () => {
  const store = consoleStore({
    workspace: { ...EMPTY_WORKSPACE, shieldZones: [{ id: '7', name: 'shop' }] },
    size: { columns: 200, rows: 40 },
  });
  const slice = createSlices().create(EMPTY_GUARDIAN);
  slice.setState({ zone: '7' });
  const layoutOfSection = cachedLayout(slice);
  const shown = () => {
    return styledText(layoutOfSection(store.getState()).lines).join(' ');
  };
  expect(shown()).toContain('Press o and type the path');
  store.setState({ keyNames: new Map([['guardian.choose', words`Ctrl-G`]]) });
  expect(shown()).toContain('Press Ctrl-G and type the path');
});

const CONSOLE: PageSource = {
  none: words`No zone.`,
  workspace: { ...EMPTY_WORKSPACE, shieldZones: [{ id: '7', name: 'shop.example' }] },
  profile: {
    name: words`prod`,
    host: words`api.example`,
    baseUrl: '',
    demo: false,
    readOnly: false,
  },
  changes: [],
  timeZone: 'utc',
  keyNames: NO_KEY_NAMES,
};

const state = (section: SectionId, work: ZoneWork = NEW_ZONE): GuardianState => ({
  ...EMPTY_GUARDIAN,
  section,
  zone: '7',
  zones: new Map([['7', work]]),
});

const filtered = (section: SectionId, filter: string): GuardianState => {
  const shown = state(section, ANSWERED);
  return { ...shown, list: { ...shown.list, filter } };
};

it('without a zone it says so', () => {
  expect(pageSays(sectionPage({ ...state('check'), zone: null }, CONSOLE))).toContain('No zone.');
});

it('every section has something to say in every state', () => {
  for (const section of SECTIONS) {
    for (const work of [NEW_ZONE, CHOSEN, ANSWERED, UNREADABLE]) {
      expect(pageSays(sectionPage(state(section, work), CONSOLE))).not.toBe('');
    }
  }
});

it('knows how many rows a filter hides', () => {
  const hidden = (shown: GuardianState) => sectionPage(shown, CONSOLE).hidden;
  expect(hidden(state('endpoints', ANSWERED))).toBe(0);
  expect(hidden(filtered('endpoints', 'session'))).toBe(3);
  expect(hidden(filtered('changes', 'nothing like it'))).toBe(1);
});

describe('the tabs of the sections', () => {
  it('say what is in them', () => {
    expect(sectionMarks(NEW_ZONE, [])).toEqual({});
    expect(sectionMarks(UNREADABLE, [])).toMatchObject({ check: { text: '✖ 1' } });
    expect(sectionMarks(CHOSEN, [])).toMatchObject({
      check: { text: '✓' },
      changes: { text: '?' },
    });
    expect(sectionMarks(ANSWERED, [])).toMatchObject({
      changes: { text: '1' },
      endpoints: { text: '8' },
      compared: { text: '✓' },
    });
  });

  it('count a plan limit that the file exceeds', () => {
    const data = returnedFor(SHOP, { maxEndpoints: 5, maxTotalSchemaNodes: 5 });
    const returned = { data, sent: null, at: AT, doubtedAt: null };
    expect(sectionMarks({ ...ANSWERED, returned }, [])).toMatchObject({ check: { text: '✖ 2' } });
  });

  const error = new ApiError({ kind: 'timeout', title: 'x' });
  it.each<[ChangeState, string]>([
    [{ kind: 'pending' }, '…'],
    [{ kind: 'accepted', at: AT, summary: null, requestId: null }, '✓'],
    [{ kind: 'refused', at: AT, error, requestId: null }, '✖'],
    [{ kind: 'not sent', at: AT, error, requestId: null }, '✖'],
    [{ kind: 'unknown', at: AT, error, requestId: null }, '?'],
  ])('say how it stands with sending: %j', (sent, text) => {
    const request = uploadRequest({ id: '7', name: 'shop.example' }, FILE, 'keep');
    const work: ZoneWork = { ...CHOSEN, sending: { kind: 'sent', request, attempt: 'one' } };
    const change: Change = {
      attempt: 'one',
      operation: 'guardian-upload',
      subject: { kind: 'zone', id: '7', name: 'shop.example' },
      what: '',
      request: {},
      begun: AT,
      state: sent,
      unrecorded: null,
      watch: null,
    };
    expect(sectionMarks(work, [change]).send?.text).toBe(text);
    const stopped = { kind: 'stopped', reason: words`x`, at: AT } as const;
    expect(sectionMarks({ ...work, sending: stopped }, []).send?.text).toBe('✖');
    expect(sectionMarks({ ...work, sending: { kind: 'looking', request } }, []).send?.text).toBe(
      '…',
    );
  });
});

it('what is under the cursor can be copied, in every section', async () => {
  const test = await guardianConsole();
  test.files.contents.set(SHOP_FILE, SHOP.replace('  /login:', '  login:'));
  expect(await test.line('no file')).toBeDefined();
  await test.press('y');
  expect(await test.text()).toContain('Nothing is under the cursor: move to a row to copy from.');
  await test.choose(SHOP_FILE);
  await test.press('y');
  expect(await test.cursor()).toMatch(
    /place and problem +\/home\/tester\/api\/shop\.yaml:34:3: The path/,
  );

  test.files.contents.set(SHOP_FILE, SHOP);
  await test.press(KEYS.escape, 'r');
  await test.upload();
  await test.press('y');
  expect(await test.cursor()).toMatch(/sha256 of the file +[0-9a-f]{20}/);
  await test.press(KEYS.escape, KEYS.right, 'y');
  expect(await test.cursor()).toMatch(/path +\/search$/);
  expect(await test.line('endpoint as JSON')).toContain('{"apiGuardianEndpointId":"');
});

it('before anything is returned, a declared endpoint can be copied', () => {
  const chosen = state('endpoints', CHOSEN);
  const [cursor = null] = idsIn(sectionPage(chosen, CONSOLE));
  const list = { ...chosen.list, cursor };
  expect(sectionPage({ ...chosen, list }, CONSOLE).copies()).toContainEqual({
    what: 'path',
    text: '/search',
  });
});

it('the problems are in the order that is asked for', () => {
  const { preflight } = FILE;
  const problems = [3, 9, 5].map((line) => ({
    severity: 'error' as const,
    sentence: `in line ${line}`,
    pointer: '',
    line,
    column: 1,
  }));
  const file = { ...FILE, preflight: { ...preflight, problems } };
  const shown = state('check', { ...NEW_ZONE, choice: { kind: 'read', file } });
  const sort = { column: 'place', descending: true };
  const sorted = { ...shown, list: { ...shown.list, sort } };
  const { table } = sectionPage(sorted, CONSOLE);
  expect(table?.sortable).toContain('place');
  expect(
    styledText(table?.lines({ columns: 100, rows: 9 }) ?? []).map(
      (row) => row.match(/in line \d/)?.[0],
    ),
  ).toEqual([undefined, 'in line 9', 'in line 5', 'in line 3']);
});
