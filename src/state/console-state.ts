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
import type { Moment } from './loadable.ts';
import type { Workspace } from './workspace.ts';

/** Where the console is connected to; fixed for a run. */
export interface Profile {
  readonly name: Printable;
  readonly host: Printable;
  readonly baseUrl: string;
  readonly demo: boolean;
  readonly readOnly: boolean;
  /** Changes are sent even where the audit file cannot be written. */
  readonly isUnaudited?: true;
  /** What its name stands on. */
  readonly colour?: BadgeColour | undefined;
  /** There is no service: what is looked at is in a file. */
  readonly offline?: true;
  /** Nothing is configured, and the demo was not asked for: somebody is here for the first time. */
  readonly newcomer?: true;
}

/** One sentence to the operator; it stays until the next key. */
export interface Notice {
  readonly text: Printable;
  readonly tone: 'info' | 'warn' | 'bad';
  /** Not listed among the messages of the session: it is about that very list, or about another text being read. */
  readonly isUnlisted?: true;
}

/** What a watch has found, until somebody acknowledges it. */
export interface Alert {
  /** Of the watch and what it found it about. */
  readonly id: string;
  readonly watch: string;
  readonly text: Printable;
  /** When it fired, wall clock, milliseconds. */
  readonly at: number;
  /** It is not so any more. */
  readonly isOver?: true;
}

/** So many wait to be acknowledged; older ones are on the Timeline. */
export const MOST_ALERTS = 50;

/** A notice, and when it was given: wall clock, milliseconds. */
interface Said extends Notice {
  /** Of the message in this session; what is said again keeps its own. */
  readonly number: number;
  readonly at: number;
}

const MOST_SAID = 200;

/** Remembers every notice from now on: the next key takes it off the screen. */
export function rememberNotices(store: ConsoleStore, now: () => number): void {
  store.subscribe(({ notice, said }, before) => {
    if (!notice || notice === before.notice || notice.isUnlisted) return;
    const last = said.at(-1);
    // What is said again and again is one message.
    const isAgain = last?.text === notice.text;
    const number = (last?.number ?? 0) + (isAgain ? 0 : 1);
    const others = isAgain ? said.slice(0, -1) : said;
    store.setState({ said: [...others, { ...notice, number, at: now() }].slice(-MOST_SAID) });
  });
}

/** What is drawn around panes, or asked by more than one of them. Plain data; nothing in it is secret. */
export interface ConsoleState {
  readonly size: Room;
  /** The last tick of the clock; ages are drawn against it. */
  readonly now: Moment;
  readonly profile: Profile;
  readonly workspace: Workspace;
  /** The pane on screen, and the one before it (for `` ` ``). */
  readonly pane: string;
  readonly lastPane: string | null;
  /** When the pane took the place of another, monotonic milliseconds. */
  readonly shownAt: number;
  /** The ids of the overlays that are open over the pane, the one on top last. */
  readonly overlays: readonly string[];
  /** The text being typed, if any. */
  readonly prompt: Prompt | null;
  /** Characters behind the cursor of the text field that has the keys. */
  readonly behind: number;
  readonly notice: Notice | null;
  /** What watches have found and nobody has acknowledged, the oldest first, bounded. */
  readonly alerts: readonly Alert[];
  /** What was said in this session, newest last, bounded. */
  readonly said: readonly Said[];
  /** Whether a newcomer is told what this is; until the first key. */
  readonly hint: boolean;
  /** A key was pressed a moment ago: details beside a list wait until the cursor rests. */
  readonly moving: boolean;
  /** When live data was paused, or null. */
  readonly pausedAt: Moment | null;
  /** The minute of the past that is on screen, wall clock, milliseconds; null while it is now. */
  readonly viewing: number | null;
  /** How the recording on screen is played; null where there is none. */
  readonly replay: { readonly isPlaying: boolean; readonly speed: number } | null;
  /** What is on screen is written into this recording; null while it is not. */
  readonly recordingTo: string | null;
  /** Milliseconds between polls. */
  readonly interval: number;
  readonly timeZone: TimeZone;
  readonly connection: Connection;
  /** In an outage: whether a poll waits to try the service, or does so; null when none will. */
  readonly retry: 'waiting' | 'under way' | null;
  /** The service's clock minus this machine's, milliseconds; 0 while they agree. Times shown are the service's. */
  readonly skew: number;
  /** The API ledger, newest last, bounded. */
  readonly exchanges: readonly Exchange[];
  /** How answers differed from the contract, the first seen first, bounded. */
  readonly drift: readonly DriftEntry[];
  /** What this run has changed, or tried to; newest last, bounded. */
  readonly changes: readonly Change[];
  /** Attempts whose unknown outcome was acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  /** Whether anything on the terminal is coloured. */
  readonly hasColours: boolean;
  /** Nothing but the pane: no tabs, no footer. */
  readonly fullPane: boolean;
  readonly preview: boolean;
  /** Keys that the operator has chosen, for sentences that name one. */
  readonly keyNames: KeyNames;
}

/** What a run of the console begins with. */
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
    said: [],
    hint: beginning.profile.newcomer === true,
    moving: false,
    pausedAt: null,
    viewing: null,
    replay: null,
    recordingTo: null,
    timeZone: 'utc',
    connection: { kind: 'unknown' },
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

/** What a line that is being typed can become. Both texts that are shown are safe to draw. */
export interface Suggestion {
  /** The whole line. */
  readonly value: string;
  readonly label: Printable;
  /** What it does, and how it is used. */
  readonly help: Printable;
}

/** One line being typed, and what to do with it. */
export interface Prompt {
  /** Which field draws it: `filter`, `command`, `search`, `palette`… */
  readonly id: string;
  /** What stands before the text: `/`, `:`, `Search`. */
  readonly label: Printable;
  /** As typed: cleaned of controls, otherwise raw. */
  readonly value: string;
  /** The value is a proposal, and nobody has edited it yet: what is typed at its end replaces it. */
  readonly isProposal?: boolean;
  /** Shown in place of an empty value. */
  readonly placeholder?: Printable;
  readonly changed?: (value: string) => void;
  /** What Enter does, as the footer has it; `apply` unless told. */
  readonly enter?: Printable;
  /** At Enter. Closing the prompt first is the caller's. */
  readonly accepted: (value: string) => void | Promise<void>;
  /** At Esc. */
  readonly cancelled?: () => void;
  /** What the text can go on to, the likeliest first; Tab takes it. */
  readonly suggestions?: (value: string) => readonly Suggestion[];
  /** Why what is typed is not applied as it stands; null when it is. */
  readonly problem?: (value: string) => Printable | null;
  /** The line typed before the one that is shown, or after it; undefined where there is none. */
  readonly recall?: (direction: 'older' | 'newer', value: string) => string | undefined;
}

/** How many calls the ledger keeps. */
export const LEDGER_LENGTH = 500;

/** The ledger with `exchange` added, or put in place of its earlier state; newest last. */
export function recorded(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  const at = exchanges.findLastIndex(({ id }) => id === exchange.id);
  if (at >= 0) return exchanges.with(at, exchange);
  const kept = exchanges.length >= LEDGER_LENGTH ? exchanges.slice(1) : exchanges;
  return [...kept, exchange];
}

/**
 * The differences of the answers from the contract, those that are new made safe by `redact`. What is known
 * stays as it was made safe when it came: only how often it was seen changes.
 */
export const noted = (
  before: readonly DriftEntry[],
  entries: readonly DriftEntry[],
  redact: (entry: DriftEntry) => DriftEntry,
): readonly DriftEntry[] =>
  entries.map((entry, at) => {
    const known = before[at];
    return known ? { ...known, count: entry.count } : redact(entry);
  });
