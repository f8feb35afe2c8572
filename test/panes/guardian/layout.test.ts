import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import {
  cachedLayout,
  lastTop,
  layOutPage,
  type PageSource,
  pageOf,
  scrolledText,
  sectionMarks,
  textWindow,
} from '../../../src/panes/guardian/layout.ts';
import type { Page } from '../../../src/panes/guardian/page.ts';
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
import { compose, type Line, span } from '../../../src/ui/line.ts';
import type { RecordItem } from '../../../src/ui/record-lines.ts';
import { KEYS } from '../../support/console.ts';
import { consoleStore } from '../../support/console-store.ts';
import { guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { SHOP } from '../../support/guardian-samples.ts';
import { ANSWERED, AT, CHOSEN, FILE, pageSays, UNREADABLE } from '../../support/guardian-states.ts';
import { styledText } from '../../support/line-text.ts';

const line = (text: string): Line => [span(printable(text))];
const item = (text: string): RecordItem => ({ kind: 'text', text: printable(text) });
const NO_ROWS = { hidden: 0, copies: () => [] };
const WITH_TABLE: Page = {
  ...NO_ROWS,
  head: () => [line('one'), line('two'), line('three')],
  table: { ids: ['a'], sortable: [], lines: () => [] },
  body: () => [],
  detail: ({ columns }) => [item(`detail in ${columns}`)],
};
const TEXT: Page = {
  ...NO_ROWS,
  head: () => [line('head')],
  table: null,
  body: ({ columns }) => [line(`body in ${columns}`)],
  detail: ({ columns }) => [item(`detail in ${columns}`)],
};
const CALM = { preview: true, detail: false };

describe('a page with a table', () => {
  it('has it below its head, and all about its row beside it where there is room', () => {
    expect(layOutPage(WITH_TABLE, { columns: 80, rows: 16 }, CALM)).toMatchObject({
      kind: 'table',
      // Its head and its only row: what that leaves blank has more of what the row is about.
      room: { columns: 80, rows: 2 },
      beside: null,
    });
    const wide = layOutPage(WITH_TABLE, { columns: 200, rows: 40 }, CALM);
    expect(wide).toMatchObject({ kind: 'table', room: { columns: 122, rows: 37 } });
    expect(wide.beside && styledText(wide.beside.lines)).toEqual(['detail in 76']);
  });

  it('says below it, where there is none beside, what the row is about, always in as many lines', () => {
    const below = (columns: number, detail: readonly RecordItem[]) => {
      const layout = layOutPage(
        {
          ...WITH_TABLE,
          table: { ids: [...'abcdefghijkl'], sortable: [], lines: () => [] },
          detail: () => detail,
        },
        { columns, rows: 16 },
        CALM,
      );
      return layout.kind === 'table' ? styledText(layout.below) : [];
    };
    expect(below(80, [item('why'), item('where')]).slice(1)).toEqual(['why', 'where']);
    expect(below(80, [item('why')])).toHaveLength(3);
    expect(below(80, [item('1'), item('2'), item('3')])[0]).toMatch(/─ 1 more line: d ──$/);
    expect(below(200, [item('why')])).toEqual([]);
  });

  it('shows requested details beside it from 120 columns', () => {
    const asked = layOutPage(WITH_TABLE, { columns: 120, rows: 30 }, { ...CALM, detail: true });
    expect(asked.beside && styledText(asked.beside.lines)).toEqual(['detail in 45']);
  });

  it('gives the whole room to details where there is no other', () => {
    const narrow = layOutPage(WITH_TABLE, { columns: 80, rows: 16 }, { ...CALM, detail: true });
    expect(narrow.kind === 'text' && styledText(narrow.text.lines)).toEqual([' detail in 78']);
    expect(scrolledText(narrow, true)?.lines).toHaveLength(1);
    const wide = layOutPage(WITH_TABLE, { columns: 200, rows: 40 }, { ...CALM, detail: true });
    expect(wide.kind).toBe('table');
    expect(scrolledText(wide, true)).toBe(wide.beside);
    expect(scrolledText(wide, false)).toBeNull();
  });

  it('cuts the head before the table in few rows', () => {
    expect(layOutPage(WITH_TABLE, { columns: 60, rows: 6 }, CALM)).toMatchObject({
      head: [line('one')],
      // What one row leaves blank says more of it.
      room: { rows: 2 },
    });
    const table = { ids: [...'abc'], sortable: [], lines: () => [] };
    expect(layOutPage({ ...WITH_TABLE, table }, { columns: 60, rows: 6 }, CALM)).toMatchObject({
      head: [line('one')],
      room: { rows: 5 },
      below: [],
    });
  });
});

describe('a page of text', () => {
  it('shows details first, or beside it', () => {
    const narrow = layOutPage(TEXT, { columns: 80, rows: 16 }, CALM);
    expect(narrow.kind === 'text' && styledText(narrow.text.lines)).toEqual([
      ' detail in 78',
      '',
      'head',
      'body in 80',
    ]);
    const wide = layOutPage(TEXT, { columns: 200, rows: 40 }, CALM);
    expect(wide.kind === 'text' && styledText(wide.text.lines)).toEqual(['head', 'body in 122']);
    expect(wide.beside?.columns).toBe(76);
    // `p` takes what is beside away.
    expect(
      layOutPage(TEXT, { columns: 200, rows: 40 }, { ...CALM, preview: false }).beside,
    ).toBeNull();
  });
});

describe('a text that is longer than its room', () => {
  const lines = Array.from({ length: 10 }, (_, at) => compose(line(`line ${at}`), 20));
  const block = { lines, columns: 20 };

  it('says how much there is below', () => {
    expect(styledText(textWindow(block, 0, 4))).toEqual([
      'line 0',
      'line 1',
      'line 2',
      ' … 7 more lines',
    ]);
  });

  it('can be scrolled to its end and no further', () => {
    expect(lastTop(10, 4)).toBe(6);
    expect(lastTop(3, 4)).toBe(0);
    const end = ['line 6', 'line 7', 'line 8', 'line 9'];
    expect(styledText(textWindow(block, 6, 4))).toEqual(end);
    expect(styledText(textWindow(block, 99, 4))).toEqual(end);
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
  expect(first.rows).toBe(16);
  store.setState({ now: { wall: 1, elapsed: 1 }, notice: { text: words`x`, tone: 'info' } });
  expect(layoutOfSection(store.getState())).toBe(first);

  store.setState({ size: { columns: 100, rows: 30 } });
  const second = layoutOfSection(store.getState());
  expect(second).not.toBe(first);
  expect(second.rows).toBe(22);
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
    const { layout } = layoutOfSection(store.getState());
    return layout.kind === 'text' ? styledText(layout.text.lines).join(' ') : '';
  };
  expect(shown()).toContain('Press o and type the path');
  store.setState({ keyNames: new Map([['guardian.choose', words`Ctrl-G`]]) });
  expect(shown()).toContain('Press Ctrl-G and type the path');
});

const CONSOLE: PageSource = {
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
  const { lists, ...rest } = state(section, ANSWERED);
  return { ...rest, lists: { ...lists, [section]: { ...lists[section], filter } } };
};

it('without a zone it says how to watch one', () => {
  expect(pageSays(pageOf({ ...state('check'), zone: null }, CONSOLE))).toContain(
    'Type :add zone ID',
  );
});

it('every section has something to say in every state', () => {
  for (const section of SECTIONS) {
    for (const work of [NEW_ZONE, CHOSEN, ANSWERED, UNREADABLE]) {
      expect(pageSays(pageOf(state(section, work), CONSOLE))).not.toBe('');
    }
  }
});

it('knows how many rows a filter hides', () => {
  const hidden = (shown: GuardianState) => pageOf(shown, CONSOLE).hidden;
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
  const { table } = pageOf(chosen, CONSOLE);
  const cursor = table?.ids[0] ?? null;
  const lists = { ...chosen.lists, endpoints: { ...chosen.lists.endpoints, cursor } };
  expect(pageOf({ ...chosen, lists }, CONSOLE).copies()).toContainEqual({
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
  const { check } = shown.lists;
  const sorted = { ...shown, lists: { ...shown.lists, check: { ...check, sort } } };
  const { table } = pageOf(sorted, CONSOLE);
  expect(table?.sortable).toContain('place');
  expect(
    styledText(table?.lines({ columns: 100, rows: 9 }, true) ?? []).map(
      (row) => row.match(/in line \d/)?.[0],
    ),
  ).toEqual([undefined, 'in line 9', 'in line 5', 'in line 3']);
});
