import { describe, expect, it } from 'vitest';
import { SPOKEN_ROOM } from '../../src/text/spoken.ts';
import { BESIDE, layoutOf, MIN_SIZE, sideBySide, WIDE } from '../../src/ui/layout.ts';

describe('the screen', () => {
  it.each([
    [80, 24, false, 19],
    [200, 50, false, 45],
    [80, 24, true, 21],
    [60, 15, false, 10],
  ])('of %ix%i, full pane %s, leaves %i lines to the pane', (columns, rows, fullPane, body) => {
    expect(layoutOf({ columns, rows }, fullPane)).toEqual({
      kind: 'full',
      columns,
      body,
      chrome: !fullPane,
    });
  });

  it.each([
    [MIN_SIZE.columns - 1, 50],
    [200, MIN_SIZE.rows - 1],
    [0, 0],
  ])('of %ix%i is too small for panes', (columns, rows) => {
    expect(layoutOf({ columns, rows }, false)).toEqual({ kind: 'emergency' });
  });
});

describe('a wide screen', () => {
  it('is divided between a list and its detail, with a gap between', () => {
    for (const columns of [WIDE, 160, 200, 400]) {
      const parts = sideBySide({ columns }, true);
      expect(parts && parts.list + parts.detail + 2).toBe(columns);
      expect(parts?.list).toBeGreaterThan(parts?.detail ?? 0);
    }
  });

  it('is not when the preview is off, or the screen is narrower', () => {
    expect(sideBySide({ columns: 200 }, false)).toBeNull();
    expect(sideBySide({ columns: WIDE - 1 }, true)).toBeNull();
    expect(sideBySide({ columns: 80 }, true, true)).toBeNull();
  });

  it('shows what was asked for beside the list sooner, preview or not', () => {
    expect(sideBySide({ columns: BESIDE }, true)).toBeNull();
    expect(sideBySide({ columns: BESIDE }, false, true)).toMatchObject({ list: 73, detail: 45 });
    expect(sideBySide({ columns: 300 }, false, true)?.detail).toBe(110);
  });
});

it('spoken output has one column', () => {
  expect(sideBySide(SPOKEN_ROOM, true)).toBeNull();
});
