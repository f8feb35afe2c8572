import { expect, test } from 'vitest';
import type { InputEvent } from '../../src/input/input-event.ts';
import { createKeyReader } from '../../src/input/key-reader.ts';
import { fakeClock } from '../support/fake-clock.ts';

function reading() {
  const clock = fakeClock();
  const events: InputEvent[] = [];
  const reader = createKeyReader(clock, (event) => events.push(event));
  return { clock, reader, events };
}
const key = (name: string): InputEvent => ({ kind: 'key', key: name });

test('keys are reported at once', () => {
  const { reader, events } = reading();
  reader.push(Buffer.from('j\u001b[A'));
  expect(events).toEqual([key('j'), key('up')]);
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

test('a sequence that goes on in time is one key', async () => {
  const { clock, reader, events } = reading();
  reader.push('\u001b');
  await clock.advance(40);
  reader.push('[');
  await clock.advance(40);
  reader.push('A');
  await clock.advance(1000);
  expect(events).toEqual([key('up')]);
});

test('an unterminated paste ends by itself', async () => {
  const { clock, reader, events } = reading();
  reader.push('\u001b[200~abc');
  await clock.advance(2000);
  expect(events).toEqual([{ kind: 'paste', text: 'abc', cut: true }]);
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

test('closing while an event is handled keeps the rest of the chunk back', () => {
  const seen: InputEvent[] = [];
  const reader = createKeyReader(fakeClock(), (event) => {
    seen.push(event);
    reader.close();
  });
  reader.push('qj');
  expect(seen).toEqual([key('q')]);
});
