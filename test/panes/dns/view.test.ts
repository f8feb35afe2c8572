import { describe, expect, it } from 'vitest';
import { type DnsScan, dnsScan } from '../../../src/contract/operations/dns-scan.ts';
import { jobLines } from '../../../src/panes/dns/view.tsx';
import { lineText } from '../../support/line-text.ts';
import { noDrift } from '../../support/no-drift.ts';

const NOW = Date.parse('2026-03-14T14:02:20Z');

const scanOf = (fields: Readonly<Record<string, unknown>>): DnsScan =>
  dnsScan.answer.decode(
    { JobId: '7791', Domain: 'shop.example', CreatedAt: '2026-03-14T14:02:00Z', ...fields },
    noDrift,
  );

const job = (fields: Readonly<Record<string, unknown>>, columns = 80) =>
  jobLines(scanOf(fields), { wall: NOW, zone: 'utc', now: NOW, columns }).map(lineText);

describe('the job of a scan', () => {
  it.each([
    [{ Status: 'Pending', Records: null }, '○ pending for 20 s · no records yet'],
    [{ Status: 'Pending', Records: [] }, '○ pending for 20 s · no records yet'],
    [{ Status: 'InProgress', Records: null }, '◐ in progress for 20 s · no records yet'],
    [
      { Status: 'Completed', CompletedAt: '2026-03-14T14:02:09Z', Records: [{ Name: '@' }] },
      '● completed in 9 s · 1 record',
    ],
    [
      { Status: 'Completed', CompletedAt: '2026-03-14T14:02:09Z', Records: [] },
      '● completed in 9 s · 0 records',
    ],
    [
      { Status: 'Failed', CompletedAt: '2026-03-14T14:02:09Z', Records: null },
      '✖ failed after 9 s · no records',
    ],
    [{ Status: 'Paused\u001b[2J' }, '? unknown (Paused␛[2J) · no records'],
  ])('%j', (fields, said) => {
    expect(job(fields)[0]).toBe(` ${said} · created 2026-03-14 14:02:00Z`);
  });

  it('shows a duration even if it ended before it began', () => {
    const odd = { Status: 'Completed', CompletedAt: '2026-03-14T14:01:20Z', Records: [] };
    expect(job(odd)[0]).toBe(
      ' ● completed, 40 s before it was created · 0 records · created 14:02:00',
    );
  });

  it('never has its time cut', () => {
    const done = { Status: 'Completed', CompletedAt: '2026-03-14T14:02:09Z', Records: [] };
    expect(job(done, 60)[0]).toBe(' ● completed in 9 s · 0 records · created 14:02:00');
    expect(job(done, 40)[0]).toBe(' ● completed in 9 s · 0 records');
  });

  it('names its error before anything that may be cut off', () => {
    expect(job({ Status: 'Failed', Error: 'SERVFAIL\u0007' })[1]).toBe(
      ' SERVFAIL␇ · shop.example · job 7791',
    );
    expect(job({ Status: 'Failed', Domain: null, JobId: null })[1]).toBe(' job –');
  });
});
