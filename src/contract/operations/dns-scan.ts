import { defineOperation } from '../operation.ts';
import { namesAnother } from '../path.ts';
import { type Decoded, decoder, nullableList, object, strict } from '../shape.ts';
import { dateTime, flag, id, integer, oneOf, text } from '../values.ts';

/* Resources, "DNS record scan job". */

export const recordShape = object({
  /** Relative to the zone; `@` is the zone itself (wire-facts 5). Hostile text, as all texts here. */
  Name: text,
  /** The mapping of numbers to record types is not shown: see `record-type.ts`. */
  Type: integer,
  /** Unit not stated; seconds by the convention of DNS. */
  Ttl: integer,
  Value: text,
  Priority: integer,
  Weight: integer,
  Port: integer,
  /** Whether the service would answer for it with its own addresses. */
  IsProxied: flag,
});

/** By their codes, 0 to 3 (contract: States and transitions). */
export const SCAN_STATUSES = ['Pending', 'InProgress', 'Completed', 'Failed'] as const;

export const jobShape = object({
  JobId: text,
  /** Null for a scan that was asked for by domain. Decimal digits. */
  ZoneId: id,
  /** Null for a scan that was asked for by zone (wire-facts 5). */
  Domain: text,
  AccountId: text,
  /** Integers 0 to 3 on the wire; which follows which is not shown. */
  Status: oneOf(SCAN_STATUSES, 'by position'),
  CreatedAt: dateTime,
  /** Null until the job has ended. */
  CompletedAt: dateTime,
  /** Null while there is no result yet; empty when nothing was found (wire-facts 5). */
  Records: strict(nullableList(recordShape)),
  /** Why it failed. */
  Error: text,
});

interface DnsScanInput {
  /** DNS zone identifier, decimal digits. */
  readonly zoneId: string;
}

export type ScannedRecord = NonNullable<Decoded<typeof recordShape>>;
export type DnsScan = NonNullable<Decoded<typeof jobShape>>;

/** The latest record scan of a DNS zone (Endpoints, 5). */
export const dnsScan = defineOperation<DnsScanInput, DnsScan>({
  id: 'dns-scan',
  number: 5,
  title: 'Latest DNS record scan',
  method: 'GET',
  path: '/dnszone/{zoneId}/records/scan',
  subject: 'dnsZones',
  credential: 'stated',
  effect: 'reads',
  probe: { noun: 'DNS scan', input: (zoneId) => ({ zoneId }) },
  compose: ({ zoneId }) => ({ path: { zoneId } }),
  misrouted: ({ zoneId }, { ZoneId }) => namesAnother('zone', zoneId, ZoneId),
  answer: decoder('dns-scan', jobShape),
});

/** From wire-facts 5: the contract does not show the mapping. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'A'],
  [1, 'AAAA'],
  [2, 'CNAME'],
  [3, 'TXT'],
  [4, 'MX'],
  [8, 'SRV'],
  [9, 'CAA'],
  [10, 'PTR'],
  [12, 'NS'],
  [13, 'SVCB'],
  [14, 'HTTPS'],
  [15, 'TLSA'],
  [16, 'SOA'],
]);

/** The name of a scanned record's `Type`: `MX`, or `TYPE 99` for a number nobody has named. */
export function recordTypeName(type: number): string {
  return NAMES.get(type) ?? `TYPE ${type}`;
}
