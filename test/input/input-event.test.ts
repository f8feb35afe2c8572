import { describe, expect, it, test } from 'vitest';
import { readCommandAnswer, readSequenceAnswer, typedText } from '../../src/input/input-event.ts';

test.each([
  ['a', 'a'],
  ['🎉', '🎉'],
  ['space', ' '],
  ['-', '-'],
  ['enter', undefined],
  ['ctrl-d', undefined],
  ['f1', undefined],
  ['', undefined],
])('the key %s types %s', (key, text) => {
  expect(typedText(key)).toBe(text);
});

describe('the background colour reported by a terminal', () => {
  it.each([
    ['11;rgb:0000/0000/0000', [0, 0, 0]],
    ['11;rgb:ffff/ffff/ffff', [1, 1, 1]],
    ['11;rgb:f/f/f', [1, 1, 1]],
    ['11;rgb:FF/80/00', [1, 128 / 255, 0]],
    ['11;rgba:ffff/0000/0000/8080', [1, 0, 0]],
  ])('%s', (text, channels) => {
    const answer = readCommandAnswer(text);
    const colour = answer?.kind === 'background' ? Object.values(answer.colour) : [];
    expect(colour).toEqual(channels);
  });

  it.each([
    '10;rgb:ffff/ffff/ffff',
    '11;rgb:ffff/ffff',
    '11;rgb:fffff/0/0',
    '11;rgb:gg/00/00',
    '11;#ffffff',
    '11;rgb:ff/ff/ff;0;evil',
    ' 11;rgb:ff/ff/ff',
    '11;rgb:ff/ff/ff\n',
    '',
  ])('is not %j', (text) => {
    expect(readCommandAnswer(text)).toBeUndefined();
  });
});

it('its attributes are an answer too, and no other sequence is', () => {
  expect(readSequenceAnswer('\u001b[?62;1;4c')).toEqual({ kind: 'attributes' });
  for (const other of ['\u001b[?1u', '\u001b[c', '\u001b[>0;1c', '\u001b[?2026;2$y']) {
    expect(readSequenceAnswer(other)).toBeUndefined();
  }
});
