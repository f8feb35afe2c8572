import { ApiError } from '../contract/api-error.ts';
import type { Call } from '../contract/operation.ts';
import { appOverview } from '../contract/operations/app-overview.ts';
import { dnsScan } from '../contract/operations/dns-scan.ts';
import type { Clock } from '../edges/clock.ts';
import { compares } from '../events/filter/filter.ts';
import { poll } from '../feeds/poll.ts';
import type { RequestScheduler } from '../feeds/request-scheduler.ts';
import { createWake, type Wake } from '../feeds/scheduling.ts';
import type { Supervisor } from '../feeds/supervisor.ts';
import { type FactSubject, subjectKey } from '../history/fact.ts';
import type { History } from '../history/history.ts';
import { isDown } from '../state/connection.ts';
import {
  type Alert,
  type ConsoleState,
  type ConsoleStore,
  MAX_ALERTS,
} from '../state/console-state.ts';
import { IN_BACKGROUND } from '../state/loadable.ts';
import type { Slice } from '../state/slice.ts';
import type { SavedWatch, Workspace, WorkspaceItem } from '../state/workspace.ts';
import { counted } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { timeOfDay } from '../text/time.ts';
import {
  askedFields,
  type Expression,
  itemsOf,
  matchingRows,
  OFF,
  readExpression,
} from './expression.ts';
import { isDue, type Judged, judge, widestGap } from './judging.ts';
import { howOf, partOf, type Row, subjectOf, wholeRow } from './subjects.ts';
import { followRate } from './zone-rate.ts';

/** An item of a watch, and its state. */
interface WatchedThing {
  /** Hostile text. */
  readonly name: string;
  readonly judged: Judged;
  /** Whether the service no longer finds the item; it is then not polled. */
  readonly isGone: boolean;
}

/** An active watch. */
export interface Watch {
  /** Its configured name, or what was typed. Hostile text. */
  readonly id: string;
  readonly expression: Expression;
  readonly from: 'built-in' | 'configuration' | 'session';
  /** Items that were judged, by subject key. Grows with each answer; the state changes only when the meaning does. */
  readonly things: Map<string, WatchedThing>;
}

interface WatchesState {
  readonly watches: readonly Watch[];
  /** Invalid watches in the configuration, as sentences. */
  readonly problems: readonly Printable[];
}

export const NO_WATCHES: WatchesState = { watches: [], problems: [] };

/** Default watches. The configuration can replace each by another expression, or turn it `off`. */
const BUILT_IN: readonly SavedWatch[] = [
  { name: 'failing', expression: 'app health = bad' },
  { name: 'volume', expression: 'volume >= 90%' },
  { name: 'burst', expression: 'zone burst = yes' },
];

/** The initial watches of a workspace. */
function watchesOf({ watches = [] }: Pick<Workspace, 'watches'>): WatchesState {
  const known: Watch[] = [];
  const problems: Printable[] = [];
  const builtIn = BUILT_IN.filter(({ name }) => !watches.some((own) => own.name === name));
  for (const { name, expression } of [...builtIn, ...watches]) {
    if (expression === OFF) continue;
    const read = readExpression(expression);
    if (read.kind === 'refused') {
      problems.push(words`Watch ${printable(name)}: ${printable(read.message)}`);
    } else {
      const from = builtIn.some((own) => own.name === name) ? 'built-in' : 'configuration';
      known.push({ id: name, expression: read.expression, from, things: new Map() });
    }
  }
  return { watches: known, problems };
}

/** A fired watch, for the operator's command. Hostile texts. */
export interface Fired {
  readonly watch: string;
  readonly expression: string;
  readonly subject: FactSubject;
  readonly name: string;
  /** What is wrong, as a sentence. */
  readonly text: Printable;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

/** An answer about an item. */
interface Seen {
  /** The rows that satisfy the condition. */
  readonly rows: readonly Row[];
  readonly at: number;
  readonly isGone?: boolean;
}

interface WatchesOptions {
  readonly store: ConsoleStore;
  readonly slice: Slice<WatchesState>;
  readonly history: Pick<History, 'onObservation' | 'note' | 'latest'>;
  readonly clock: Clock;
  readonly call: Call;
  readonly requests: RequestScheduler;
  readonly feeds: Supervisor;
  random(): number;
  say(text: Printable, tone: 'bad' | 'info'): void;
  /** Rings, notifies and runs the command. Not repeated for the same item. */
  alarm(fired: Fired): void;
}

/** Minimum time between alarms about the same item, in milliseconds, so that flapping rings once. */
const ALARM_INTERVAL_MS = 600_000;
/** Minimum polling interval for what no pane asks for, in milliseconds. */
const MIN_POLL_MS = 30_000;
/** Polling interval for rates of long periods, in milliseconds. */
const RATE_POLL_MS = 15_000;

/** How far apart answers may be for watches, in milliseconds. Panes that are not on screen poll less often. */
export const watchGap = ({ interval }: Pick<ConsoleState, 'interval'>): number =>
  widestGap(interval * IN_BACKGROUND);

/** The watches of a console. They judge every answer, whoever asked, and poll what nobody else does. */
export class Watches {
  readonly slice: Slice<WatchesState>;
  readonly #options: WatchesOptions;
  /** Time of the last alarm, by watch and subject. */
  readonly #alarmed = new Map<string, number>();
  /** Used to end waits at shutdown: those for a pause or an accepted key would never end. */
  readonly #wakes = new Set<Wake>();

  constructor(options: WatchesOptions) {
    this.#options = options;
    this.slice = options.slice;
    const { store, history } = options;
    this.slice.setState(watchesOf(store.getState().workspace));
    history.onObservation((subject, observation) =>
      this.#see(subject, observation.answer, observation.at),
    );
    store.subscribe(({ workspace }, before) => {
      if (workspace !== before.workspace) this.#feed();
    });
    store.subscribe(({ pausedAt, connection }, before) => {
      const isResumed = pausedAt === null && before.pausedAt !== null;
      const isBack = isDown(before.connection) && !isDown(connection);
      if (isResumed || isBack) for (const wake of this.#wakes) wake.now();
    });
    this.#feed();
  }

  /** Adds a watch for this session. Returns why it cannot be added, as a sentence. */
  add(typed: string): Printable | undefined {
    const read = readExpression(typed);
    if (read.kind === 'refused') return printable(read.message);
    const { expression } = read;
    const { watches } = this.slice.getState();
    if (watches.some(({ id }) => id === expression.text))
      return words`There is such a watch already.`;
    const watch: Watch = { id: expression.text, expression, from: 'session', things: new Map() };
    this.slice.setState({ watches: [...watches, watch] });
    for (const item of this.#itemsOf(watch)) {
      const subject: FactSubject = { kind: expression.kind, id: item.id };
      const observation = this.#options.history.latest(subject);
      if (observation) this.#see(subject, observation.answer, observation.at);
    }
    this.#feed();
    return undefined;
  }

  /** Removes a watch and its alarms. */
  remove(id: string): void {
    this.slice.setState(({ watches }) => ({ watches: watches.filter((each) => each.id !== id) }));
    this.#options.store.setState(({ alerts }) => ({
      alerts: alerts.filter(({ watch }) => watch !== id),
    }));
    this.#feed();
  }

  #itemsOf({ expression }: Pick<Watch, 'expression'>): readonly WorkspaceItem[] {
    return itemsOf(expression, this.#options.store.getState().workspace);
  }

  /** Judges an answer about an item. */
  #see(subject: FactSubject, answer: unknown, at: number): void {
    for (const watch of this.slice.getState().watches) {
      const { expression } = watch;
      if (expression.kind !== subject.kind || expression.asks.kind === 'rate') continue;
      const item = this.#itemsOf(watch).find(({ id }) => id === subject.id);
      if (!item) continue;
      const rows = matchingRows(expression, subjectOf(expression.subject).rows(answer, at));
      const isGone = answer === null;
      this.#judge(watch, subject, item, { rows, at, isGone });
    }
  }

  #judge(
    watch: Watch,
    subject: FactSubject,
    { name }: WorkspaceItem,
    { rows, at, isGone = false }: Seen,
  ): void {
    const key = subjectKey(subject);
    const before = watch.things.get(key)?.judged ?? null;
    const gap = watchGap(this.#options.store.getState());
    const { lasting } = watch.expression;
    const judged = judge(before, rows.map(partOf), at, lasting, gap);
    watch.things.set(key, { name, judged, isGone });
    const wasFired = before?.firedAt ?? null;
    // What holds at the first look is on screen already, but the operator's own watches report it anyway.
    const isNews = before !== null || watch.from !== 'built-in';
    if (wasFired === null && judged.firedAt !== null && isNews) {
      const due = rows.filter((row) => isDue(judged, partOf(row), lasting));
      this.#fire(watch, subject, name, { at, how: howOf(due, askedFields(watch.expression)) });
    } else if (wasFired !== null && judged.firedAt === null) this.#over(watch, subject, at);
  }

  #fire(
    watch: Watch,
    subject: FactSubject,
    name: string,
    { at, how }: { readonly at: number; readonly how: Printable },
  ): void {
    const { store, say, alarm } = this.#options;
    const { expression, from } = watch;
    const asked = printable(expression.condition);
    // Built-in watches report the reason only; operators also want to see their own words.
    const what = how === '' ? asked : from === 'built-in' ? how : words`${asked} (${how})`;
    const text = words`${printable(name)}: ${what}`;
    this.#note(watch, subject, at, true);
    const id = `${watch.id} ${subjectKey(subject)}`;
    const alert: Alert = { id, watch: watch.id, text, at };
    store.setState(({ alerts }) => ({
      alerts: [...alerts.filter((each) => each.id !== id), alert].slice(-MAX_ALERTS),
    }));
    const alarmedAt = this.#alarmed.get(id);
    if (alarmedAt !== undefined && Math.abs(at - alarmedAt) < ALARM_INTERVAL_MS) return;
    this.#alarmed.set(id, at);
    say(text, 'bad');
    alarm({ watch: watch.id, expression: expression.text, subject, name, text, at });
  }

  #over(watch: Watch, subject: FactSubject, at: number): void {
    const { store } = this.#options;
    this.#note(watch, subject, at, false);
    const id = `${watch.id} ${subjectKey(subject)}`;
    const { timeZone } = store.getState();
    store.setState(({ alerts }) => ({
      alerts: alerts.map((alert) =>
        alert.id === id && !alert.isOver
          ? {
              ...alert,
              isOver: true,
              text: words`${alert.text} (over ${timeOfDay(at, timeZone) as Printable})`,
            }
          : alert,
      ),
    }));
  }

  /** Adds operators' watches to the Timeline. What built-in ones find is there already. */
  #note({ id, from, expression }: Watch, subject: FactSubject, at: number, isFired: boolean): void {
    if (from === 'built-in') return;
    this.#options.history.note({
      subject,
      kind: 'watch',
      severity: isFired ? 'bad' : 'good',
      place: id === expression.text ? id : `${id}: ${expression.text}`,
      from: isFired ? null : 'so',
      to: isFired ? 'so' : null,
      after: at,
      by: at,
    });
  }

  /** Starts polling what is watched. */
  #feed(): void {
    const { feeds } = this.#options;
    const own = this.slice.getState().watches.filter(({ from }) => from !== 'built-in');
    const asked = own
      .filter(({ expression }) => expression.kind !== 'shieldZones')
      .flatMap((watch) =>
        this.#itemsOf(watch).map(({ id }): FactSubject => ({ kind: watch.expression.kind, id })),
      );
    const subjects = [...new Map(asked.map((each) => [subjectKey(each), each])).values()];
    feeds.run(
      'watches',
      subjects.length === 0 ? null : subjects.map(subjectKey).join(' '),
      (signal) => this.#ask(subjects, signal),
    );
    const rates = own
      .filter(({ expression }) => expression.asks.kind === 'rate')
      .flatMap((watch) =>
        this.#itemsOf(watch).map((item) => ({ name: `watch ${watch.id} ${item.id}`, watch, item })),
      );
    const names = new Set(rates.map(({ name }) => name));
    for (const name of this.#rates.difference(names)) feeds.stop(name);
    this.#rates = names;
    for (const { name, watch, item } of rates) {
      feeds.run(name, name, (signal) => this.#rate(watch, item, signal));
    }
  }

  #rates: ReadonlySet<string> = new Set();

  #wake(signal: AbortSignal): Wake {
    const wake = createWake();
    this.#wakes.add(wake);
    signal.addEventListener('abort', () => this.#wakes.delete(wake), { once: true });
    return wake;
  }

  /** Polls what no pane has asked for recently. */
  #ask(subjects: readonly FactSubject[], signal: AbortSignal): Promise<void> {
    const { clock, requests, store, random, history } = this.#options;
    const interval = () => Math.max(store.getState().interval, MIN_POLL_MS);
    return poll({
      clock,
      signal,
      wake: this.#wake(signal),
      random,
      interval,
      paused: () => store.getState().pausedAt !== null,
      isHeld: requests.isHeld,
      async ask() {
        for (const subject of subjects) {
          const { at } = history.latest(subject) ?? { at: Number.NEGATIVE_INFINITY };
          // The wall clock may have been set back meanwhile.
          if (Math.abs(clock.now() - at) < interval()) continue;
          try {
            if (subject.kind === 'apps')
              await requests.load(appOverview, { appId: subject.id }, signal);
            else await requests.load(dnsScan, { zoneId: subject.id }, signal);
          } catch (error) {
            // Items that cannot be judged are listed with the watches.
            if (!(error instanceof ApiError) || signal.aborted) throw error;
          }
        }
        return 'again';
      },
    });
  }

  #rate({ id, expression }: Watch, item: WorkspaceItem, signal: AbortSignal): Promise<void> {
    const { call, clock, store, random } = this.#options;
    const { asks } = expression;
    if (asks.kind !== 'rate') return Promise.resolve();
    const { filter, per, sign, bound } = asks;
    return followRate({
      call,
      clock,
      signal,
      random,
      zone: item.id,
      filter,
      per,
      wake: this.#wake(signal),
      // A log page is large, and four samples are enough for a rate.
      interval: () => Math.max(store.getState().interval, Math.min(RATE_POLL_MS, per / 4)),
      paused: () => store.getState().pausedAt !== null,
      counted: (events, at) => {
        const watch = this.slice.getState().watches.find((each) => each.id === id);
        if (!watch) return;
        const subject: FactSubject = { kind: 'shieldZones', id: item.id };
        const rows = wholeRow(compares(events, sign, bound), counted(events, words`event`));
        this.#judge(watch, subject, item, { rows, at });
      },
    });
  }
}
