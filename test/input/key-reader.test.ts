import { expect, it, test } from 'vitest';
import type { InputEvent, TerminalEvent } from '../../src/input/input-event.ts';
import { createKeyReader, typedLine } from '../../src/input/key-reader.ts';
import { fakeClock } from '../support/fake-clock.ts';

function reading() {
  const clock = fakeClock();
  const events: TerminalEvent[] = [];
  const reader = createKeyReader(clock, (event) => events.push(event));
  return { clock, reader, events };
}
const key = (name: string): InputEvent => ({ kind: 'key', key: name });

test('keys are reported at once', () => {
  const { reader, events } = reading();
  reader.push(Buffer.from('j\u001b[A'));
  expect(events).toEqual([key('j'), { ...key('up'), raw: '\u001b[A' }]);
});

test('a lone escape is reported after its wait', async () => {
  const { clock, reader, events } = reading();
  reader.push('\u001b');
  await clock.advance(49);
  expect(events).toEqual([]);
  await clock.advance(1);
  expect(events).toEqual([key('esc')]);
  expect(clock.sleeping).toBe(0);
});

test('a sequence in pieces within the wait is one key', async () => {
  const { clock, reader, events } = reading();
  reader.push('\u001b');
  await clock.advance(40);
  reader.push('[');
  await clock.advance(40);
  reader.push('A');
  await clock.advance(1000);
  expect(events).toEqual([{ ...key('up'), raw: '\u001b[A' }]);
});

test('an unterminated paste ends by itself', async () => {
  const { clock, reader, events } = reading();
  reader.push('\u001b[200~abc');
  await clock.advance(2000);
  expect(events).toEqual([{ kind: 'paste', text: 'abc', cut: true }]);
});

test('E19: a burst of keys yields to other work and stays in order, and Ctrl-C discards the rest', async () => {
  const clock = fakeClock();
  let elapsed = 0;
  const keys: string[] = [];
  const reader = createKeyReader({ ...clock, elapsed: () => elapsed }, (event) => {
    // Each takes as long as one that is drawn.
    elapsed += 10;
    if (event.kind === 'key') keys.push(event.key);
  });
  const typed = Array.from({ length: 40 }, (_, at) => String.fromCharCode(0x61 + (at % 26)));
  reader.push(typed.join(''));
  reader.push('Z');
  expect(keys.length).toBeLessThan(10);
  await expect.poll(() => keys.length).toBe(41);
  expect(keys).toEqual([...typed, 'Z']);
  reader.push('x'.repeat(30_000));
  reader.push('x\u0003q');
  await expect.poll(() => keys.at(-1)).toBe('q');
  expect(keys.slice(41).filter((key) => key === 'x').length).toBeLessThan(10);
  expect(keys.at(-2)).toBe('ctrl-c');
});

test.each([
  ['behind many in one chunk', [`${'x'.repeat(15_000)}\u0003`]],
  ['behind more than may wait', [`${'x'.repeat(30_000)}\u0003`]],
  [
    'behind more than may wait that come while others do',
    ['x'.repeat(100), `${'x'.repeat(30_000)}\u0003`],
  ],
])('E19: Ctrl-C is acted on in a moment, %s', async (_, chunks) => {
  let elapsed = 0;
  const keys: string[] = [];
  const reader = createKeyReader({ ...fakeClock(), elapsed: () => elapsed }, (event) => {
    elapsed += 10;
    if (event.kind === 'key') keys.push(event.key);
  });
  for (const chunk of chunks) reader.push(chunk);
  await expect.poll(() => keys.at(-1)).toBe('ctrl-c');
  expect(keys.length).toBeLessThan(10);
});

test('keys that are too many to wait are counted, and told of once those before them were acted on', async () => {
  let elapsed = 0;
  const seen: unknown[] = [];
  const reader = createKeyReader(
    { ...fakeClock(), elapsed: () => elapsed },
    (event) => {
      elapsed += 1;
      if (event.kind === 'key') seen.push(event.key);
    },
    (lost) => seen.push(lost),
  );
  reader.push('x'.repeat(20_100));
  reader.push('y'.repeat(70));
  await expect.poll(() => typeof seen.at(-1), { timeout: 20_000 }).toBe('number');
  const acted = seen.length - 1;
  expect(seen.at(-1)).toBe(20_170 - acted);
  expect(acted).toBeGreaterThanOrEqual(20_000);
  // It was told once.
  reader.push('z');
  expect(seen.at(-1)).toBe('z');
});

test('a key whose action fails is not handled again with the next one', () => {
  const keys: string[] = [];
  const reader = createKeyReader(fakeClock(), (event) => {
    if (event.kind === 'key') keys.push(event.key);
    if (keys.length === 1) throw new Error('broken');
  });
  expect(() => reader.push('a')).toThrow('broken');
  reader.push('b');
  expect(keys).toEqual(['a', 'b']);
});

test('after closing nothing is reported', async () => {
  const { clock, reader, events } = reading();
  reader.push('\u001b');
  reader.close();
  reader.push('j');
  await clock.advance(1000);
  expect(events).toEqual([]);
  expect(clock.sleeping).toBe(0);
});

test('closing while an event is handled drops the rest of the chunk', () => {
  const seen: TerminalEvent[] = [];
  const reader = createKeyReader(fakeClock(), (event) => {
    seen.push(event);
    reader.close();
  });
  reader.push('qj');
  expect(seen).toEqual([key('q')]);
});

const ANSWER = '\u001b]11;rgb:fafa/fafa/fafa\u001b\\\u001b[?62;4c';

test('a reported background colour is returned and is no key', async () => {
  const { clock, reader, events } = reading();
  const told = reader.background(200);
  reader.push(ANSWER);
  expect(await told).toEqual({
    red: 0xfafa / 0xffff,
    green: 0xfafa / 0xffff,
    blue: 0xfafa / 0xffff,
  });
  await clock.advance(5000);
  expect(events).toEqual([]);
  expect(clock.sleeping).toBe(0);
});

test('a terminal without colour queries is recognised by its attributes', async () => {
  const { clock, reader, events } = reading();
  const told = reader.background(200);
  reader.push('\u001b[?62;4c');
  expect(await told).toBeUndefined();
  await clock.advance(0);
  expect(clock.sleeping).toBe(0);
  expect(events).toEqual([]);
});

test('the wait is limited, and a later answer is no key', async () => {
  const { clock, reader, events } = reading();
  const told = reader.background(200);
  await clock.advance(200);
  expect(await told).toBeUndefined();
  await clock.advance(400);
  reader.push(ANSWER.slice(0, 9));
  await clock.advance(1000);
  reader.push(ANSWER.slice(9));
  await clock.advance(5000);
  reader.push(ANSWER);
  await clock.advance(5000);
  expect(events).toEqual([]);
});

test('an answer in pieces at any place and pace is no key', async () => {
  for (let cut = 1; cut < ANSWER.length; cut += 1) {
    for (const pause of [0, 40, 60, 140, 260]) {
      const { clock, reader, events } = reading();
      const told = reader.background(200);
      reader.push(ANSWER.slice(0, cut));
      await clock.advance(pause);
      reader.push(ANSWER.slice(cut));
      await clock.advance(3000);
      await told;
      expect(events, `cut at ${cut}, ${pause} ms`).toEqual([]);
    }
  }
});

test('an answer byte by byte is no key, and keys between queries stay keys', async () => {
  const { clock, reader, events } = reading();
  const told = reader.background(200);
  reader.push('j');
  for (const byte of ANSWER) {
    reader.push(byte);
    await clock.advance(5);
  }
  reader.push('k');
  expect(await told).toBeDefined();
  expect(events).toEqual([key('j'), key('k')]);
});

test('an unrequested answer changes nothing', () => {
  const { reader, events } = reading();
  reader.push(`${ANSWER}j`);
  expect(events).toEqual([key('j')]);
});

const read = (chunk: string) => Buffer.from(typedLine(Buffer.from(chunk))).toString();

it.each([
  ['a key stays a key', 'j', 'j'],
  ['a key and a line feed are the key', 'j\n', 'j'],
  ['a line feed alone is Enter', '\n', '\r'],
  ['Enter stays Enter', '\r', '\r'],
  ['a longer line keeps its end', 'auth\n', 'auth\n'],
  ['keys that came together stay keys', 'jjj', 'jjj'],
  ['several lines were pasted', 'q\nq\n', '\u001b[200~q\nq\n\u001b[201~'],
  ['so were lines of a terminal in raw mode', 'a\rb', '\u001b[200~a\rb\u001b[201~'],
])('%s', (_, chunk, keys) => {
  expect(read(chunk)).toBe(keys);
});
