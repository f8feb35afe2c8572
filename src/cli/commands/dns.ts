import {
  type DnsScan,
  dnsScan,
  recordTypeName,
  type ScannedRecord,
} from '../../contract/operations/dns-scan.ts';
import { count } from '../../text/figures.ts';
import { printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { type Column, displayValue, grid } from '../output/grid.ts';
import { listUnder, wireDocument } from '../output/json.ts';
import { facts, type Report, table } from '../output/report.ts';
import { readCommand } from './read-command.ts';

const typeOf = ({ Type }: ScannedRecord) => (Type === null ? null : recordTypeName(Type));

const COLUMNS: readonly Column<ScannedRecord>[] = [
  { name: 'Name', title: words`NAME`, value: ({ Name }) => Name },
  { name: 'TypeName', title: words`TYPE`, value: typeOf },
  { name: 'Type', only: 'csv', value: ({ Type }) => Type },
  { name: 'Ttl', title: words`TTL`, align: 'right', value: ({ Ttl }) => Ttl },
  { name: 'Value', title: words`VALUE`, shrinks: true, value: ({ Value }) => Value },
  { name: 'Priority', title: words`PRIO`, align: 'right', value: ({ Priority }) => Priority },
  { name: 'Weight', title: words`WEIGHT`, align: 'right', value: ({ Weight }) => Weight },
  { name: 'Port', title: words`PORT`, align: 'right', value: ({ Port }) => Port },
  { name: 'IsProxied', title: words`PROXIED`, value: ({ IsProxied }) => IsProxied },
];

/** A scan job and its records in every form. */
export function dnsReport(job: DnsScan): Report {
  const document = wireDocument(dnsScan, job);
  const found = job.Records ?? [];
  const records = grid(COLUMNS, found);
  return {
    document,
    records: listUnder(document, 'Records'),
    sections: [
      facts(
        [words`status`, displayValue(job.Status)],
        [words`domain`, displayValue(job.Domain)],
        [words`zone`, displayValue(job.ZoneId)],
        [words`job`, displayValue(job.JobId)],
        [words`created`, displayValue(job.CreatedAt)],
        [words`completed`, displayValue(job.CompletedAt)],
        ...(job.Error ? [[words`error`, printable(job.Error)] as const] : []),
        [words`records`, job.Records === null ? words`none yet` : count(found.length)],
      ),
      ...(found.length === 0 ? [] : [table(records)]),
    ],
    csv: records,
    notes:
      job.Records === null
        ? [
            words`The scan is ${printable(job.Status ?? 'of unknown status')}: it has no records yet.`,
          ]
        : [],
  };
}

export const dnsScanCommand: Action<'dns scan'> = ({ arguments: { ZONE }, options }, context) =>
  readCommand(options, context, {
    operation: dnsScan,
    input: { zoneId: ZONE },
    report: dnsReport,
  });
