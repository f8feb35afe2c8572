/** Where a view is drawn: on so many cells of a screen, or in what is read aloud. */
export type Room = ScreenRoom | SpokenRoom;

interface ScreenRoom {
  readonly kind?: 'screen' | undefined;
  readonly columns: number;
  readonly rows: number;
  /** Only ASCII characters are drawn. */
  readonly ascii?: boolean | undefined;
}

/** What is drawn here is spoken item by item. It has no columns to fit into: nothing is cut or wrapped. */
interface SpokenRoom {
  readonly kind: 'spoken';
  readonly ascii?: undefined;
  /** More than any text takes. */
  readonly columns: number;
  /** Rows of a table that are spoken at a time. */
  readonly rows: number;
}

export const SPOKEN_ROOM: SpokenRoom = { kind: 'spoken', columns: 10_000, rows: 40 };

export interface SpokenCell {
  /** The column's name; empty where the value says enough. */
  readonly title: string;
  readonly text: string;
  /** A reading that is another one at every poll: no news by itself. */
  readonly live: boolean;
}

/** Something that is spoken, by what it is. Every text in it is printable. */
export type SpokenItem =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** A name or an id that something hangs on, under that text: it is said sign by sign as it is. */
      readonly exact?: string;
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
      readonly cells: readonly SpokenCell[];
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
