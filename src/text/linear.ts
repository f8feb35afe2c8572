import type { Printable } from './printable.ts';

/**
 * A room without edges: what is drawn for it is not looked at but said, line by line. Wherever a view is
 * handed a width, {@link isLinear} tells the two apart.
 */
export const LINEAR = { columns: 10_000, rows: 40 } as const;

/** Whether so many columns are those of a linear room, or what a view has left of them. */
export const isLinear = (columns: number): boolean => columns > LINEAR.columns / 2;

/** A cell of a row that is said. */
export interface SaidCell {
  /** The column's name; empty where the value says enough. */
  readonly title: string;
  readonly text: string;
  /** A reading that is another one at every poll: no news by itself. */
  readonly live: boolean;
}

/** A line of a linear frame, by what it is. Every text in it is printable. */
export type Part =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly here: boolean;
      /** Its figures are others all the time: no news by themselves. */
      readonly live: boolean;
    }
  /** Where one is: the pane or what lies over it, what it shows and how fresh that is. */
  | {
      readonly kind: 'place';
      readonly name: string;
      readonly what: string;
      readonly fresh: string;
      /** It asks for something: all of it is said, each time. */
      readonly isDialog: boolean;
    }
  /** How it stands, whatever is shown: connection, modes. */
  | { readonly kind: 'status'; readonly all: readonly string[] }
  /** Which one of several is shown. */
  | { readonly kind: 'tab'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: number;
      readonly sorted: string;
      readonly marked: number;
    }
  | {
      readonly kind: 'row';
      readonly id: string;
      /** From 1; null where it is not known. */
      readonly at: number | null;
      readonly of: number;
      readonly here: boolean;
      readonly marked: boolean;
      readonly cells: readonly SaidCell[];
    }
  | { readonly kind: 'notice'; readonly tone: 'info' | 'warn' | 'bad'; readonly text: string }
  | {
      readonly kind: 'prompt';
      readonly label: string;
      readonly value: string;
      /** What is accepted. */
      readonly hint: string;
    }
  /** The keys worth knowing here. */
  | { readonly kind: 'keys'; readonly text: string };

/** For private use: `printable` lets none of them through, so no text from outside can begin a part. */
const MARK = '\ue000';
const EXACT = { from: '\ue001', to: '\ue002' } as const;

/** `part` as one line of a frame. */
export const writePart = (part: Part): string => MARK + JSON.stringify(part);

/** The part that a line of a frame is; undefined for a line of text. */
export function readPart(line: string): Part | undefined {
  // Only `writePart` can have made what begins with the mark.
  return line.startsWith(MARK) ? (JSON.parse(line.slice(MARK.length)) as Part) : undefined;
}

/** `text`, to be said sign by sign as it is: names and ids that something hangs on. */
export const exact = (text: Printable): Printable => (EXACT.from + text + EXACT.to) as Printable;

/** Pieces of a text, alternately to be put into words and to be left as they are. */
export const exactPieces = (text: string): readonly string[] => text.split(/[\ue001\ue002]/);
