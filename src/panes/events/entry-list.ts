import type { EventStore } from '../../events/store.ts';
import type { IdList } from '../../text/cursor.ts';

/** A store's entries as a list of ids, oldest first. */
export const entryList = (store: EventStore): IdList => ({
  get length() {
    return store.size;
  },
  at(index) {
    const id = index < 0 ? undefined : store.at(index);
    return id === undefined ? undefined : String(id);
  },
  indexOf(id) {
    const entry = Number(id);
    return store.has(entry) ? store.rankOf(entry) : -1;
  },
});
