/** Where a view is drawn: cells of a screen, or spoken items. */
export type Room = ScreenRoom | SpokenRoom;

interface ScreenRoom {
  readonly kind?: 'screen' | undefined;
  readonly columns: number;
  readonly rows: number;
  /** Draws only ASCII characters. */
  readonly ascii?: boolean | undefined;
}

/** Items are spoken one by one. There are no columns: nothing is cut or wrapped. */
interface SpokenRoom {
  readonly kind: 'spoken';
  readonly ascii?: undefined;
  /** Above the length of any text. */
  readonly columns: number;
  /** Rows of a table per page. */
  readonly rows: number;
}

export const SPOKEN_ROOM: SpokenRoom = { kind: 'spoken', columns: 10_000, rows: 40 };

export interface SpokenCell {
  /** The column's name; empty if the value says enough. */
  readonly title: string;
  readonly text: string;
  /** Changes with every poll: no news by itself. */
  readonly live: boolean;
}

/** Something to speak. All texts in it are printable. */
export type SpokenItem =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** A name or id to be spelled exactly. */
      readonly exact?: string;
      readonly here: boolean;
      /** Its figures change all the time: no news by themselves. */
      readonly live: boolean;
    }
  /** The current pane or overlay, its content and freshness. */
  | {
      readonly kind: 'place';
      readonly name: string;
      readonly what: string;
      readonly fresh: string;
      /** Asks a question: always spoken completely. */
      readonly isDialog: boolean;
    }
  /** Connection and modes. */
  | { readonly kind: 'status'; readonly all: readonly string[] }
  /** The current tab. */
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
      /** From 1; null if unknown. */
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
      /** Accepted input. */
      readonly hint: string;
    }
  /** The useful keys. */
  | { readonly kind: 'keys'; readonly text: string };
