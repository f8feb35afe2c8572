import { isSimple } from '../../src/text/characters.ts';

interface Segment {
  readonly segment: string;
  readonly index: number;
}

function* codeUnits(text: string): Generator<Segment> {
  for (let index = 0; index < text.length; index++) {
    yield { segment: text.charAt(index), index };
  }
}

// Neither joins a neighbour: a line feed and the escape of a colour sequence.
const LONERS = /[\n\u001b]/g;

let segmenter: Intl.Segmenter | undefined;

/**
 * `Intl.Segmenter` by graphemes, made when the first text needs it: in simple text every character is a
 * grapheme of its own.
 */
export const graphemes = {
  segment(text: string): Iterable<Segment> {
    if (isSimple(text.replace(LONERS, ''))) return codeUnits(text);
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    return segmenter.segment(text);
  },
};
