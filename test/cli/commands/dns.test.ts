import { describe, expect, it } from 'vitest';
import { dnsReport } from '../../../src/cli/commands/dns.ts';
import { renderReport } from '../../../src/cli/output/report.ts';
import { dnsScan } from '../../../src/contract/operations/dns-scan.ts';
import { words } from '../../../src/text/printable.ts';
import { noDrift } from '../../support/no-drift.ts';
import { answerNext, servedPrompt } from '../served.ts';

const JOB = {
  JobId: 'j1',
  ZoneId: 803311,
  Domain: 'shop.example',
  AccountId: 'a',
  Status: 2,
  CreatedAt: '2026-03-14T14:00:00Z',
  CompletedAt: '2026-03-14T14:00:09Z',
  Records: [
    {
      Name: '@',
      Type: 4,
      Ttl: 300,
      Value: 'mail',
      Priority: 10,
      Weight: 0,
      Port: 0,
      IsProxied: false,
    },
    {
      Name: 'x',
      Type: 99,
      Ttl: null,
      Value: '=1+1',
      Priority: null,
      Weight: null,
      Port: null,
      IsProxied: true,
    },
  ],
  Error: null,
};

const rendered = (job: object, format: 'table' | 'csv' | 'ndjson') =>
  renderReport(dnsReport(dnsScan.answer.decode(job, noDrift)), {
    format,
    writing: 'escaped',
    columns: undefined,
    place: 'only',
    stamp: words``,
  });

describe('a scan', () => {
  it('shows its job and its records', () => {
    expect(rendered(JOB, 'table').data).toBe(`status     Completed
domain     shop.example
zone       803311
job        j1
created    2026-03-14T14:00:00.000Z
completed  2026-03-14T14:00:09.000Z
records    2

NAME  TYPE     TTL  VALUE  PRIO  WEIGHT  PORT  PROXIED
@     MX       300  mail     10       0     0  no
x     TYPE 99    –  =1+1      –       –     –  yes
`);
  });

  it('has rows that are safe for a spreadsheet', () => {
    expect(
      rendered(JOB, 'csv').data,
    ).toBe(`Name,TypeName,Type,Ttl,Value,Priority,Weight,Port,IsProxied
@,MX,4,300,mail,10,0,0,false
x,TYPE 99,99,,'=1+1,,,,true
`);
  });

  it('distinguishes no result yet from an empty one', () => {
    const pending = rendered({ ...JOB, Status: 0, Records: null }, 'table');
    expect(pending.data).toContain('records    none yet');
    expect(pending.notes).toEqual(['The scan is Pending: it has no records yet.']);
    expect(rendered({ ...JOB, Records: [] }, 'table').data).toContain('records    0');
    expect(rendered({ ...JOB, Records: null }, 'ndjson').data).toBe('');
  });
});

describe('D7: a failed scan', () => {
  const served = servedPrompt();
  const scan = (status: number, more: readonly string[] = []) => {
    const zone = String(served.platform.world.dnsZones[0]?.id);
    const job = {
      ...JOB,
      ZoneId: Number(zone),
      Status: status,
      Records: null,
      Error: 'No name server',
    };
    answerNext(served.platform, 'dns-scan', job);
    return served.run(['dns', 'scan', zone, ...more]);
  };

  it('has no records and will not get any', () => {
    const failed = rendered({ ...JOB, Status: 3, Records: null, Error: 'No name server' }, 'table');
    expect(failed.data).toContain('records    none: the scan failed');
    expect(failed.notes).toEqual([
      'The scan failed: No name server. It will never have any records; start another scan.',
    ]);
    expect(rendered({ ...JOB, Status: 3, Records: null, Error: null }, 'table').notes).toEqual([
      'The scan failed. It will never have any records; start another scan.',
    ]);
  });

  it('will not get more records than it has', () => {
    const half = rendered({ ...JOB, Status: 3, Error: 'half' }, 'table');
    expect(half.data).toContain('records    2');
    expect(half.notes).toEqual([
      'The scan failed: half. It will never have any more records; start another scan.',
    ]);
    expect(rendered({ ...JOB, Status: 3, Records: [], Error: 'half' }, 'table').notes).toEqual([
      'The scan failed: half. It will never have any records; start another scan.',
    ]);
  });

  it.each(['table', 'json', 'ndjson', 'csv'])(
    'is a finding: exit code 1, as %s',
    async (format) => {
      const { code, stderr } = await scan(3, ['-o', format]);
      expect(code).toBe(1);
      expect(stderr).toContain('The scan failed: No name server.');
      expect(stderr).not.toContain('yet');
    },
  );

  it('differs from a running one, and from one without records', async () => {
    for (const status of [0, 1]) expect((await scan(status)).code).toBe(0);
    const { code, stderr } = await scan(2);
    expect(code).toBe(0);
    expect(stderr).toContain('the answer has no list of records');
  });
});
