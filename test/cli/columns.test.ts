import { describe, expect, it } from 'vitest';
import { completeLine, type Known } from '../../src/cli/complete.ts';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { exportLines } from '../../src/events/export.ts';
import { EventStore } from '../../src/events/store.ts';
import { servedPrompt } from './served.ts';

const KNOWN: Known = async () => [];
const completed = async (...line: readonly string[]) => {
  const found = await completeLine(line, KNOWN);
  return found === 'files' ? found : found.map(({ word }) => word);
};

describe('--columns', () => {
  const served = servedPrompt({ events: { perDay: 12_000 } });

  it('shows only these columns in this order; a pipe gets CSV', async () => {
    const { code, stdout } = await served.run(['search', 'shop', '--columns', 'Name,Id']);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 2)).toEqual(['Name,Id', expect.stringMatching(/^\S+,\d+$/)]);
    const table = await served.run([
      'config',
      'show',
      '--columns',
      'value, setting',
      '-o',
      'table',
    ]);
    expect(table.stdout).toMatch(/^VALUE +SETTING\n.* base_url\n/s);
  });

  it('accepts any field of the contract', async () => {
    const [app] = served.platform.world.applications;
    const argv = ['app', 'overview', app?.id ?? '', '--columns', 'status,averageCPU.statusGrade'];
    const [heads, row] = (await served.run(argv)).stdout.split('\n');
    expect(heads).toBe('status,averageCPU.statusGrade');
    expect(row).toMatch(/^\w+,(?:couldBeBetter|notBad|doingGreat)$/);
  });

  it('accepts the columns of an event export, page by page', async () => {
    const [zone] = served.platform.world.shieldZones;
    const argv = ['events', String(zone?.id), '--limit', '3', '--columns', 'status,logId'];
    const csv = (await served.run(argv)).stdout.trimEnd().split('\n');
    expect(csv).toEqual(['status,logId', ...Array(3).fill(expect.stringMatching(/^\w+,\S+$/))]);
    const table = (await served.run([...argv, '-o', 'table'])).stdout;
    expect(table).toMatch(/^status +logId\n/);
  });

  it('accepts filter names for event columns, and uses them as headings', async () => {
    const [zone] = served.platform.world.shieldZones;
    const rows = async (columns: string) =>
      (
        await served.run(['events', String(zone?.id), '--limit', '3', '--columns', columns])
      ).stdout.split('\n');
    const [heads, ...named] = await rows('ip,CC,rule');
    expect(heads).toBe('ip,CC,rule');
    const [own, ...same] = await rows('remoteIp,country,ruleId');
    expect(own).toBe('remoteIp,country,ruleId');
    expect(named).toEqual(same);
    expect(named[0]).toMatch(/^[0-9a-f.:*]+,[A-Z]{2},\d+$/);
    const strange = await served.run(['events', String(zone?.id), '--columns', 'since']);
    expect(strange.code).toBe(2);
    expect(strange.stderr).toContain('Unknown column "since".');
  });

  it.each([
    [
      ['--columns', 'Nam'],
      ['Unknown column "Nam". Did you mean Name?', 'There are: Type, Id, Name.'],
    ],
    [
      ['--columns', 'a.b'],
      ['Unknown column "a.b".', 'There are: Type, Id, Name.'],
    ],
    [
      ['--columns', 'q7Rt2'],
      ['There is no such column.', 'There are: Type, Id, Name.'],
    ],
    [
      ['--columns', ' , '],
      ['--columns needs names.', 'There are: Type, Id, Name.'],
    ],
    [['--columns', 'Id', '-o', 'json'], ['--columns is for -o table, wide and csv.']],
  ])('is rejected before anything is sent: %j', async (options, sentences) => {
    const { code, stdout, stderr } = await served.run(['search', 'shop', ...options]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const sentence of sentences) expect(stderr).toContain(sentence);
    expect(served.platform.served.requests).toEqual([]);
  });

  it('is completed after each comma', async () => {
    expect(await completed('search', 'x', '--columns', '')).toEqual(['Type', 'Id', 'Name']);
    expect(await completed('search', 'x', '--columns', 'Id,N')).toEqual(['Id,Name']);
    expect(await completed('audit', '--verify', '--columns', '')).toEqual([
      'kind',
      'line',
      'entry',
      'sentence',
    ]);
    expect(await completed('app', 'overview', 'x', '--columns', 'averageCPU')).toContain(
      'averageCPU.statusGrade',
    );
  });

  it('use 22: event columns are the same in a pane’s export and on the command line, to the byte', async () => {
    const [zone] = served.platform.world.shieldZones;
    const argv = ['events', String(zone?.id), '--limit', '40', '-o'];
    const ndjson = (await served.run([...argv, 'ndjson'])).stdout;
    const entries = ndjson
      .trimEnd()
      .split('\n')
      .map((line): EventLogEntry => JSON.parse(line));
    const store = new EventStore();
    store.add(String(zone?.id), entries);
    const ids = entries.map((_, at) => at);
    const exported = (format: 'ndjson' | 'csv') =>
      [...exportLines(store, ids, format, new Map())].join('');
    expect(exported('ndjson')).toBe(ndjson);
    expect(exported('csv')).toBe((await served.run([...argv, 'csv'])).stdout);
  });
});

describe('progress', () => {
  const served = servedPrompt({ events: { perDay: 12_000 } });

  it('is one line on a terminal, and can be switched off', async () => {
    const [zone] = served.platform.world.shieldZones;
    const argv = ['events', String(zone?.id), '-o', 'csv'];
    const onTerminal = { messageColumns: 80 };
    const loud = await served.run(argv, onTerminal);
    expect(loud.stderr).toMatch(/\r[^\n\r]*pages?[^\n\r]*/);
    const quiet = await served.run([...argv, '--quiet'], onTerminal);
    expect(quiet.stderr).not.toContain('\r');
    expect(quiet.stderr.trimEnd()).toBe(loud.stderr.split('\r').at(-1)?.trimEnd());
    expect((await served.run(argv)).stderr).not.toContain('\r');
  });
});
