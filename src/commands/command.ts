import type { Suggestion } from '../state/console-state.ts';
import type { Printable } from '../text/printable.ts';

/** What commands that are no pane's own are listed under in help and palette. */
export type CommandGroup = 'Everywhere' | 'Lists' | 'Replay' | 'Dialogs' | 'Typing';

/** The commands, listed under `group` where they do not say another. */
export const inGroup = (group: CommandGroup, commands: readonly Command[]): readonly Command[] =>
  commands.map((command) => ({ group, ...command }));

/** A place on the screen, counted from where the body begins. */
export interface BodyPlace {
  readonly line: number;
  readonly column: number;
}

export interface PointedPlace extends BodyPlace {
  /** So many lines below the one that the cursor is drawn in, or above it; undefined beside such lines. */
  readonly below: number | undefined;
}

/**
 * Something a key does, as a value. Dispatch, footer, help, palette, the help topic of the keys and the
 * tests read the same records, so none of them can disagree about what a key does.
 */
export interface Command {
  /** Stable name: `apps.only-problems`. */
  readonly id: string;
  /** Canonical key names (see `input/`), any of which runs it; none for palette-only commands. */
  readonly keys: readonly string[];
  /** What it does, an imperative in the program's own words. */
  readonly label: Printable;
  /** Its pane's own when not said. */
  readonly group?: CommandGroup;
  /** Shown in the footer, in the order of the table; as a function what it does just now, or nothing to say. */
  readonly footer?: Printable | (() => Printable | undefined);
  /** Where the cursor of the list stands that it moves; absent for all but the first command of a list. */
  place?(): Printable | undefined;
  /** Puts the cursor of that list on the row that is pointed at, if one is; absent for all but the first command of a list. */
  pointed?(at: PointedPlace): void;
  /** Changes production. Left out of the table altogether in read-only mode. */
  readonly danger?: true;
  /** Why it cannot be done now, as a sentence with what to do instead; undefined when it can. */
  unavailable?(): Printable | undefined;
  run(): void | Promise<void>;
}

/** A command of these keys, or of this one; `does` is how it is run, or all that is said of it beside its label. */
export const command = (
  id: string,
  keys: string | readonly string[],
  label: Printable,
  does: Command['run'] | Omit<Command, 'id' | 'keys' | 'label'>,
): Command => ({
  ...{ id, keys: typeof keys === 'string' ? [keys] : keys, label },
  ...(typeof does === 'function' ? { run: does } : does),
});

/** What a key does to what it acts on, such as the row under the cursor; `none` is said where there is none. */
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

/** What can be typed after `:`. */
export interface Verb {
  readonly name: string;
  /** With what follows it: `pane NAME`. */
  readonly usage: Printable;
  readonly help: Printable;
  /** Changes production: there is no such word in read-only mode. */
  readonly danger?: true;
  /** Nothing of its pane is looked at for it: the pane on screen stays. */
  readonly staysHere?: true;
  /** What can follow the word, as a whole; ends with a blank where more has to be typed. */
  values?(): readonly string[];
  /** What can be typed behind the word so far, for what is more than a choice. */
  suggestions?(rest: string): readonly Suggestion[];
  /** Why what is typed behind the word cannot be had as it stands; null when it can, or may yet. */
  problem?(rest: string): Printable | null;
  /**
   * @param rest what was typed behind the word, without blanks at its ends
   * @returns why it could not be done, as a sentence; undefined when it was
   */
  run(rest: string): Printable | undefined;
}

/** A word of this usage, which begins with it: `pane NAME`; `does` as for a command. */
export const verb = (
  usage: Printable,
  help: Printable,
  does: Verb['run'] | (Omit<Verb, 'name' | 'usage' | 'help'> & ThisType<Verb>),
): Verb => ({
  ...{ name: usage.split(' ', 1)[0] ?? '', usage, help },
  ...(typeof does === 'function' ? { run: does } : does),
});

/** Keys and words for one purpose. */
export interface CommandSet {
  readonly commands: readonly Command[];
  readonly verbs: readonly Verb[];
}
