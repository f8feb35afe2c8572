import type { EntryId, EventStore } from '../../events/store.ts';
import type { KeptMark } from '../../history/history-file.ts';
import type { PaneContext } from '../pane.ts';
import type { EventsModel } from './model.ts';
import { type EventsState, markKey } from './state.ts';
import { type KnownMark, knownMarks, type SharedMarks } from './team-marks.ts';

type Marked = Pick<EventsState, 'notes'> & { readonly list: Pick<EventsState['list'], 'marks'> };

/**
 * Keeps marks and notes beyond the run, by zone and log id, and sets those that are known on entries as they are
 * loaded. An entry without a log id or a time is marked for this run only: there is nothing to find it by.
 */
export function keepMarks(
  { history }: Pick<PaneContext, 'history'>,
  { slice, shown }: Pick<EventsModel, 'slice' | 'shown'>,
  shared: SharedMarks,
): { readonly apply: () => void } {
  /** What was set on entries of the store on screen: a mark that is taken away here stays away. */
  let applied: { store: EventStore | undefined; readonly keys: Map<string, KnownMark['version']> } =
    { store: undefined, keys: new Map() };
  let isApplying = false;

  const kept = (store: EventStore, id: string, { notes }: Marked) => {
    const entry = Number(id) as EntryId;
    if (!store.has(entry)) return;
    const [zone, logId] = [store.zoneOf(entry), store.logIdOf(entry)];
    const time = store.time(entry);
    if (logId === null || time === null) return;
    return { zone, logId, time, note: notes.get(id) ?? '' };
  };

  slice.subscribe((state, before) => {
    const store = shown()?.store;
    const isSame = state.list.marks === before.list.marks && state.notes === before.notes;
    if (isSame || isApplying || !store) return;
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

  /** What is known and was not set yet. What was kept here is set once. */
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

/** The entry of a mark, looked for among those of its time. */
function entryOf(store: EventStore, { zone, logId, time }: KeptMark): EntryId | undefined {
  for (let rank = store.firstAtOrAfter(time); ; rank += 1) {
    const id = store.at(rank);
    if (id === undefined || store.time(id) !== time) return undefined;
    if (store.logIdOf(id) === logId && store.zoneOf(id) === zone) return id;
  }
}
