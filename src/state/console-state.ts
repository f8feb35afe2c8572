import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DriftEntry } from '../contract/drift.ts';
import type { Exchange } from '../contract/operation.ts';
import { type KeyNames, NO_KEY_NAMES } from '../text/key-names.ts';
import type { Printable } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import type { BadgeColour } from '../text/themes.ts';
import type { TimeZone } from '../text/time.ts';
import type { Change } from './change.ts';
import type { Connection } from './connection.ts';
import type { ItemKind } from './item-kinds.ts';
import type { Moment } from './loadable.ts';
import { type Workspace, type WorkspaceItem, withItem } from './workspace.ts';

/** The connection settings of a run. */
export interface Profile {
  readonly name: Printable;
  readonly host: Printable;
  readonly baseUrl: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  /** Changes are sent even if the audit file cannot be written. */
  readonly isUnaudited?: true;
  /** Background of its name. */
  readonly colour?: BadgeColour | undefined;
  /** There is no service: a file is shown. */
  readonly offline?: true;
  /** Nothing is configured, and the demo was not requested: a first start. */
  readonly newcomer?: true;
}

/** A sentence that is shown until the next key. */
export interface Notice {
  readonly text: Printable;
  readonly tone: 'info' | 'warn' | 'bad';
  /** Not listed in the session's messages, since it is about that list or another text. */
  readonly isUnlisted?: true;
}

/** A watch's finding, until it is acknowledged. */
export interface Alert {
  /** Identifies the watch and the subject. */
  readonly id: string;
  readonly watch: string;
  readonly text: Printable;
  /** Time it fired, wall clock, in milliseconds. */
  readonly at: number;
  readonly isOver?: true;
}

/** Limit of unacknowledged alerts. Older ones are on the Timeline. */
export const MAX_ALERTS = 50;

/** A notice and its time, wall clock, in milliseconds. */
interface Message extends Notice {
  /** Number within the session. A repeated message keeps its number. */
  readonly number: number;
  readonly at: number;
}

const MAX_MESSAGES = 200;

/** Stores every notice from now on, since the next key hides it. */
export function rememberNotices(store: ConsoleStore, now: () => number): void {
  store.subscribe(({ notice, messages }, before) => {
    if (!notice || notice === before.notice || notice.isUnlisted) return;
    const last = messages.at(-1);
    // A repeated message is stored once.
    const isAgain = last?.text === notice.text;
    const number = (last?.number ?? 0) + (isAgain ? 0 : 1);
    const others = isAgain ? messages.slice(0, -1) : messages;
    store.setState({
      messages: [...others, { ...notice, number, at: now() }].slice(-MAX_MESSAGES),
    });
  });
}

/** State shared by panes and the frame around them. Plain data without secrets. */
export interface ConsoleState {
  readonly size: Room;
  /** The last clock tick, for displayed ages. */
  readonly now: Moment;
  readonly profile: Profile;
  readonly workspace: Workspace;
  /** The pane on screen, and the previous one (for `` ` ``). */
  readonly pane: string;
  readonly lastPane: string | null;
  /** When the pane was shown, monotonic milliseconds. */
  readonly shownAt: number;
  /** Ids of the open overlays, top one last. */
  readonly overlays: readonly string[];
  readonly prompt: Prompt | null;
  /** Characters after the cursor of the active text field. */
  readonly behind: number;
  readonly notice: Notice | null;
  /** Unacknowledged alerts, oldest first, bounded. */
  readonly alerts: readonly Alert[];
  /** Messages of this session, newest last, bounded. */
  readonly messages: readonly Message[];
  /** Whether the introduction is shown, until the first key. */
  readonly hint: boolean;
  /** The cursor is moving: details beside a list wait until it rests. */
  readonly moving: boolean;
  /** Start of the pause, or null. */
  readonly pausedAt: Moment | null;
  /** The past minute on screen, wall clock, in milliseconds; null for now. */
  readonly viewing: number | null;
  readonly replay: {
    readonly isPlaying: boolean;
    readonly speed: number;
    /** What the file is called: `recording` or `bundle`. */
    readonly noun: Printable;
    /** Whether names and texts are replaced. */
    readonly isAnonymous: boolean;
  } | null;
  /** Path of the recording in progress, or null. */
  readonly recordingTo: string | null;
  /** Milliseconds between polls. */
  readonly interval: number;
  readonly timeZone: TimeZone;
  readonly connection: Connection;
  /** When the oldest request without an outcome left, monotonic milliseconds; null if there is none. */
  readonly waitingSince: number | null;
  /** In an outage: whether a poll waits to probe the service or does so; null otherwise. */
  readonly retry: 'waiting' | 'under way' | null;
  /** The service's clock minus this machine's, in milliseconds. Times shown are the service's. */
  readonly skew: number;
  /** The API ledger, newest last, bounded. */
  readonly exchanges: readonly Exchange[];
  /** Differences between answers and the contract, oldest first, bounded. */
  readonly drift: readonly DriftEntry[];
  /** Changes of this run and attempts, newest last, bounded. */
  readonly changes: readonly Change[];
  /** Attempts whose unknown outcome was acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  readonly hasColours: boolean;
  /** Hides tabs and footer. */
  readonly fullPane: boolean;
  readonly preview: boolean;
  /** Rebound keys, for sentences that name one. */
  readonly keyNames: KeyNames;
}

export type Beginning = Pick<ConsoleState, 'profile' | 'workspace' | 'size' | 'now' | 'interval'>;

export type ConsoleStore = StoreApi<ConsoleState>;

export function createConsoleStore(beginning: Beginning): ConsoleStore {
  return createStore<ConsoleState>(() => ({
    ...beginning,
    pane: '',
    lastPane: null,
    shownAt: Number.NEGATIVE_INFINITY,
    overlays: [],
    prompt: null,
    behind: 0,
    notice: null,
    alerts: [],
    messages: [],
    hint: beginning.profile.newcomer === true,
    moving: false,
    pausedAt: null,
    viewing: null,
    replay: null,
    recordingTo: null,
    timeZone: 'utc',
    connection: { kind: 'unknown' },
    waitingSince: null,
    retry: null,
    skew: 0,
    exchanges: [],
    drift: [],
    changes: [],
    acknowledged: new Set(),
    hasColours: true,
    fullPane: false,
    preview: true,
    keyNames: NO_KEY_NAMES,
  }));
}

/** Adds an item to the workspace of this session, unless it is there. */
export const addToWorkspace = (store: ConsoleStore, kind: ItemKind, item: WorkspaceItem): void =>
  store.setState(({ workspace }) => ({ workspace: withItem(workspace, kind, item) }));

/** A completion of the typed line. Both displayed texts are safe to draw. */
export interface Suggestion {
  /** The whole line. */
  readonly value: string;
  readonly label: Printable;
  readonly help: Printable;
}

/** A line being typed, and its handlers. */
export interface Prompt {
  /** The field that draws it: `filter`, `command`, `search`, `palette`… */
  readonly id: string;
  /** The text before the input: `/`, `:`, `Search`. */
  readonly label: Printable;
  /** As typed, without control characters. */
  readonly value: string;
  /** The value is an unedited proposal: typing at its end replaces it. */
  readonly isProposal?: boolean;
  /** Shown in place of an empty value. */
  readonly placeholder?: Printable;
  readonly changed?: (value: string) => void;
  /** The footer's label for Enter; `apply` by default. */
  readonly enter?: Printable;
  /** Called at Enter, after the caller has closed the prompt. */
  readonly accepted: (value: string) => void | Promise<void>;
  /** At Esc. */
  readonly cancelled?: () => void;
  /** Completions for Tab, most likely first. */
  readonly suggestions?: (value: string) => readonly Suggestion[];
  /** Why the typed text is not applied as it is, or null. */
  readonly problem?: (value: string) => Printable | null;
  /** The previous or next line of the input history, if any. */
  readonly recall?: (direction: 'older' | 'newer', value: string) => string | undefined;
}

export const MAX_EXCHANGES = 500;

/** Adds `exchange` or replaces its earlier state; newest last. */
export function recorded(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  const at = exchanges.findLastIndex(({ id }) => id === exchange.id);
  if (at >= 0) return exchanges.with(at, exchange);
  const kept = exchanges.length >= MAX_EXCHANGES ? exchanges.slice(1) : exchanges;
  return [...kept, exchange];
}
