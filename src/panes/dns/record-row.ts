import type { ScannedRecord } from '../../contract/operations/dns-scan.ts';

/** A record with an id of its own: the service gives it none. */
export interface RecordRow {
  readonly id: string;
  readonly record: ScannedRecord;
}
