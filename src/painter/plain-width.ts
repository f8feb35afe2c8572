import { isSimple } from '../text/characters.ts';
import { memoize } from './memoize.ts';

// A row with colours is asked about three times a frame, and is the same in nearly every frame.
const measured = memoize<number>(1024);
const NOT_PLAIN = -1;

const COLOUR = /\u001b\[[\d;]*m/g;

/**
 * The columns that `text` takes, colour sequences not counted, or undefined when that takes a closer
 * look: text with other characters than `isSimple` knows, with other sequences, or with sequences where
 * `escapes` are to be counted as characters.
 */
export function plainWidth(text: unknown, escapes = false): number | undefined {
  if (typeof text !== 'string') return undefined;
  if (isSimple(text)) return text.length;
  if (escapes || !text.includes('\u001b')) return undefined;
  const width = measured(text, () => {
    const bare = text.replace(COLOUR, '');
    return isSimple(bare) ? bare.length : NOT_PLAIN;
  });
  return width === NOT_PLAIN ? undefined : width;
}
