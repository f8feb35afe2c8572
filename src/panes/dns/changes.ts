import type { ScannedRecord } from '../../contract/operations/dns-scan.ts';
import { figure } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';

/** How a record differs from those of an earlier scan. */
export type RecordChange =
  | { readonly kind: 'new' }
  /** The earlier scan had it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'changed'; readonly was: ScannedRecord };

/** A record of a scan, or one that the scan has no more; null while it is the same as before. */
interface ComparedRecord {
  readonly record: ScannedRecord;
  readonly change: RecordChange | null;
}

/** Fields that tell records of one name, type and value apart. */
const DETAILS = ['Ttl', 'Priority', 'Weight', 'Port', 'IsProxied'] as const;

const nameKey = ({ Name, Type }: ScannedRecord): string => JSON.stringify([Name, Type]);
const valueKey = ({ Name, Type, Value }: ScannedRecord): string =>
  JSON.stringify([Name, Type, Value]);
const wholeKey = (record: ScannedRecord): string =>
  JSON.stringify([valueKey(record), ...DETAILS.map((name) => record[name])]);

/** Each record with one of `earlier` that has the same key, and what is left of both. */
function paired(
  records: readonly ScannedRecord[],
  earlier: readonly ScannedRecord[],
  keyOf: (record: ScannedRecord) => string,
) {
  const before = new Map<string, ScannedRecord[]>();
  for (const record of earlier.toReversed()) {
    const group = before.get(keyOf(record));
    if (group) group.push(record);
    else before.set(keyOf(record), [record]);
  }
  const pairs = new Map<ScannedRecord, ScannedRecord>();
  const left = records.filter((record) => {
    const was = before.get(keyOf(record))?.pop();
    if (was) pairs.set(record, was);
    return !was;
  });
  return { pairs, left, earlier: [...before.values()].flatMap((group) => group.toReversed()) };
}

/**
 * The records of a scan, and behind them those that only the earlier one had. Records of one name and type are paired
 * by their value; where one of each is left, its value has changed.
 */
export function compared(
  records: readonly ScannedRecord[],
  earlier: readonly ScannedRecord[],
): readonly ComparedRecord[] {
  const same = paired(records, earlier, wholeKey);
  const value = paired(same.left, same.earlier, valueKey);
  const lone = (all: readonly ScannedRecord[]) =>
    [...Map.groupBy(all, nameKey).values()].flatMap((group) => (group.length === 1 ? group : []));
  const only = paired(lone(value.left), lone(value.earlier), nameKey);
  const was = new Map([...value.pairs, ...only.pairs]);
  const fresh = new Set(value.left);
  const replaced = new Set(only.pairs.values());
  return [
    ...records.map((record): ComparedRecord => {
      const before = was.get(record);
      if (before) return { record, change: { kind: 'changed', was: before } };
      return { record, change: fresh.has(record) ? { kind: 'new' } : null };
    }),
    ...value.earlier
      .filter((record) => !replaced.has(record))
      .map((record): ComparedRecord => ({ record, change: { kind: 'gone' } })),
  ];
}

/** What was else: `value was 203.0.113.10, TTL was 300`. */
export function formerly(record: ScannedRecord, was: ScannedRecord): Printable {
  const parts = [
    ...(record.Value === was.Value ? [] : [words`value was ${printable(was.Value ?? '–')}`]),
    ...DETAILS.filter((name) => record[name] !== was[name]).map(
      (name) => words`${TITLES[name]} was ${valueText(was[name])}`,
    ),
  ];
  return parts.join(', ') as Printable;
}

const TITLES: Readonly<Record<(typeof DETAILS)[number], Printable>> = {
  Ttl: words`TTL`,
  Priority: words`priority`,
  Weight: words`weight`,
  Port: words`port`,
  IsProxied: words`proxied`,
};

const valueText = (value: number | boolean | null): Printable =>
  typeof value === 'boolean' ? (value ? words`yes` : words`no`) : figure(value);

const KINDS = { new: words`new`, changed: words`changed`, gone: words`gone` } as const;

/** How many records differ, by how: `1 new, 2 changed, 1 gone`; `no change` where none do. */
export function changeCounts(rows: readonly Pick<ComparedRecord, 'change'>[]): Printable {
  const counts = (['new', 'changed', 'gone'] as const).flatMap((kind) => {
    const { length } = rows.filter(({ change }) => change?.kind === kind);
    return length === 0 ? [] : [words`${length} ${KINDS[kind]}`];
  });
  return counts.length === 0 ? words`no change` : (counts.join(', ') as Printable);
}
