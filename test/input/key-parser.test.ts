import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TerminalEvent } from '../../src/input/input-event.ts';
import { createKeyParser, createPasteBuffer, MAX_PASTE } from '../../src/input/key-parser.ts';
import { playScript, SCRIPTED } from '../support/key-script.ts';

const CHUNKINGS = 5_000;

/** Chunks with their times, as lines of `key` and `"paste"`; the last entry may be a time alone. */
function read(
  ...steps: readonly (readonly [number, string | Uint8Array] | readonly [number])[]
): string[] {
  const parser = createKeyParser(() => {});
  return steps
    .flatMap(([at, chunk]): TerminalEvent[] =>
      chunk === undefined ? parser.tick(at) : parser.push(chunk, at),
    )
    .map((event) => {
      if (event.kind === 'key') return event.key;
      if (event.kind === 'mouse') return `${event.action} ${event.column},${event.row}`;
      return JSON.stringify(event.text) + (event.cut ? ' cut' : '');
    });
}

test('several keys in one chunk are several keys', () => {
  expect(read([0, 'jjj'])).toEqual(['j', 'j', 'j']);
  expect(read([0, 'd\ry'])).toEqual(['d', 'enter', 'y']);
});

test(`${CHUNKINGS} chunkings of one script read the same`, () => {
  for (let seed = 0; seed < CHUNKINGS; seed++) {
    const events = playScript(seed);
    if (events.length !== SCRIPTED.length || JSON.stringify(events) !== JSON.stringify(SCRIPTED)) {
      expect({ seed, events }).toEqual({ seed, events: SCRIPTED });
    }
  }
});

test('bytes that are not UTF-8 are no keys', () => {
  expect(read([0, Uint8Array.of(0xff, 0x6a, 0xc3)], [10, Uint8Array.of(0x6b)])).toEqual(['j', 'k']);
});

test('whatever came before, Ctrl-C is a key within two seconds', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc
      .array(
        fc.constantFrom('\u001b', '[', '200~', '201~', 'O', ']', 'P', ';1', 'M', '\u0003', 'é'),
        {
          maxLength: 8,
        },
      )
      .map((parts) => Buffer.from(parts.join(''))),
  );
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 4 }), (chunks) => {
      const parser = createKeyParser(() => {});
      const events = chunks.flatMap((chunk, i) => parser.push(chunk, i));
      events.push(...parser.push('\u0003', chunks.length), ...parser.tick(chunks.length + 2000));
      expect(events).toContainEqual(expect.objectContaining({ kind: 'key', key: 'ctrl-c' }));
    }),
    { numRuns: 3_000 },
  );
});

describe('an escape', () => {
  test('alone is Esc after a short wait', () => {
    const parser = createKeyParser(() => {});
    expect(parser.push('\u001b', 100)).toEqual([]);
    expect(parser.deadline).toBe(150);
    expect(parser.tick(149)).toEqual([]);
    expect(parser.tick(150)).toEqual([{ kind: 'key', key: 'esc' }]);
    expect(parser.deadline).toBeUndefined();
  });

  test('that waited too long is Esc before the key that follows', () => {
    expect(read([0, '\u001b'], [90, 'j'])).toEqual(['esc', 'j']);
  });

  test('and a key at once is the key with alt', () => {
    expect(read([0, '\u001b'], [20, 'j'])).toEqual(['alt-j']);
    expect(read([0, '\u001b['], [251])).toEqual(['alt-[']);
    expect(read([0, '\u001bO'], [251])).toEqual(['alt-O']);
    expect(read([0, '\u001b]'], [200])).toEqual(['alt-]']);
  });

  test('twice is Esc twice', () => {
    expect(read([0, '\u001b\u001b'], [60])).toEqual(['esc', 'esc']);
  });

  test('never swallows Ctrl-C', () => {
    for (const start of [
      '\u001b',
      '\u001b[',
      '\u001b[1;',
      '\u001bO',
      '\u001b]0;x',
      '\u001bP',
      '\u001b[M',
      '\u001b[[',
    ]) {
      expect(read([0, `${start}\u0003`]).at(-1)).toBe('ctrl-c');
    }
  });

  test('whose sequence comes late is Esc and that key, not text', () => {
    expect(read([0, '\u001b'], [60], [120, '[A'])).toEqual(['esc', 'up']);
    expect(read([0, '\u001b'], [60], [120, 'OB'])).toEqual(['esc', 'down']);
  });

  test('does not change a bracket that is pressed after it', () => {
    expect(read([0, '\u001b'], [60], [300, '['])).toEqual(['esc', '[']);
    expect(read([0, '\u001b'], [60], [2000, '[A'])).toEqual(['esc', '[', 'A']);
  });
});

describe('an answer of the terminal', () => {
  test('that never ends is given up', () => {
    expect(read([0, '\u001b]11;rgb:0'], [151], [200, 'j'])).toEqual(['j']);
    expect(read([0, '\u001b[1;2'], [251], [300, 'j'])).toEqual(['j']);
  });

  test('is ended by the next sequence', () => {
    expect(read([0, '\u001b]11;rgb\u001b[A'])).toEqual(['up']);
  });

  test('that is longer than any key is not waited for', () => {
    expect(read([0, `\u001b[${'1;'.repeat(100)}`], [1, 'j'])).toEqual(['j']);
  });
});

describe('a paste', () => {
  test('is text, whatever is in it', () => {
    expect(read([0, '\u001b[200~D\r\u001b[A\u001b[201~j'])).toEqual(['"D\\r\\u001b[A"', 'j']);
  });

  test('is cut at 64 KiB and its end still found', () => {
    const parser = createKeyParser(() => {});
    parser.push('\u001b[200~', 0);
    for (let i = 0; i < 20; i++) parser.push('x'.repeat(10_000), i);
    expect(parser.push('\u001b[201~j', 30)).toEqual([
      { kind: 'paste', text: 'x'.repeat(65_536), cut: true },
      { kind: 'key', key: 'j' },
    ]);
  });

  test('is not cut within a character', () => {
    const parser = createKeyParser(() => {});
    parser.push(`\u001b[200~${'x'.repeat(65_535)}🎉`, 0);
    expect(parser.push('\u001b[201~', 0)).toEqual([
      { kind: 'paste', text: 'x'.repeat(65_535), cut: true },
    ]);
  });

  test('without an end is given up two seconds after its last byte', () => {
    expect(read([0, '\u001b[200~ab'], [1500, 'c'], [3499], [3500], [3501, 'j'], [3551])).toEqual([
      '"abc" cut',
      'j',
    ]);
  });

  test('without an end is left by Ctrl-C within two seconds', () => {
    expect(read([0, '\u001b[200~abc'], [500, '\u0003'], [2500])).toEqual(['"abc" cut', 'ctrl-c']);
  });

  test('without an end is left by Ctrl-C three times', () => {
    expect(read([0, '\u001b[200~abc'], [1, '\u0003'], [2, '\u0003'], [3, '\u0003'])).toEqual([
      '"abc" cut',
      'ctrl-c',
    ]);
    expect(read([0, '\u001b[200~abc'], [1, '\u0003\u0003\u0003'])).toEqual(['"abc" cut', 'ctrl-c']);
  });

  test('cannot end itself with Ctrl-C in its text', () => {
    const text = 'a\u0003\u0003\u0003:delete\r';
    expect(read([0, `\u001b[200~${text}`], [1, '\u001b[201~'])).toEqual([JSON.stringify(text)]);
  });

  test('that was interrupted runs no keys with its rest', () => {
    expect(
      read(
        [0, '\u001b[200~abc'],
        [1, '\u0003\u0003\u0003'],
        [2, ':delete\r'],
        [150],
        [160, 'j'],
        [210],
      ),
    ).toEqual(['"abc" cut', 'ctrl-c', 'j']);
    expect(read([0, '\u001b[200~abc'], [1, '\u0003\u0003\u0003'], [2, 'def\u001b[201~j'])).toEqual([
      '"abc" cut',
      'ctrl-c',
      'j',
    ]);
  });

  test('runs no keys with its late rest', () => {
    expect(read([0, '\u001b[200~abc'], [2000], [2500, ':delete\r\u001b[201~j'])).toEqual([
      '"abc" cut',
      'j',
    ]);
  });

  test('runs no keys with a late rest in pieces', () => {
    const begun = [0, '\u001b[200~abc'] as const;
    const expected = ['"abc" cut', 'j'];
    for (const rest of [
      ['q\r:delete\r', 'y'],
      ['q', '\r:delete\r', 'y'],
      ['q', '\r', 'y'],
    ]) {
      const pieces = rest.map((piece, at) => [2500 + 20 * at, piece] as const);
      expect(read(begun, ...pieces, [2600, '\u001b[201~j'])).toEqual(expected);
    }
    const twice = [
      [2500, 'd\r'],
      [4000, 'y'],
      [9000, ':quit\r'],
      [9001, '\u001b[201~j'],
    ] as const;
    expect(read(begun, ...twice)).toEqual(expected);
  });

  test('that was interrupted runs no keys with its late rest', () => {
    expect(
      read(
        [0, '\u001b[200~abc'],
        [1, '\u0003\u0003\u0003'],
        [900, ':delete\r'],
        [901, 'y\u001b[201~j'],
      ),
    ).toEqual(['"abc" cut', 'ctrl-c', 'j']);
  });

  test('in random pieces and at random times gives only the keys after it', () => {
    const piece = fc.record({
      length: fc.integer({ min: 1, max: 9 }),
      pause: fc.constantFrom(0, 1, 40, 300, 1900, 2100, 20_000),
    });
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\u001b', '')),
        fc.array(piece, { minLength: 40, maxLength: 40 }),
        (text, cuts) => {
          const parser = createKeyParser(() => {});
          const events = parser.push('\u001b[200~', 0);
          const characters = Array.from(`${text}\u001b[201~`);
          let at = 0;
          let longest = 0;
          for (const { length, pause } of cuts) {
            const taken = characters.splice(0, length);
            if (taken.length === 0) break;
            events.push(...parser.push(taken.join(''), at));
            // A character by itself is a key, where a pause is behind it.
            const wait = taken.length === 1 ? Math.min(pause, 40) : pause;
            if (characters.length > 0) longest = Math.max(longest, wait);
            at += wait;
          }
          events.push(...parser.push('j', at), ...parser.tick(at + 50));
          const [paste, ...keys] = events;
          expect(keys).toEqual([{ kind: 'key', key: 'j' }]);
          expect(paste).toMatchObject({ kind: 'paste', cut: longest >= 2000 });
          expect(paste?.kind === 'paste' && text.startsWith(paste.text)).toBe(true);
          if (longest < 2000) expect(paste).toMatchObject({ text });
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('that lost its end delays keys only until they are told apart from its rest', () => {
    const lost = [[0, '\u001b[200~abc'], [2000]] as const;
    const arrows = '\u001b[A\u001b[B';
    expect(read(...lost, [2500, 'j'], [2550], [2600, arrows], [2700, '\u0003'], [2750])).toEqual([
      '"abc" cut',
      'j',
      'up',
      'down',
      'ctrl-c',
    ]);
    // What looks like the rest ends with a pause, too.
    expect(read(...lost, [2500, 'kk'], [4500], [4600, 'j'], [4650])).toEqual(['"abc" cut', 'j']);
    expect(read(...lost, [2500, 'kk\u0003'], [4500])).toEqual(['"abc" cut', 'ctrl-c']);
    expect(read(...lost, [62_001, 'jj'])).toEqual(['"abc" cut', 'j', 'j']);
  });

  test('after a paste that lost its end is complete', () => {
    const lost = [[0, '\u001b[200~abc'], [2000]] as const;
    const whole = '\u001b[200~x\u001b[201~';
    expect(read(...lost, [2500, whole])).toEqual(['"abc" cut', '"x"']);
    expect(read(...lost, [2500, 'def'], [2600, `gh${whole}jj`])).toEqual([
      '"abc" cut',
      '"x"',
      'j',
      'j',
    ]);
  });
});

test('keeps added text', () => {
  const buffer = createPasteBuffer();
  buffer.add('a');
  buffer.add('');
  buffer.add('b\u0003');
  expect(buffer.endsInterrupted).toBe(true);
  expect(buffer.close(true)).toEqual({ kind: 'paste', text: 'ab\u0003', cut: false });
});

test('without its end drops the Ctrl-C pressed to leave it', () => {
  const buffer = createPasteBuffer();
  buffer.add('ab\u0003\u0003');
  expect(buffer.close(false)).toEqual({ kind: 'paste', text: 'ab', cut: true });
});

test('of the maximum length is complete', () => {
  const buffer = createPasteBuffer();
  buffer.add('x'.repeat(MAX_PASTE));
  expect(buffer.close(true).cut).toBe(false);
  buffer.add('y');
  expect(buffer.close(true)).toEqual({ kind: 'paste', text: 'x'.repeat(MAX_PASTE), cut: true });
});

test('mouse events come in order among the keys, with cells from 0', () => {
  expect(read([0, 'j\u001b[<0;12;5Mk\u001b[<32;13;5M\u001b[<0;13;5mj'])).toEqual([
    'j',
    'press 11,4',
    'k',
    'drag 12,4',
    'release 12,4',
    'j',
  ]);
  expect(read([0, '\u001b[<64;1;1M\u001b[<65;1;1M'])).toEqual(['wheel-up 0,0', 'wheel-down 0,0']);
});

test('other buttons, modifiers, values out of range and the oldest form are ignored', () => {
  const reports = ['<2;1;1M', '<4;1;1M', '<64;1;1m', '<0;999999;1M', '<0;1M', '<0;1;1;1M', 'M !!'];
  for (const report of reports) expect(read([0, `\u001b[${report}j`])).toEqual(['j']);
});

test('a mouse report with an early escape, or in pieces, is not typed text', () => {
  const late = ['esc', 'press 11,4', 'j'];
  expect(read([0, '\u001b'], [60, '[<0;12;5Mj'])).toEqual(late);
  expect(read([0, '\u001b'], [60, '[<0;1'], [100, '2;5Mj'])).toEqual(late);
  expect(read([0, '\u001b[<0;1'], [100, '2;5Mj'])).toEqual(late.slice(1));
});
