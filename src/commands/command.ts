import type { Printable } from '../text/printable.ts';
import type { TypedCommandName } from './typed-commands.ts';

/** Headings in help and palette for commands that do not belong to a pane. */
export type CommandGroup = 'Everywhere' | 'Lists' | 'Replay' | 'Dialogs' | 'Typing';

/** Puts commands without a group into `group`. */
export const inGroup = (group: CommandGroup, commands: readonly Command[]): readonly Command[] =>
  commands.map((command) => ({ group, ...command }));

/** A position on the screen, relative to the body. */
export interface BodyPlace {
  readonly line: number;
  readonly column: number;
}

export interface PointedPlace extends BodyPlace {
  /** Lines below (or above) the line of the cursor; undefined outside the list. */
  readonly below: number | undefined;
}

/**
 * An action bound to keys, as a value. Dispatch, footer, help, palette, the help topic and the tests all read the
 * same records, so they cannot disagree.
 */
export interface Command {
  /** Stable name: `apps.only-problems`. */
  readonly id: string;
  /** Canonical key names (see `input/`); empty for palette-only commands. */
  readonly keys: readonly string[];
  /** What it does, as an imperative. */
  readonly label: Printable;
  /** The typed command that does the same. Without a key, help and palette list only that. */
  readonly typed?: TypedCommandName;
  /** By default that of its pane. */
  readonly group?: CommandGroup;
  /** Shown in the footer, in table order. A function returns what the key does right now, or undefined. */
  readonly footer?: Printable | (() => Printable | undefined);
  /** The cursor position of its list. Only on the first command of a list. */
  place?(): Printable | undefined;
  /** Moves the cursor to the row at a position. Only on the first command of a list. */
  pointed?(at: PointedPlace): void;
  /** Whether it changes production. Such commands do not exist in read-only mode. */
  readonly danger?: true;
  /** Why it is unavailable now and what to do instead, as a sentence; undefined if it is available. */
  unavailable?(): Printable | undefined;
  run(): void | Promise<void>;
}

/** Creates a command. `does` is its action, or all its other properties. */
export const command = (
  id: string,
  keys: string | readonly string[],
  label: Printable,
  does: Command['run'] | Omit<Command, 'id' | 'keys' | 'label'>,
): Command => ({
  id,
  keys: typeof keys === 'string' ? [keys] : keys,
  label,
  ...(typeof does === 'function' ? { run: does } : does),
});

/** An action on the current row; reports `none` if there is no row. */
export const onRow = <Row>(
  here: () => Row | undefined,
  none: Printable,
  run: (row: Row) => void,
): Pick<Command, 'unavailable' | 'run'> => ({
  unavailable: () => (here() === undefined ? none : undefined),
  run() {
    const row = here();
    if (row !== undefined) run(row);
  },
});
