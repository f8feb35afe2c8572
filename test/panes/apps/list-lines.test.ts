import { describe, expect, it } from 'vitest';
import { type AppListFacts, appListLines } from '../../../src/panes/apps/list-lines.ts';
import { type AppRow, appRow, EMPTY_APPS } from '../../../src/panes/apps/state.ts';
import { overviewOf } from '../../support/overviews.ts';

const now = { wall: Date.parse('2026-03-14T14:02:00Z'), elapsed: 60_000 };

const loaded = (id: string, name: string): AppRow => ({
  ...appRow(id, name),
  overview: { kind: 'loaded', value: overviewOf(), at: now, took: 12 },
});

const rows = [loaded('a1', 'checkout'), loaded('a2', 'basket')];

const drawn = (change: Partial<AppListFacts> = {}, columns = 80) => {
  const apps = { ...EMPTY_APPS, rows, list: { ...EMPTY_APPS.list, cursor: 'a2', at: 1 } };
  const { list, detail } = appListLines(
    { apps, visible: rows, now, interval: 5000, preview: true, keyNames: new Map(), ...change },
    { columns, rows: 10 },
  );
  const plain = (lines: readonly string[]) =>
    lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd());
  return {
    list: plain(list.lines),
    width: list.columns,
    detail: detail && plain(detail.lines),
  };
};

describe('the list of applications', () => {
  it('is as wide as the screen, with a line for each, on a small one', () => {
    const { list, width, detail } = drawn();
    expect(width).toBe(80);
    expect(detail).toBeUndefined();
    expect(list).toEqual([
      expect.stringMatching(/^ {2}APPLICATION +STATUS/),
      expect.stringMatching(/^ {2}checkout +● active/),
      expect.stringMatching(/^❯ basket +● active/),
    ]);
  });

  it('has the application under the cursor beside it on a wide one, unless that is not wanted', () => {
    const { width, detail } = drawn({}, 200);
    expect(width).toBeLessThan(130);
    expect(detail?.[0]).toBe('basket  a2');
    expect(drawn({ preview: false }, 200)).toMatchObject({ width: 200, detail: undefined });
  });

  it('shows nothing beside it where the cursor is on none', () => {
    expect(drawn({ visible: [] }, 200).detail).toEqual([]);
  });

  it.each<[string, Partial<AppListFacts>, RegExp]>([
    ['nothing is watched', { apps: EMPTY_APPS }, /No application is watched\. Type :add app ID/],
    [
      'the filter hides all',
      { apps: { ...EMPTY_APPS, rows, list: { ...EMPTY_APPS.list, filter: 'x\u001b[2J' } } },
      /No application matches “x.*”\. Esc clears the filter\./,
    ],
    [
      'nothing stands out',
      { apps: { ...EMPTY_APPS, rows, onlyProblems: true } },
      /Nothing stands out in what is watched \(2\)\. ! shows all of it\./,
    ],
  ])('says why it is empty when %s', (_, change, why) => {
    const { list } = drawn({ ...change, visible: [] });
    expect(list).toEqual(['', expect.stringMatching(why)]);
    expect(list.join('')).not.toContain('\u001b');
  });
});
