import { usDay, utcDay } from '../../text/time.ts';
import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, list, numberAsWritten, object, orBlank, strict } from '../shape.ts';
import { flag, genericResponse, integer, text, textOrJson } from '../values.ts';

/* Resources, "Shield event log page". Whoever sends a request to the zone writes into these texts. */

const labels = orBlank({
  /** Autonomous system number; digits in all samples. */
  asn: text,
  /** Country code; two letters in all samples. */
  country: text,
  /** Identifier of the rule; digits in all samples. */
  ruleId: text,
  /** Allowed values not shown; "" in all samples. */
  severity: text,
  /** HTTP method. */
  method: text,
  /** Allowed values not shown; "" in all samples. */
  ruleGroup: text,
  /** What was done: `Blocked` in all samples. */
  status: text,
  /** Code of the edge location. */
  serverZone: text,
});

export const entryShape = object({
  /** Identifier of the entry; a GUID in all samples. */
  logId: text,
  /** Unit not shown; milliseconds since the Unix epoch in all samples. */
  timestamp: integer,
  /** A JSON document as text in all samples; take it as text when it is none. */
  log: textOrJson,
  labels,
});

/** An item that is no object is an entry of which only its JSON is known: left out, a page would seem to have fewer. */
const itemShape: typeof entryShape = {
  ...entryShape,
  at(path) {
    const read = entryShape.at(path);
    return (json, drift) => {
      const entry = read(json, drift);
      if (entry) return entry;
      if (json === null) drift.note('wrong-type', path, json);
      return read({ log: JSON.stringify(json) }, drift);
    };
  },
};

const pageShape = object({
  logs: strict(list(itemShape)),
  /** Whether further pages exist. */
  hasMoreData: flag,
  /** What to send for the next page; null or "" when there is none. */
  continuationToken: text,
  /** Meaning not shown. */
  startToken: text,
  errorResponse: genericResponse,
});

interface EventLogsInput {
  /** Identifier of the shield zone, decimal digits. */
  readonly shieldZoneId: string;
  /** A day, UTC, as `MM-dd-yyyy`. */
  readonly date: string;
  /** The token of the previous page; left out for the first (see `assumptions/`, `first-page`). */
  readonly continuationToken?: string | undefined;
}

export type EventLabels = Decoded<typeof labels>;
export type EventLogEntry = NonNullable<Decoded<typeof entryShape>>;
/** The digits of an entry's timestamp where no double holds it; undefined for all others, which are nearly all. */
export const stampAsWritten = (entry: EventLogEntry): string | undefined =>
  Number.isSafeInteger(entry.timestamp) ? undefined : numberAsWritten(entry, 'timestamp');

/** The entries of a page, in its order. An array is such a list; so are columns that were filled in another thread. */
export interface EntryList extends Iterable<EventLogEntry> {
  readonly length: number;
  at(index: number): EventLogEntry | undefined;
}

export interface EventLogPage extends Omit<NonNullable<Decoded<typeof pageShape>>, 'logs'> {
  readonly logs: EntryList;
}

/** One page of a shield zone's event log of one day (Endpoints, 8). Their order is not stated. */
export const eventLogs = defineOperation<EventLogsInput, EventLogPage>({
  id: 'event-logs',
  number: 8,
  title: 'Shield event logs',
  method: 'GET',
  path: '/shield/event-logs/{shieldZoneId}/{date}/{continuationToken}',
  token: 'continuationToken',
  envelope: ['hasMoreData', 'continuationToken', 'startToken', 'errorResponse'],
  subject: 'shieldZones',
  credential: 'not shown',
  effect: 'reads',
  probe: {
    noun: 'event log',
    input: (shieldZoneId, now) => ({ shieldZoneId, date: usDay(utcDay(now)) }),
  },
  compose: ({ shieldZoneId, date, continuationToken }) => ({
    path: { shieldZoneId, date, continuationToken },
  }),
  composeOther: ({ shieldZoneId, date, continuationToken }) =>
    continuationToken === undefined
      ? { path: { shieldZoneId, date, continuationToken: '' } }
      : undefined,
  answer: decoder('event-logs', pageShape),
});
