import type { EntryId, EventStore } from '../../events/store.ts';
import { subjectKey } from '../../history/fact.ts';
import type { KeptMark } from '../../history/history-file.ts';
import type { PaneContext } from '../pane.ts';
import type { EventsModel } from './model.ts';
import type { EventsState } from './state.ts';

type Marked = Pick<EventsState, 'notes'> & { readonly list: Pick<EventsState['list'], 'marks'> };

/**
 * Keeps marks and notes beyond the run, by zone and log id, and sets those that are known on entries as they are
 * loaded. An entry without a log id or a time is marked for this run only: there is nothing to find it by.
 */
export function keepMarks(
  { history }: Pick<PaneContext, 'history'>,
  { slice, shown }: Pick<EventsModel, 'slice' | 'shown'>,
): { readonly apply: () => void } {
  /** Those that were set on an entry of the store on screen: one that is taken away stays away. */
  let applied: { store: EventStore | undefined; readonly keys: Set<string> } = {
    store: undefined,
    keys: new Set(),
  };
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
      const isNew = !before.list.marks.has(id) || before.notes.get(id) !== state.notes.get(id);
      if (isNew) history.mark(mark);
      applied.keys.add(keyOf(mark));
    }
    for (const id of before.list.marks) {
      if (state.list.marks.has(id)) continue;
      const mark = kept(store, id, before);
      if (mark) history.unmark(mark);
    }
  });

  const apply = () => {
    const current = shown();
    if (!current) return;
    const { store, zones } = current;
    if (applied.store !== store) applied = { store, keys: new Set() };
    const found: (readonly [id: string, mark: KeptMark])[] = [];
    const { marks } = history.slice.getState();
    for (const zone of zones) {
      for (const mark of marks.get(subjectKey({ kind: 'shieldZones', id: zone })) ?? []) {
        if (applied.keys.has(keyOf(mark))) continue;
        const id = entryOf(store, mark);
        if (id === undefined) continue;
        applied.keys.add(keyOf(mark));
        found.push([String(id), mark]);
      }
    }
    if (found.length === 0) return;
    isApplying = true;
    slice.setState(({ list, notes }) => ({
      list: { ...list, marks: new Set([...list.marks, ...found.map(([id]) => id)]) },
      notes: new Map([
        ...notes,
        ...found.flatMap(([id, { note }]) => (note === '' ? [] : [[id, note] as const])),
      ]),
    }));
    isApplying = false;
  };
  history.slice.subscribe((state, before) => {
    if (state.marks !== before.marks) apply();
  });
  return { apply };
}

const keyOf = ({ zone, logId }: Pick<KeptMark, 'zone' | 'logId'>): string => `${zone} ${logId}`;

/** The entry of a mark, looked for among those of its time. */
function entryOf(store: EventStore, { zone, logId, time }: KeptMark): EntryId | undefined {
  for (let rank = store.firstAtOrAfter(time); ; rank += 1) {
    const id = store.at(rank);
    if (id === undefined || store.time(id) !== time) return undefined;
    if (store.logIdOf(id) === logId && store.zoneOf(id) === zone) return id;
  }
}
