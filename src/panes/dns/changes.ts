import type { ScannedRecord } from '../../contract/operations/dns-scan.ts';
import { type ComparedRecord, RECORD_DETAILS } from '../../state/compare-records.ts';
import { figure } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';

/** What was else: `value was 203.0.113.10, TTL was 300`. */
export function formerly(record: ScannedRecord, was: ScannedRecord): Printable {
  const parts = [
    ...(record.Value === was.Value ? [] : [words`value was ${printable(was.Value ?? '–')}`]),
    ...RECORD_DETAILS.filter((name) => record[name] !== was[name]).map(
      (name) => words`${TITLES[name]} was ${valueText(was[name])}`,
    ),
  ];
  return parts.join(', ') as Printable;
}

const TITLES: Readonly<Record<(typeof RECORD_DETAILS)[number], Printable>> = {
  Ttl: words`TTL`,
  Priority: words`priority`,
  Weight: words`weight`,
  Port: words`port`,
  IsProxied: words`proxied`,
};

const valueText = (value: number | boolean | null): Printable =>
  typeof value === 'boolean' ? (value ? words`yes` : words`no`) : figure(value);

const KINDS = { new: words`new`, changed: words`changed`, removed: words`removed` } as const;

/** How many records differ, by how: `1 new, 2 changed, 1 removed`; `no change` where none do. */
export function changeCounts(rows: readonly Pick<ComparedRecord, 'change'>[]): Printable {
  const counts = (['new', 'changed', 'removed'] as const).flatMap((kind) => {
    const { length } = rows.filter(({ change }) => change?.kind === kind);
    return length === 0 ? [] : [words`${length} ${KINDS[kind]}`];
  });
  return counts.length === 0 ? words`no change` : (counts.join(', ') as Printable);
}
