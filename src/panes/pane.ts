import type { ReactNode } from 'react';
import type { ArchivePasswords } from '../archive/archive.ts';
import type { Command } from '../commands/command.ts';
import type { TextField } from '../commands/field-commands.ts';
import type {
  TypedCommandActions,
  TypedCommandName,
  TypedCommandsOf,
} from '../commands/typed-commands.ts';
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
import type { KeyFinder } from '../mutations/key-finder.ts';
import type { ConsoleState, ConsoleStore, Notice, Prompt } from '../state/console-state.ts';
import type { ItemKind } from '../state/item-kinds.ts';
import type { Freshness, Moment } from '../state/loadable.ts';
import type { PaneId, PaneTab } from '../state/pane-tabs.ts';
import type { Slices } from '../state/slice.ts';
import type { Kept, SavedFilter, WorkspaceItem } from '../state/workspace.ts';
import type { Printable } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import type { Line, Styled } from '../ui/line.ts';

export type AsnNames = ReadonlyMap<string, Printable>;

export interface PaneContext {
  readonly store: ConsoleStore;
  readonly slices: Slices;
  /** Calls the service immediately: for actions of the operator. */
  readonly call: Call;
  /** Calls the service when it is the request's turn: for polls. */
  readonly requests: RequestScheduler;
  readonly clock: Clock;
  readonly version: string;
  readonly feeds: Supervisor;
  /** What this and earlier runs know of watched items. */
  readonly history: History;
  /** Changes to the service, and the local files and editor they need. */
  readonly mutations: MutationTools;
  /** Path of an archive of events to open; there is no service then. */
  readonly archive?: string | undefined;
  /** Loaded on first use; empty without a file of names. */
  asnNames(): AsnNames;
  readonly archivePasswords?: ArchivePasswords | undefined;
  /** Whether database files are written in threads, so that no key waits for a disk. */
  readonly fileThreads?: boolean | undefined;
  /** Memory limit for the entries of one log, in bytes; the store's own limit when absent. */
  readonly logMemory?: number | undefined;
  /** Searches log texts in a worker; absent, they are searched between frames. */
  readonly searcher?: TextSearcher | undefined;
  /** Uniform in [0, 1), for jitter. */
  random(): number;
  /** The current time on both clocks. */
  moment(): Moment;
  say(text: Printable, tone?: Notice['tone']): void;
  /** Absent when there is none. */
  readonly accessKey?: KeyFinder | undefined;
  ask(prompt: Prompt): void;
  closePrompt(): void;
  /** Paths requested from a shield zone, in the loaded part of its log. */
  seenPaths(zone: string): readonly SeenPath[];
  /** Logs of watched zones, as far as they are loaded. */
  loadedZones(): readonly LoadedZone[];
  /** Creates a file that only its owner can read; fails if it exists. See `edges/files`. */
  writeNewFile(path: string, lines: Iterable<string>): Promise<number>;
  /** Paths of files being written. They are removed if the console ends before they are complete. */
  readonly unwritten: Set<string>;
  /** Saves a named filter of events in the workspace's file. */
  saveFilter(saved: SavedFilter): Promise<Kept>;
  /**
   * Copies text to the terminal's clipboard, made printable, and reports it. Hostile text; a list is lines. `what`:
   * names the text in the report.
   */
  copy(text: string | readonly string[], what?: Printable): void;
  pane(id: PaneId): Pick<Pane, 'fresh' | 'refresh'> | undefined;
  /** Shows the pane `id`, on `subject` (an item of that pane) if given; `row`: in the list, not opened. */
  show(id: string, subject?: WorkspaceItem, where?: 'row'): void;
}

export interface Copyable {
  readonly what: Printable;
  /** One line, or JSON: pasted into a shell, nothing of it may run before Enter. */
  readonly text: string;
}

/** The item under the cursor. `id` and `name` are hostile text. */
export interface Subject {
  readonly kind: ItemKind;
  readonly id: string;
  readonly name: string;
  /** When the data on screen was loaded, monotonic milliseconds; null if never. */
  readonly loadedAt: number | null;
}

/** An item that can be watched. `id` and `name` are hostile text. */
export type AddableItem = Pick<Subject, 'kind' | 'id' | 'name'>;

export interface PaneForm {
  /** Its name in the help, after the pane's. */
  readonly title: Printable;
  /** Explains the form in the help opened over it. */
  readonly about?: readonly Printable[];
  isOpen(state: ConsoleState): boolean;
  /** Its keys; no others apply while it is open. */
  readonly commands: readonly Command[];
  /** Handles a paste, or a key without a command. Returns the input for its text field. */
  handleInput(event: InputEvent): string | undefined;
  /** The text field with the focus, if any. */
  field?(): TextField | undefined;
}

interface PanePart {
  /** Its name in the help, after the pane's. */
  readonly title: Printable;
  readonly commands: readonly Command[];
  /** The pane's commands that still apply; all when absent. */
  readonly beside?: readonly Command[];
}

/** What a pane shows, as far as command-line flags can express it. */
export interface Place {
  /** Items on screen; ids are hostile text. */
  readonly shown?: readonly { readonly kind: ItemKind; readonly id: string }[];
  /** The filter of its list, as typed. Hostile text. */
  readonly where?: string;
  /** The time shown, wall clock milliseconds; null for now. */
  readonly at?: number | null;
  /** Only the list is described: something else is open as well, which no flag opens. */
  readonly isListOnly?: boolean;
}

interface PanePlace {
  get(): Place;
  /** Goes there once the needed data is loaded. */
  go(place: Pick<Place, 'where' | 'at'>): void;
}

export interface Pane extends PaneTab {
  readonly commands: readonly Command[];
  readonly parts?: readonly PanePart[];
  /** Commands that apply while its own prompt (of the same id) is open: none of their keys may be text. */
  readonly typing?: readonly Command[];
  readonly form?: PaneForm | undefined;
  /** What its typed commands do. Running one shows the pane first, unless it has `staysHere`. */
  readonly typed?: Partial<TypedCommandActions<TypedCommandName>>;
  /** Whether it shows the minute that is viewed; other panes show the present and say so. */
  readonly showsPast?: boolean;
  /** Title line: content at the left (`shorter`: versions for less room), freshness at the right. */
  heading(state: ConsoleState): {
    readonly left: Line;
    readonly shorter?: readonly Line[];
    readonly right: Line;
  };
  /** Freshness of the data on screen, for the connection badge; null when nothing is polled. */
  fresh?(state: ConsoleState): Freshness | null;
  /** The worst issue, for screens too small for panes, whichever pane is open. */
  worst?(state: ConsoleState): readonly Line[];
  /** The worst state in two words with a sign, for the window title; undefined while unknown. */
  inShort?(state: ConsoleState): Printable | undefined;
  /** Texts for the badge line: `3 FILTERS: 8,412 hidden`. */
  badges(state: ConsoleState): readonly Printable[];
  view(room: Room): ReactNode;
  /** The lines of `view` where it draws only lines: the first frame is made without Ink. */
  firstPaint?(state: ConsoleState, room: Room): readonly Styled[] | undefined;
  /** The pane comes on screen, on `subject` if given. The pane starts its own feeds. */
  shown(subject?: WorkspaceItem, where?: 'row'): void;
  hidden(): void;
  /** The mouse was dragged over these columns of a row of the body. Repeated as it moves. */
  dragged?: (over: { readonly row: number; readonly from: number; readonly until: number }) => void;
  /** The item under the cursor, for the action menu; null if there is none or it no longer exists. */
  subject?(state: ConsoleState): Subject | null;
  /** The item to add to the workspace, if it is not the one under the cursor. */
  addable?(state: ConsoleState): AddableItem | null;
  seenPaths?(zone: string): readonly SeenPath[];
  /** Logs of watched zones that this pane has loaded. */
  loadedZones?(): readonly LoadedZone[];
  /** Texts to copy from the cursor's row, likeliest first. */
  copies?(): readonly Copyable[];
  /** The part of the view that command-line flags can restore. */
  readonly place?: PanePlace;
  refresh(): void;
  /**
   * Leaves the innermost open part of the pane; undefined when there is none. Called on every frame: it must be cheap
   * and change nothing.
   */
  wayBack(): (() => void) | undefined;
}

/** The pane `Id`, with an action for each of its typed commands. */
export type PaneOf<Id extends PaneId> = [TypedCommandsOf<Id>] extends [never]
  ? Pane
  : Pane & { readonly typed: TypedCommandActions<TypedCommandsOf<Id>> };
