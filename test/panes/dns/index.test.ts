import { expect, it } from 'vitest';
import { dnsReport } from '../../../src/cli/commands/dns.ts';
import { dnsScan } from '../../../src/contract/operations/dns-scan.ts';
import { recordLines } from '../../../src/panes/dns/index.tsx';
import { noDrift } from '../../support/no-drift.ts';

const scan = dnsScan.answer.decode(
  {
    Status: 'Completed',
    Records: [
      { Name: '@', Type: 4, Ttl: 60, Value: 'mx1.example', Priority: 10, IsProxied: false },
      { Name: '=cmd', Type: 99, Value: 'a,"b"\u202e' },
    ],
  },
  noDrift,
);
const rows = (scan.Records ?? []).map((record, at) => ({ id: String(at), record, change: null }));

it('use 22: the pane exports the same columns as the command line', () => {
  const { csv, records } = dnsReport(scan);
  const [head = ''] = recordLines(rows, 'csv');
  expect(head.trim().split(',')).toEqual(csv?.plain.heads);
  expect(recordLines(rows, 'ndjson').map((line) => JSON.parse(line))).toEqual(records);
});

it('hostile records affect neither spreadsheets nor terminals', () => {
  expect(recordLines(rows, 'csv')[2]).toBe('\'=cmd,TYPE 99,99,,"a,""b""<U+202E>",,,,\n');
  expect(recordLines(rows, 'ndjson')[1]).toContain('\\u202e');
});
