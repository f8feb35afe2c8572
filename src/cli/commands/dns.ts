import {
  type DnsScan,
  dnsScan,
  jobShape,
  recordShape,
  recordTypeName,
  type ScannedRecord,
} from '../../contract/operations/dns-scan.ts';
import { EXIT } from '../../session/errors.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { columnNames, displayValue, type OutputColumn } from '../output/grid.ts';
import { listUnder, wireDocument } from '../output/json.ts';
import { facts, onlyTable, type Report, tableReport } from '../output/report.ts';
import { wideColumns, wideFacts } from '../output/wide.ts';
import { idOf } from '../service.ts';
import { readCommand } from './read-command.ts';

const typeOf = ({ Type }: ScannedRecord) => (Type === null ? null : recordTypeName(Type));

const COLUMNS: readonly OutputColumn<ScannedRecord>[] = [
  { name: 'Name', title: words`NAME` },
  { name: 'TypeName', title: words`TYPE`, value: typeOf },
  { name: 'Type', only: 'csv' },
  { name: 'Ttl', title: words`TTL`, align: 'right' },
  { name: 'Value', title: words`VALUE`, shrinks: true },
  { name: 'Priority', title: words`PRIO`, align: 'right' },
  { name: 'Weight', title: words`WEIGHT`, align: 'right' },
  { name: 'Port', title: words`PORT`, align: 'right' },
  { name: 'IsProxied', title: words`PROXIED` },
];

const WIDE = wideColumns(COLUMNS, recordShape, (record) => record);
export const dnsColumns = columnNames(COLUMNS, WIDE);

export function dnsReport(job: DnsScan): Report {
  const document = wireDocument(dnsScan, job);
  const found = job.Records ?? [];
  return tableReport({
    columns: COLUMNS,
    rows: found,
    wide: WIDE,
    document,
    records: listUnder(document, 'Records'),
    above: [
      wideFacts(jobShape, job, ['Records'], [words`records`, recordsIn(job)]),
      onlyTable(
        facts(
          [words`status`, displayValue(job.Status)],
          [words`domain`, displayValue(job.Domain)],
          [words`zone`, displayValue(job.ZoneId)],
          [words`job`, displayValue(job.JobId)],
          [words`created`, displayValue(job.CreatedAt)],
          [words`completed`, displayValue(job.CompletedAt)],
          ...(job.Error ? [[words`error`, printable(job.Error)] as const] : []),
          [words`records`, recordsIn(job)],
        ),
      ),
    ],
    notes: notesOn(job),
  });
}

const hasFailed = ({ Status }: DnsScan): boolean => Status === 'Failed';

function recordsIn(job: DnsScan): Printable {
  if (job.Records !== null) return count(job.Records.length);
  if (hasFailed(job)) return words`none: the scan failed`;
  return job.Status === 'Completed' ? words`not given` : words`none yet`;
}

function notesOn({ Status, Records, Error: error }: DnsScan): readonly Printable[] {
  if (Status === 'Failed') {
    const reason = error ? words`: ${printable(error)}` : words``;
    const more = Records?.length ? words` more` : words``;
    return [
      words`The scan failed${reason}. It will never have any${more} records; start another scan.`,
    ];
  }
  if (Records !== null) return [];
  return [
    Status === 'Completed'
      ? words`The scan is completed, and the answer has no list of records.`
      : words`The scan is ${printable(Status ?? 'of unknown status')}: it has no records yet.`,
  ];
}

export const dnsScanCommand: Action<'dns scan'> = ({ arguments: { ZONE }, options }, context) =>
  readCommand(options, context, {
    operation: dnsScan,
    input: (service) => ({ zoneId: idOf(service, 'dnsZones', ZONE) }),
    report: dnsReport,
    exitCode: (job) => (hasFailed(job) ? EXIT.unexpected : EXIT.done),
  });
