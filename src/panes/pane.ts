import type { ReactNode } from 'react';
import type { ArchivePasswords } from '../archive/archive.ts';
import type { Command, Verb } from '../commands/command.ts';
import type { TextField } from '../commands/field-commands.ts';
import type { Call } from '../contract/operation.ts';
import type { Clock } from '../edges/clock.ts';
import type { SeenPath } from '../events/code-counts.ts';
import type { TextSearcher } from '../events/worker/text-search.ts';
import type { RequestScheduler } from '../feeds/request-scheduler.ts';
import type { Supervisor } from '../feeds/supervisor.ts';
import type { History } from '../history/history.ts';
import type { LoadedZone } from '../history/report-events.ts';
import type { InputEvent } from '../input/input-event.ts';
import type { MutationTools } from '../mutations/changes.ts';
import type { ConsoleState, ConsoleStore, Notice, Prompt } from '../state/console-state.ts';
import type { ItemKind } from '../state/item-kinds.ts';
import type { Freshness, Moment } from '../state/loadable.ts';
import type { PaneId, PaneTab } from '../state/pane-tabs.ts';
import type { Slices } from '../state/slice.ts';
import type { Kept, SavedFilter } from '../state/workspace.ts';
import type { Printable } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import type { Line, Styled } from '../ui/line.ts';

/** The names of autonomous systems, by number. */
export type AsnNames = ReadonlyMap<string, Printable>;

/** What a pane is handed when it is opened. */
export interface PaneContext {
  readonly store: ConsoleStore;
  /** Where a pane makes the store of what it alone knows. */
  readonly slices: Slices;
  /** Asks at once, for what the operator asks for. */
  readonly call: Call;
  /** Asks when it is its turn, for polls. */
  readonly requests: RequestScheduler;
  readonly clock: Clock;
  /** Of this program. */
  readonly version: string;
  readonly feeds: Supervisor;
  /** What was seen of what is watched, and since when it is as it is. */
  readonly history: History;
  /** What changes the service, and what that needs of the machine. */
  readonly mutations: MutationTools;
  /** An archive of events to begin with, by its path; there is no service then. */
  readonly archive?: string | undefined;
  /** The names of autonomous systems by number, read when first asked for; none without a file of them. */
  asnNames(): AsnNames;
  readonly archivePasswords?: ArchivePasswords | undefined;
  /** Whether files of databases are written in threads of their own, so that no key waits for a disk. */
  readonly fileThreads?: boolean | undefined;
  /** Bytes of entries that one log may have in memory; as many as a store has room for when not said. */
  readonly logMemory?: number | undefined;
  /** Searches log texts beside the screen; they are searched between frames when there is none. */
  readonly searcher?: TextSearcher | undefined;
  /** Uniform in [0, 1): the jitter of waits. */
  random(): number;
  /** Now, on both clocks. */
  moment(): Moment;
  say(text: Printable, tone?: Notice['tone']): void;
  /** Whether a text holds the access key; absent where there is none to keep. */
  readonly isSecret?: ((text: string) => boolean) | undefined;
  /** A text that was sent as answers have it, with the access key masked; as it is when absent. */
  readonly masked?: ((text: string) => string) | undefined;
  /** Opens a line to type in. */
  ask(prompt: Prompt): void;
  closePrompt(): void;
  /** What requests to a shield zone were seen to ask for, as far as its log is loaded. */
  seenPaths(zone: string): readonly SeenPath[];
  /** The logs of watched zones, as far as they are loaded from the service. */
  loadedZones(): readonly LoadedZone[];
  /** Writes a file that was not there before, for its owner only; see `edges/files`. */
  writeNewFile(path: string, lines: Iterable<string>): Promise<number>;
  /** Files that were begun and are not whole yet, by path: there is none of them where the console ends meanwhile. */
  readonly unwritten: Set<string>;
  /** Gives a filter of events a name in the workspace's file. */
  saveFilter(saved: SavedFilter): Promise<Kept>;
  /**
   * Hands text to the clipboard of the terminal, made printable, and says so. Hostile text; a list is lines.
   *
   * @param what it is, for that sentence
   */
  copy(text: string | readonly string[], what?: Printable): void;
  /** Another pane, for one that shows what that one asks for. */
  pane(id: PaneId): Pick<Pane, 'fresh' | 'refresh'> | undefined;
  /** Shows the pane `id`, on `subject` (an id of what that pane shows) if given. */
  show(id: string, subject?: { readonly id: string; readonly name: string }): void;
}

/** Something that can be copied. */
export interface Copyable {
  readonly what: Printable;
  /** One line, or JSON: nothing in it may act on the shell it is pasted into before Enter is pressed. */
  readonly text: string;
}

/** The thing the cursor is on. Both texts are hostile. */
export interface Subject {
  readonly kind: ItemKind;
  readonly id: string;
  readonly name: string;
  /** When what is on screen of it was loaded, monotonic milliseconds; null when never. */
  readonly loadedAt: number | null;
}

/** A thing that can be watched. Both texts are hostile. */
export type AddableItem = Pick<Subject, 'kind' | 'id' | 'name'>;

/** A form of a pane: while it is open it takes every key. */
export interface PaneForm {
  /** What it is about, as help calls it behind the pane. */
  readonly title: Printable;
  /** What it asks and what its answers do, as sentences, for the help that is opened over it. */
  readonly about?: readonly Printable[];
  isOpen(state: ConsoleState): boolean;
  /** Its keys; no others are in force while it is open. */
  readonly commands: readonly Command[];
  /** A key that none of them has, or a paste. Gives what its text field is to be fed. */
  handleInput(event: InputEvent): string | undefined;
  /** What is typed into, while something is. */
  field?(): TextField | undefined;
}

/** A part of a pane with keys of its own, in force while it is open. */
interface PanePart {
  /** As help calls it behind the pane. */
  readonly title: Printable;
  readonly commands: readonly Command[];
  /** The pane's own that are in force beside them; all unless told. */
  readonly beside?: readonly Command[];
}

/** What a pane shows, as far as flags can say it. */
export interface Place {
  /** What is shown of the workspace; ids are hostile text. */
  readonly shown?: readonly { readonly kind: ItemKind; readonly id: string }[];
  /** The filter of its list, as it is typed. Hostile text. */
  readonly where?: string;
  /** The moment that is looked at, wall clock, milliseconds; null for now. */
  readonly at?: number | null;
}

interface PanePlace {
  get(): Place;
  /** Goes there, as soon as what is needed for it is loaded. */
  go(place: Pick<Place, 'where' | 'at'>): void;
}

export interface Pane extends PaneTab {
  /** The commands it adds while it is on screen. */
  readonly commands: readonly Command[];
  /** Its parts, whose commands come before its own. */
  readonly parts?: readonly PanePart[];
  /** Those in force while its own prompt (of the same id) is open: none of their keys may be text. */
  readonly typing?: readonly Command[];
  /** Where something is put together that is then sent. */
  readonly form?: PaneForm | undefined;
  /** Words for the `:` line; the pane is shown before one is run that does not stay where one is. */
  readonly verbs?: readonly Verb[];
  /** It shows the minute of the past that is viewed, while one is; the others show the present, which is said. */
  readonly showsPast?: boolean;
  /** Title line: what is shown and how complete, and on the right how fresh; `shorter`: the left with less and less room. */
  heading(state: ConsoleState): {
    readonly left: Line;
    readonly shorter?: readonly Line[];
    readonly right: Line;
  };
  /** How fresh what is on screen is, for the badge of the connection; null when nothing of it is asked for. */
  fresh?(state: ConsoleState): Freshness | null;
  /** What is worst, in the least room: drawn where the screen is too small for panes, whichever is open. */
  worst?(state: ConsoleState): readonly Line[];
  /** What is worst in two words, with its sign, for the window's title; undefined while nothing is known. */
  inShort?(state: ConsoleState): Printable | undefined;
  /** Words for the badge line: `3 FILTERS: 8,412 hidden`. */
  badges(state: ConsoleState): readonly Printable[];
  view(room: Room): ReactNode;
  /** The lines that `view` draws, where those are all it draws: the first picture is made of them. */
  firstPaint?(state: ConsoleState, room: Room): readonly Styled[] | undefined;
  /** The pane comes on screen, on `subject` if one was asked for. Starting feeds is its business. */
  shown(subject?: { readonly id: string; readonly name: string }): void;
  /** Another pane takes the screen. */
  hidden(): void;
  /** The mouse was drawn over these columns, held down since this row of the body. Told again as it moves. */
  dragged?: (over: { readonly row: number; readonly from: number; readonly until: number }) => void;
  /** What is under the cursor, for the action menu; null when nothing is, or what was there is gone. */
  subject?(state: ConsoleState): Subject | null;
  /** What is shown, for a pane whose cursor is on a part of it, or on what was found. */
  addable?(state: ConsoleState): AddableItem | null;
  seenPaths?(zone: string): readonly SeenPath[];
  /** What this pane has loaded of the logs of watched zones. */
  loadedZones?(): readonly LoadedZone[];
  /** What `y` offers to copy of the row under the cursor, the likeliest first. */
  copies?(): readonly Copyable[];
  /** What of the view can be had again with flags, here or elsewhere. */
  readonly place?: PanePlace;
  /** Asks again now. */
  refresh(): void;
  /**
   * Back inside the pane, to be called when it is wanted; undefined when there is none left. Asking is
   * cheap and changes nothing: every frame asks.
   */
  wayBack(): (() => void) | undefined;
}
