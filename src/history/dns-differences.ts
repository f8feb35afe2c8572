import {
  type DnsScan,
  recordTypeName,
  type ScannedRecord,
} from '../contract/operations/dns-scan.ts';
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

const contentOf = ({ Value, Ttl, Priority, Weight, Port }: ScannedRecord): string =>
  [
    Value ?? '',
    ...(Ttl === null ? [] : [`ttl ${Ttl}`]),
    ...(Priority === null ? [] : [`priority ${Priority}`]),
    ...(Weight === null ? [] : [`weight ${Weight}`]),
    ...(Port === null ? [] : [`port ${Port}`]),
  ].join(' ');

/** How often each record is there, by what it is called and what it says. */
function contents(records: readonly ScannedRecord[]) {
  const counted = new Map<string, { name: string; content: string; count: number }>();
  for (const record of records) {
    const [name, content] = [nameOf(record), contentOf(record)];
    const key = `${name}\u001f${content}`;
    const known = counted.get(key);
    if (known) known.count += 1;
    else counted.set(key, { name, content, count: 1 });
  }
  return counted;
}

function recordDifferences(
  { Records: was, Status: then }: DnsScan,
  { Records: is, Status: now }: DnsScan,
): readonly Difference[] {
  // The records of a scan that still runs are not all there are.
  if (was === null || is === null || then !== 'Completed' || now !== 'Completed') return [];
  const [old, current] = [contents(was), contents(is)];
  const gone = [...old].filter(([key, { count }]) => (current.get(key)?.count ?? 0) < count);
  const added = [...current].filter(([key, { count }]) => (old.get(key)?.count ?? 0) < count);
  if (gone.length + added.length > MOST_RECORDS) {
    const [from, to] = [`${gone.length} records gone`, `${added.length} records added`];
    return [{ kind: 'record', severity: 'warn', place: '', from, to }];
  }
  return [
    ...gone.map(([, { name, content }]) => difference(name, content, null)),
    ...added.map(([, { name, content }]) => difference(name, null, content)),
  ];
}

const difference = (place: string, from: string | null, to: string | null): Difference => ({
  kind: 'record',
  severity: 'warn',
  place,
  from,
  to,
});
