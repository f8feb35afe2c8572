import {
  type DnsScan,
  recordTypeName,
  type ScannedRecord,
} from '../contract/operations/dns-scan.ts';
import { compared, RECORD_DETAILS } from '../state/compare-records.ts';
import type { Difference, FactSeverity } from './fact.ts';

/** More differences of records than this are told as two counts. */
const MOST_RECORDS = 20;

/**
 * What is different between two answers about the latest scan of a DNS zone (Resources, "DNS record scan job"): the
 * state of the scan, and the records of one that is complete against those of the one before.
 */
export function dnsDifferences(before: DnsScan | null, after: DnsScan): readonly Difference[] {
  if (!before) return [];
  return [...scanDifferences(before, after), ...recordDifferences(before, after)];
}

function scanDifferences(before: DnsScan, after: DnsScan): readonly Difference[] {
  const isSame = before.JobId === after.JobId && before.Status === after.Status;
  if (isSame) return [];
  const text = ({ Status, Error: error }: DnsScan) => {
    const status = Status ?? 'unknown';
    return error ? `${status}: ${error}` : status;
  };
  const severity: FactSeverity =
    after.Status === 'Failed' ? 'bad' : before.Status === 'Failed' ? 'good' : 'info';
  const place = before.JobId === after.JobId ? '' : 'new scan';
  return [{ kind: 'scan', severity, place, from: text(before), to: text(after) }];
}

const nameOf = ({ Name, Type }: ScannedRecord): string =>
  `${Name ?? '?'} ${Type === null ? '?' : recordTypeName(Type)}`;

const valueText = (value: number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

const contentOf = (record: ScannedRecord): string =>
  [
    record.Value ?? '',
    ...RECORD_DETAILS.flatMap((name) =>
      record[name] === null
        ? []
        : [`${name.replace('Is', '').toLowerCase()} ${valueText(record[name])}`],
    ),
  ].join(' ');

function recordDifferences(
  { Records: was, Status: then }: DnsScan,
  { Records: is, Status: now }: DnsScan,
): readonly Difference[] {
  // The records of a scan that still runs are not all there are.
  if (was === null || is === null || then !== 'Completed' || now !== 'Completed') return [];
  const differences = compared(is, was).flatMap(({ record, change }): readonly Difference[] => {
    if (change === null) return [];
    const before =
      change.kind === 'changed' ? change.was : change.kind === 'removed' ? record : null;
    const after = change.kind === 'removed' ? null : record;
    const [from, to] = [before, after].map((each) => each && contentOf(each));
    return [
      {
        ...{ kind: 'record', severity: 'warn', place: nameOf(record) },
        ...{ from: from ?? null, to: to ?? null },
      },
    ];
  });
  if (differences.length <= MOST_RECORDS) return differences;
  const removed = differences.filter(({ to }) => to === null).length;
  const [from, to] = [
    `${removed} records removed`,
    `${differences.length - removed} added or changed`,
  ];
  return [{ kind: 'record', severity: 'warn', place: '', from, to }];
}
