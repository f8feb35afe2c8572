import { hash } from '../chance.ts';
import { guid } from '../identifier.ts';
import type { DnsZone } from './dns-zones.ts';
import { type ScannedRecord, scannedRecords } from './scanned-record.ts';

/** A scan of a zone's records, by where it has got to. */
export type Scan = {
  readonly jobId: string;
  readonly createdAt: number;
} & (
  | { readonly kind: 'pending' }
  | { readonly kind: 'in progress' }
  | {
      readonly kind: 'completed';
      readonly completedAt: number;
      readonly records: readonly ScannedRecord[];
    }
  | { readonly kind: 'failed'; readonly completedAt: number; readonly error: string }
);

/** The moments of a recurring scan, in milliseconds from its beginning. */
export const SCAN = { begins: 6_000, ends: 20_000, round: 60_000 } as const;

const HOUR_MS = 3_600_000;
const RECORDS_OF_RECURRING = 46;

/** The latest scan of a zone; undefined when none was ever asked for. */
export function latestScan(zone: DnsZone, now: number, startedAt: number): Scan | undefined {
  const { scan } = zone;
  const createdAt = startedAt - 2 * HOUR_MS;
  const job = { jobId: jobId(zone, 0), createdAt };
  switch (scan.kind) {
    case 'none':
      return undefined;
    case 'stuck':
      return { ...job, kind: 'pending' };
    case 'failed':
      return { ...job, kind: 'failed', completedAt: createdAt + 31_000, error: scan.error };
    case 'completed':
      return {
        ...job,
        kind: 'completed',
        completedAt: createdAt + 9_000,
        records: scannedRecords(zone.key, zone.domain, scan.records),
      };
    case 'recurring':
      return recurringScan(zone, now, startedAt);
  }
}

function recurringScan(zone: DnsZone, now: number, startedAt: number): Scan {
  const round = Math.floor((now - startedAt) / SCAN.round);
  const createdAt = startedAt + round * SCAN.round;
  const age = now - createdAt;
  const job = { jobId: jobId(zone, round), createdAt };
  if (age < SCAN.begins) return { ...job, kind: 'pending' };
  if (age < SCAN.ends) return { ...job, kind: 'in progress' };
  const completedAt = createdAt + SCAN.ends;
  if (round % 2 !== 0) {
    return { ...job, kind: 'failed', completedAt, error: 'Timed out asking ns2.shop.example' };
  }
  const records = scannedRecords(zone.key, zone.domain, RECORDS_OF_RECURRING);
  return { ...job, kind: 'completed', completedAt, records };
}

const jobId = ({ key }: DnsZone, round: number): string =>
  guid(hash(key, round, 1), hash(key, round, 2), hash(key, round, 3), hash(key, round, 4));
