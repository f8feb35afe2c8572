import type { Bits } from '../storage/bits.ts';
import type { Block } from './block.ts';
import type { TextBlock } from './text-block.ts';

/**
 * One compiled part of a filter. It takes away, from the rows that are still candidates, those it does
 * not hold for; so the parts of a conjunction look at ever fewer rows, and a part that reads text does
 * not read the text of rows that a label has excluded.
 */
export interface Test<Over = Block> {
  /** What a row costs: 0 nothing to speak of, 1 a look at a column, up to 5 a pattern over text. */
  readonly cost: number;
  /** May throw `PatternTooSlow`; the bits are then of no use. */
  narrow(block: Over, bits: Bits): void;
}

/** A test that looks at nothing but log texts. */
export type TextTest = Test<TextBlock>;
