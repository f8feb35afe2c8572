import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { Segment } from '../../../src/events/storage/segment.ts';

function filled(logs: readonly (string | null)[], draft?: ReturnType<Segment['seal']>) {
  const segment = new Segment(0, '7', draft);
  for (const [at, log] of logs.entries()) {
    const row = segment.begin(1000 + at, 1000 + at, log);
    segment.keepOddId(row, `id ${at}`);
    for (const codes of segment.codes) codes[row] = at;
  }
  return segment;
}

const logsOf = (segment: Segment) =>
  Array.from({ length: segment.rows }, (_, row) => segment.logOf(row, segment.unpack()));

describe('a segment', () => {
  test('reads the same before and after it is sealed', () => {
    const logs = ['one', null, '', 'zwölf', '\ud800 lone', 'x'.repeat(100_000)];
    const segment = filled(logs);
    expect(logsOf(segment)).toEqual(logs);
    segment.seal();
    expect(segment.openText).toBeUndefined();
    expect(logsOf(segment)).toEqual(logs);
    expect(segment.idOf(3)).toBe('id 3');
    expect(segment.stampOf(3)).toBe(1003);
  });

  test('uses only the memory that its rows need once it is sealed', () => {
    const segment = filled(Array.from({ length: 300 }, () => 'some log text'));
    const open = segment.byteLength;
    segment.seal();
    expect(segment.byteLength).toBeLessThan(open);
    expect(segment.times.length).toBe(300);
  });

  test('is not changed by the segment that reuses its arrays', () => {
    const first = filled(['a', 'b', 'c']);
    const draft = first.seal();
    const second = filled(['x', 'y', 'z', 'w'], draft);
    expect(logsOf(first)).toEqual(['a', 'b', 'c']);
    expect(logsOf(second)).toEqual(['x', 'y', 'z', 'w']);
    expect(Array.from(first.codes[0] ?? [])).toEqual([0, 1, 2]);
  });

  test('does not keep the large buffer of one giant log', () => {
    const segment = filled(['x'.repeat(6 << 20)]);
    expect(segment.seal().text.length).toBeLessThan(1 << 20);
  });

  test('keeps codes larger than a byte', () => {
    const segment = new Segment(0, '7');
    segment.begin(1, 1, null);
    segment.codes.forEach((codes, column) => {
      codes[0] = column === 0 ? 60_000 : 3;
    });
    segment.seal();
    expect(segment.codes.map((codes) => codes[0])).toEqual([60_000, ...Array(13).fill(3)]);
  });

  test('knows its time span, and whether its text is ASCII', () => {
    expect(filled(['abc', '', null]).ascii).toBe(true);
    expect(filled(['abc', 'ä']).ascii).toBe(false);
    const segment = new Segment(0, '7');
    segment.begin(5, 5, 'a');
    segment.begin(4, 4, 'a');
    expect([segment.oldest, segment.newest]).toEqual([4, 5]);
  });

  test('distinguishes texts of the same length', () => {
    const [a, b] = [
      filled(['abc', null, '']),
      filled(['abc', 'abd', null, '', '\ud800', '\ufffd']),
    ];
    const [texts, others] = [a, b].map((segment) => segment.openText ?? Buffer.alloc(0));
    const said = Array.from({ length: b.rows }, (_, at) =>
      Array.from({ length: a.rows }, (_, row) =>
        a.hasLogOf(row, texts ?? Buffer.alloc(0), b, at, others ?? Buffer.alloc(0)),
      ),
    );
    expect(said.map((row) => row.indexOf(true))).toEqual([0, -1, 1, 2, -1, -1]);
    expect(b.hasLogOf(4, others ?? Buffer.alloc(0), b, 5, others ?? Buffer.alloc(0))).toBe(false);
  });
});
