import { describe, expect, it } from 'vitest';
import { driftLog } from '../../src/contract/drift.ts';

describe('the drift log', () => {
  it('counts a difference at the same place once, with its first sample', () => {
    const log = driftLog();
    log.note('unknown-field', 'search.Took', 12);
    log.note('unknown-field', 'search.Took', 15);
    log.note('wrong-type', 'search.Took', '15');
    expect(log.entries()).toEqual([
      { kind: 'unknown-field', path: 'search.Took', count: 2, sample: '12' },
      { kind: 'wrong-type', path: 'search.Took', count: 1, sample: '"15"' },
    ]);
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [[1, 2, 3], '[3]'],
    [{ a: { b: {} } }, '{…}'],
    ['x'.repeat(100), `"${'x'.repeat(60)}…"`],
    ['\u001b]0;title\u0007', '"\\u001b]0;title\\u0007"'],
  ])('shortens %j to %s', (value, sample) => {
    const log = driftLog();
    log.note('unknown-value', 'at', value);
    expect(log.entries()[0]?.sample).toBe(sample);
  });

  it('keeps a bounded number of paths of a bounded length', () => {
    const log = driftLog();
    for (let n = 0; n < 2_000; n += 1)
      log.note('unknown-field', `search.${n}${'y'.repeat(5_000)}`, n);
    const entries = log.entries();
    expect(entries).toHaveLength(500);
    expect(Math.max(...entries.map(({ path }) => path.length))).toBeLessThan(250);
  });
});
