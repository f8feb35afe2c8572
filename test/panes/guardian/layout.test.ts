import { describe, expect, it } from 'vitest';
import {
  cachedLayout,
  lastTop,
  layOutPage,
  scrolledText,
  textWindow,
} from '../../../src/panes/guardian/layout.ts';
import type { Page } from '../../../src/panes/guardian/page.ts';
import { EMPTY_GUARDIAN, withWork } from '../../../src/panes/guardian/state.ts';
import { createConsoleStore } from '../../../src/state/console-state.ts';
import { createSlices } from '../../../src/state/slice.ts';
import { EMPTY_WORKSPACE } from '../../../src/state/workspace.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { compose, type Line, span } from '../../../src/ui/line.ts';
import type { RecordItem } from '../../../src/ui/record-lines.ts';
import { consoleStore } from '../../support/console-store.ts';
import { AT, CHOSEN } from '../../support/guardian-states.ts';
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

  it('has all about its row beside it from 120 columns when that is asked for', () => {
    const asked = layOutPage(WITH_TABLE, { columns: 120, rows: 30 }, { ...CALM, detail: true });
    expect(asked.beside && styledText(asked.beside.lines)).toEqual(['detail in 45']);
  });

  it('gives all of the room to the row where there is no other', () => {
    const narrow = layOutPage(WITH_TABLE, { columns: 80, rows: 16 }, { ...CALM, detail: true });
    expect(narrow.kind === 'text' && styledText(narrow.text.lines)).toEqual([' detail in 78']);
    expect(scrolledText(narrow, true)?.lines).toHaveLength(1);
    const wide = layOutPage(WITH_TABLE, { columns: 200, rows: 40 }, { ...CALM, detail: true });
    expect(wide.kind).toBe('table');
    expect(scrolledText(wide, true)).toBe(wide.beside);
    expect(scrolledText(wide, false)).toBeNull();
  });

  it('keeps the table where there are few rows: the head gives way', () => {
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
  it('has what matters most first, or beside it', () => {
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

it('lays out again what has changed, and nothing else', () => {
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

it('names a key anew once the operator has chosen another', () => {
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
