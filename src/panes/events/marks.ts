import { isEngineAddress } from '../../archive/address.ts';
import type { TeamMark, TeamMarks } from '../../archive/archive.ts';
import { openTeamMarks } from '../../archive/open.ts';
import { type Command, command, onRow } from '../../commands/command.ts';
import { type TypedCommandAction, wrongUsage } from '../../commands/typed-commands.ts';
import type { EntryId, EventStore } from '../../events/store.ts';
import { createWake } from '../../feeds/scheduling.ts';
import { subjectKey } from '../../history/fact.ts';
import type { KeptMark } from '../../history/history-file.ts';
import type { HistoryState } from '../../history/history-state.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { marked, selectedId } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { cursorPlace } from '../../text/list-window.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import type { EventsModel } from './model.ts';
import { type EventsState, markKey } from './state.ts';
import type { TimeJumps } from './time-commands.ts';

/** How often other people's marks are read, in milliseconds. */
const INTERVAL_MS = 15_000;
/** Limit of marks waiting for an unreachable server. */
const MAX_UNSENT = 1000;

/** A mark that was set or removed here and is not yet written to the server. */
interface Unsent {
  readonly place: string;
  readonly mark: KeptMark;
  readonly removed: boolean;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

type Sharing = Pick<PaneContext, 'feeds' | 'clock' | 'say' | 'archivePasswords'>;

/** The URL of the team archive in use; null if none. */
const placeOf = ({ source, archiving }: EventsState): string | null => {
  if (source.kind === 'archive' && isEngineAddress(source.path)) return source.path;
  const isUsed = archiving.kind === 'on' || (archiving.kind === 'failed' && archiving.isTriedAgain);
  return isUsed && isEngineAddress(archiving.path) ? archiving.path : null;
};

/**
 * Shares marks through the team archive: writes the marks that are set here, and reads those of others into `team` of
 * the slice. Marks that cannot be written wait until the server accepts them.
 */
export function shareMarks(
  { feeds, clock, say, archivePasswords }: Sharing,
  slice: Slice<EventsState>,
  open: (place: string) => Promise<TeamMarks> = (place) => openTeamMarks(place, archivePasswords),
) {
  const wake = createWake();
  const unsent = new Map<string, Unsent>();
  /** Archives for which waiting was reported. Marks that are still waiting at exit are not shared. */
  const toldToWait = new Set<string>();
  const waitingFor = (place: string) => [...unsent].filter(([, each]) => each.place === place);

  const send = async (marks: TeamMarks, place: string) => {
    const own = waitingFor(place);
    await marks.write(
      own.map(([, { mark, removed, at }]) => ({ ...mark, removed, age: clock.now() - at })),
    );
    for (const [key, each] of own) if (unsent.get(key) === each) unsent.delete(key);
    if (toldToWait.delete(place)) say(words`The archive of the team has the marks that waited.`);
  };

  const tellToWait = (place: string) => {
    if (toldToWait.has(place) || waitingFor(place).length === 0) return;
    toldToWait.add(place);
    say(
      words`The archive of the team takes nothing: marks set here wait for it, as long as this console runs.`,
      'warn',
    );
  };

  const read = async (marks: TeamMarks) => {
    const rows = await marks.read(slice.getState().zones);
    const known = rows.map((mark) => [markKey(mark), mark] as const);
    // Unsent changes made here are newer.
    const found = new Map(known.filter(([key]) => !unsent.has(key)));
    const { team } = slice.getState();
    const isSame =
      found.size === team.size && [...found].every(([key, { at }]) => team.get(key)?.at === at);
    if (!isSame) slice.setState({ team: found });
  };

  const share = async (place: string, signal: AbortSignal) => {
    let marks: TeamMarks | undefined;
    let maySend = true;
    try {
      while (!signal.aborted) {
        try {
          marks ??= await open(place);
          if (maySend) {
            await send(marks, place).catch((error: unknown) => {
              if (!(error instanceof DatabaseError) || error.isBusy) throw error;
              maySend = false;
              say(words`Marks and notes stay on this machine: ${printable(error.message)}`, 'warn');
            });
          }
          if (!signal.aborted) await read(marks);
        } catch (error) {
          if (!(error instanceof DatabaseError)) throw error;
          if (!error.isBusy) {
            say(words`The marks of the team are not shown: ${printable(error.message)}`, 'warn');
            return;
          }
          tellToWait(place);
        }
        await wake.during((woken) => clock.sleep(INTERVAL_MS, woken), signal);
      }
    } finally {
      await marks?.close();
    }
  };

  slice.subscribe((state, before) => {
    const place = placeOf(state);
    if (place !== placeOf(before)) {
      feeds.run('events.team-marks', place, (signal) => share(place ?? '', signal));
    } else if (state.zones !== before.zones) wake.now();
  });

  return {
    /** A mark was set or removed here. */
    changed(mark: KeptMark, removed: boolean) {
      const place = placeOf(slice.getState());
      if (place === null) return;
      const key = markKey(mark);
      unsent.delete(key);
      if (unsent.size >= MAX_UNSENT) {
        say(
          words`More marks wait for the server than can: this one stays on this machine.`,
          'warn',
        );
        return;
      }
      unsent.set(key, { place, mark, removed, at: clock.now() });
      slice.setState(({ team }) => ({ team: new Map([...team].filter(([name]) => name !== key)) }));
      wake.now();
    },
  };
}

type SharedMarks = ReturnType<typeof shareMarks>;

/** A known mark on an entry: the team's latest, else the one kept locally. */
interface KnownMark extends KeptMark {
  readonly removed: boolean;
  /** Changes with each change by the team; `own` for local marks. */
  readonly version: number | 'own';
}

function knownMarks(
  { zones, team }: Pick<EventsState, 'zones' | 'team'>,
  kept: HistoryState['marks'],
): readonly KnownMark[] {
  const own = zones.flatMap((id) => kept.get(subjectKey({ kind: 'shieldZones', id })) ?? []);
  return [
    ...own
      .filter((mark) => !team.has(markKey(mark)))
      .map((mark) => ({ ...mark, removed: false, version: 'own' as const })),
    ...[...team.values()]
      .filter(({ zone }) => zones.includes(zone))
      .map((mark: TeamMark) => ({ ...mark, version: mark.at })),
  ];
}

type Marked = Pick<EventsState, 'notes'> & { readonly list: Pick<EventsState['list'], 'marks'> };

/**
 * Keeps marks and notes across runs, by zone and log id, and sets known marks on entries as they are loaded. Entries
 * without a log id or time are marked until another zone is listed, because they cannot be found again. An empty log id
 * does not identify an entry.
 */
export function keepMarks(
  { history }: Pick<PaneContext, 'history'>,
  { slice, shown }: Pick<EventsModel, 'slice' | 'shown'>,
  shared: SharedMarks,
): { readonly apply: () => void } {
  /** Marks already applied to the current store, so that a mark removed here is not set again. */
  let applied: { store: EventStore | undefined; readonly keys: Map<string, KnownMark['version']> } =
    { store: undefined, keys: new Map() };
  let isApplying = false;

  const kept = (store: EventStore, id: string, { notes }: Marked) => {
    const entry = Number(id) as EntryId;
    if (!store.has(entry)) return;
    const [zone, logId] = [store.zoneOf(entry), store.logIdOf(entry)];
    const time = store.time(entry);
    if (!logId || time === null) return;
    return { zone, logId, time, note: notes.get(id) ?? '' };
  };

  slice.subscribe((state, before) => {
    const store = shown()?.store;
    const isSame = state.list.marks === before.list.marks && state.notes === before.notes;
    if (isSame || isApplying || !store) return;
    // Another listing starts without marks. That removes none.
    if (state.version !== before.version) {
      applied = { store: undefined, keys: new Map() };
      return;
    }
    for (const id of state.list.marks) {
      const mark = kept(store, id, state);
      if (!mark) continue;
      if (!applied.keys.has(markKey(mark))) applied.keys.set(markKey(mark), 'own');
      const isNew = !before.list.marks.has(id) || before.notes.get(id) !== state.notes.get(id);
      if (!isNew) continue;
      history.mark(mark);
      shared.changed(mark, false);
    }
    for (const id of before.list.marks) {
      if (state.list.marks.has(id)) continue;
      const mark = kept(store, id, before);
      if (!mark) continue;
      history.unmark(mark);
      shared.changed(mark, true);
    }
  });

  /** Whether a mark is known but not applied yet. Local marks are applied once. */
  const isNew = (mark: KnownMark): boolean => {
    const version = applied.keys.get(markKey(mark));
    return version === undefined || (mark.version !== 'own' && mark.version !== version);
  };

  const apply = () => {
    const current = shown();
    if (!current) return;
    const { store } = current;
    if (applied.store !== store) applied = { store, keys: new Map() };
    const { marks } = history.slice.getState();
    const found: (readonly [id: string, mark: KnownMark])[] = [];
    for (const mark of knownMarks({ zones: current.zones, team: slice.getState().team }, marks)) {
      if (!isNew(mark)) continue;
      const id = entryOf(store, mark);
      if (id === undefined) continue;
      applied.keys.set(markKey(mark), mark.version);
      found.push([String(id), mark]);
    }
    if (found.length === 0) return;
    isApplying = true;
    slice.setState(({ list, notes: before }) => {
      const set = new Set(list.marks);
      const notes = new Map(before);
      for (const [id, { note, removed }] of found) {
        if (removed) set.delete(id);
        else set.add(id);
        if (removed || note === '') notes.delete(id);
        else notes.set(id, note);
      }
      return { list: { ...list, marks: set }, notes };
    });
    isApplying = false;
  };
  history.slice.subscribe((state, before) => {
    if (state.marks !== before.marks) apply();
  });
  slice.subscribe((state, before) => {
    if (state.team !== before.team) apply();
  });
  return { apply };
}

function entryOf(store: EventStore, { zone, logId, time }: KeptMark): EntryId | undefined {
  for (let rank = store.firstAtOrAfter(time); ; rank += 1) {
    const id = store.at(rank);
    if (id === undefined || store.time(id) !== time) return undefined;
    if (store.logIdOf(id) === logId && store.zoneOf(id) === zone) return id;
  }
}

const NO_ENTRY = words`No entry is under the cursor.`;

/** Commands to set marks, move between them and add notes. */
export function markCommands(
  context: PaneContext,
  model: EventsModel,
  jumps: Pick<TimeJumps, 'go'>,
) {
  const { slice } = model;
  const keyOf = (id: string, usual: Printable) =>
    keyFor(context.store.getState().keyNames, id, usual);
  /** Time of the newest known mark before the loaded entries; undefined if there is none. */
  const markBefore = (): number | undefined => {
    const oldest = model.shown()?.store.span?.oldest ?? Number.POSITIVE_INFINITY;
    const times = knownMarks(slice.getState(), context.history.slice.getState().marks).flatMap(
      ({ time, removed }) => (removed || time >= oldest ? [] : time),
    );
    return times.length === 0 ? undefined : Math.max(...times);
  };
  const none = () =>
    slice.getState().list.marks.size === 0 && markBefore() === undefined
      ? words`No entry is marked. ${keyOf('events.mark', words`m`)} marks the one under the cursor.`
      : undefined;

  /** Moves to the next marked entry in the list. */
  const walk = (by: 1 | -1) => () => {
    const entries = model.entries();
    const { list } = slice.getState();
    const place = cursorPlace(list, entries);
    const here = place.kind === 'none' ? -1 : place.index;
    const ranks = [...list.marks]
      .map((id) => ({ id, rank: entries.indexOf(id) }))
      .filter(({ rank }) => rank >= 0 && (by > 0 ? rank > here : rank < here))
      .sort((a, b) => (a.rank - b.rank) * by);
    const [next] = ranks;
    if (next) {
      model.goTo(Number(next.id));
      const note = slice.getState().notes.get(next.id);
      if (note !== undefined) context.say(words`“${printable(note)}”`);
      return;
    }
    const time = by < 0 ? markBefore() : undefined;
    if (time !== undefined) return jumps.go({ time, range: { from: time, until: time + 1 } });
    context.say(by > 0 ? words`No newer mark in the list.` : words`No older mark in the list.`);
  };

  const here = () => selectedId(slice.getState().list, model.entries());
  /** Marks the entry with a note. An empty text removes the note but keeps the mark. */
  const note = (id: string, text: string) =>
    slice.setState(({ list, notes: before }) => {
      const notes = new Map(before);
      if (text === '') notes.delete(id);
      else notes.set(id, text);
      return { notes, list: { ...list, marks: new Set(list.marks).add(id) } };
    });

  const commands: readonly Command[] = [
    command(
      'events.note',
      '"',
      words`Add a note to the entry`,
      onRow(
        () => here() ?? undefined,
        NO_ENTRY,
        (id) =>
          context.ask({
            id: 'events-note',
            label: words`Note`,
            value: slice.getState().notes.get(id) ?? '',
            placeholder: words`text of the note`,
            accepted: (text) => note(id, text.trim()),
          }),
      ),
    ),
    command('events.mark', 'm', words`Mark/unmark the entry`, {
      unavailable: () => (here() === null ? NO_ENTRY : undefined),
      run() {
        const { list, notes } = slice.getState();
        const id = here();
        if (id !== null && list.marks.has(id) && notes.has(id)) {
          // Notes are stored with the mark: unmarking the entry would delete the note.
          const key = keyOf('events.note', words`"`);
          context.say(
            words`Still marked, because it has a note. ${key} with an empty text removes the note.`,
          );
          return;
        }
        model.moveTo(marked(list, model.entries(), model.height()));
        const { size } = slice.getState().list.marks;
        context.say(
          size === 0
            ? words`Nothing is marked any more`
            : words`${count(size)} marked · ${keyOf('events.mark-next', words`u`)}/${keyOf('events.mark-previous', words`U`)}: next/previous mark`,
        );
      },
    }),
    command('events.mark-next', 'u', words`Next mark, newer`, { unavailable: none, run: walk(1) }),
    command('events.mark-previous', 'U', words`Previous mark, older`, {
      unavailable: none,
      run: walk(-1),
    }),
  ];
  const noteCommand: TypedCommandAction = {
    run(rest) {
      if (rest === '') {
        return words`${wrongUsage('note')}. ${keyOf('events.note', words`"`)} with an empty text removes a note.`;
      }
      const id = here();
      if (id === null) return NO_ENTRY;
      note(id, rest);
      return undefined;
    },
  };
  return { commands, typed: { note: noteCommand } };
}
