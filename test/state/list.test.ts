import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_LIST, marked, moved, movedTo, pinned, selectedId } from '../../src/state/list.ts';
import { cursorPlace } from '../../src/text/list-window.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'];

describe('a cursor kept by identity', () => {
  it('begins on the first row', () => {
    expect(selectedId(EMPTY_LIST, IDS)).toBe('a');
    expect(selectedId(EMPTY_LIST, [])).toBeNull();
  });

  it('stays on its row when rows change places', () => {
    const list = movedTo(EMPTY_LIST, IDS, 'c', 5);
    expect(selectedId(list, ['e', 'c', 'a'])).toBe('c');
  });

  it('says that its row is gone and selects nothing instead of sliding on', () => {
    const list = movedTo(EMPTY_LIST, IDS, 'c', 5);
    expect(cursorPlace(list, ['a', 'b', 'd'])).toEqual({ kind: 'gone', index: 2 });
    expect(selectedId(list, ['a', 'b', 'd'])).toBeNull();
  });

  it('comes back when its row does', () => {
    const list = movedTo(EMPTY_LIST, IDS, 'c', 5);
    expect(selectedId(list, ['c', 'a'])).toBe('c');
  });

  it('is put on the first row where what was asked for leaves its row out', () => {
    expect(pinned(EMPTY_LIST, IDS).cursor).toBe('a');
    expect(pinned(movedTo(EMPTY_LIST, IDS, 'c', 5), IDS).cursor).toBe('c');
    expect(pinned(movedTo(EMPTY_LIST, IDS, 'c', 5), ['d', 'e'])).toMatchObject({
      cursor: 'd',
      at: 0,
    });
    expect(pinned(EMPTY_LIST, []).cursor).toBeNull();
  });

  it('moves on from where the vanished row was, to one of its neighbours', () => {
    const list = movedTo(EMPTY_LIST, IDS, 'c', 5);
    expect(moved(list, ['a', 'b', 'd', 'e'], { by: 1 }, 5).cursor).toBe('d');
    expect(moved(list, ['a', 'b', 'd', 'e'], { by: -1 }, 5).cursor).toBe('b');
    expect(moved(list, ['a', 'b'], { by: 1 }, 5).cursor).toBe('b');
  });

  it('stops at the ends', () => {
    expect(moved(EMPTY_LIST, IDS, { by: -3 }, 5).cursor).toBe('a');
    expect(moved(EMPTY_LIST, IDS, { by: 99 }, 5).cursor).toBe('e');
    expect(moved(EMPTY_LIST, IDS, { to: 'last' }, 5).cursor).toBe('e');
  });

  it('marks a row, moves on, and takes the mark back', () => {
    const once = marked(EMPTY_LIST, IDS, 5);
    expect([...once.marks]).toEqual(['a']);
    expect(once.cursor).toBe('b');
    const again = marked(movedTo(once, IDS, 'a', 5), IDS, 5);
    expect([...again.marks]).toEqual([]);
  });

  it('is in sight after any moves, at any height', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 30 }),
        (length, height, moves) => {
          const ids = Array.from({ length }, (_, at) => String(at));
          let list = EMPTY_LIST;
          for (const by of moves) list = moved(list, ids, { by }, height);
          const at = ids.indexOf(selectedId(list, ids) ?? '');
          expect(at).toBeGreaterThanOrEqual(list.top);
          expect(at).toBeLessThan(list.top + height);
          expect(list.top).toBeLessThanOrEqual(Math.max(0, length - height));
        },
      ),
    );
  });
});
