import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { answerNext } from '../cli/served.ts';
import { consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** The DNS pane with the zone of that domain. */
const onZone = (domain: string, setting: Setting = {}) =>
  consoleUnderTest({
    pane: 'dns',
    workspace: (demo) => ({
      ...demo,
      dnsZones: demo.dnsZones.filter(({ name }) => name === domain),
    }),
    ...setting,
  });

it('a scan is watched from pending to completed, and then left alone', async () => {
  const test = await onZone('shop.example');
  expect((await test.screen())[4]).toBe(
    ' ○ pending for 0 s · no records yet · created 2026-03-14 14:02:00Z',
  );
  expect(await test.text()).toContain(
    '  The scan has no result yet. It is asked for again until it has.',
  );

  await test.pass(8000);
  expect((await test.screen())[4]).toBe(
    ' ◐ in progress for 8 s · no records yet · created 2026-03-14 14:02:00Z',
  );

  await test.pass(12_000);
  const lines = await test.screen();
  expect(lines[2]).toMatch(/^── DNS scan · shop\.example ─+ as of 14:02:20 · \d+ ms ──$/);
  expect(lines[4]).toBe(' ● completed in 20 s · 46 records · created 2026-03-14 14:02:00Z');
  expect(lines[7]).toMatch(/^❯ @ +SOA +ns1\.shop\.example\. hostm\S*… +3600$/);
  expect(lines[12]).toMatch(/^ {2}@ +MX +mx1\.shop\.example +3600 +10$/);
  // A value longer than its cell is shown in full below the list.
  expect(lines[19]).toMatch(/^─+$/);
  expect(lines[20]).toMatch(/^@ +ns1\.shop\.example\. hostmaster\.shop\.example\. \d+ .*\d$/);

  // The next scan starts a minute later, but the console no longer polls.
  const asked = test.platform.served.requests.length;
  await test.pass(50_000);
  expect(test.platform.served.requests).toHaveLength(asked);
  await test.press('r');
  expect((await test.screen())[4]).toMatch(/^ ◐ in progress for \d+ s · no records yet · /);
});

describe('a scan is compared with the one before it', () => {
  it('whose records stay until the new scan has some, marked as old', async () => {
    const test = await onZone('shop.example');
    await test.pass(20_000);
    await test.pass(50_000);
    await test.press('r');
    expect(await test.line('Records below')).toBe(
      ' Records below are of the scan before, created 2026-03-14 14:02:00Z',
    );
    expect(await test.cursor()).toContain('SOA');
    await test.pass(20_000);
    expect((await test.screen())[4]).toContain(' ✖ failed after 20 s');
    expect(await test.line('Records below')).toContain('14:02:00Z');
  });

  it('and a previous scan without records is not said to have any', async () => {
    const test = await onZone('parked.example');
    answerNext(test.platform, 'dns-scan', { JobId: 'later', Status: 3, Records: null });
    await test.press('r');
    expect((await test.screen())[4]).toMatch(/^ ✖ failed · no records /);
    expect(await test.text()).not.toContain('Records below');
    expect(await test.line('The scan before')).toMatch(
      /^ The scan before, created [\d: Z-]+, had no records$/,
    );
  });

  it('and new, changed and removed records are counted, marked and can be filtered', async () => {
    const test = await onZone('shop.example', { columns: 120 });
    await test.pass(20_000);
    await test.pass(130_000);
    await test.press('r');
    expect(await test.line(' since the scan')).toBe(
      ' 1 new, 2 changed, 1 removed since the scan created 2026-03-14 14:02:00Z',
    );
    // A cut address could be taken for another one, so it is shown in full.
    expect(await test.line('~ changed 203.0.113.12')).toContain('value was 203.0.113.10 ');
    await test.press('/', 'change:*', KEYS.enter);
    const rows = (await test.screen()).filter((line) => /[~+-] (new|changed|removed) /.test(line));
    expect(rows.map((line) => line.trim().split(/\s{2,}/)[0])).toEqual([
      '❯ @',
      '_dmarc',
      expect.stringMatching(/^new\./),
      expect.stringMatching(/^\w+30\.\w+$/),
    ]);
    expect(rows[0]).toContain('value was 203.0.113.10');
    await test.resize(80, 24);
    expect(await test.text()).toContain('\n~ value was 203.0.113.10\n');
    await test.press('d');
    expect(await test.text()).toContain('~ value was 203.0.113.10');
  });

  it('and removed records are neither exported nor counted as exported', async () => {
    const test = await onZone('shop.example', { columns: 120 });
    await test.pass(20_000);
    await test.pass(130_000);
    await test.press('r');
    const file = join(temporaryDirectory(), 'scan.ndjson');
    await test.press('\u0013', file, KEYS.enter);
    await vi.waitFor(async () =>
      expect(await test.text()).toContain('Wrote 46 of 47 records, 1 removed left out, to '),
    );
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(46);
    await test.press('/', 'change:removed', KEYS.enter, '\u0013');
    expect(await test.text()).toContain(
      'There is no record to export: the scan has none of these.',
    );
    // Marked records are exported and no others, even if none of them can be.
    await test.press(' ', '/', KEYS.ctrlU, KEYS.enter, '\u0013');
    expect(await test.line('warren')).not.toContain('FILTER');
    expect(await test.text()).not.toContain('Export to');
  });
});

describe('use 23: every key of the pane does something', () => {
  it('Ctrl-S and :export write the list or the marked records, in the format of the command', async () => {
    const test = await onZone('corp.example');
    await test.press('/', 'type:mx', KEYS.enter, 'g', ' ');
    expect(await test.cursor()).toContain('mx2');
    const folder = temporaryDirectory();
    await test.press('\u0013', join(folder, 'scan.csv'), KEYS.enter);
    await vi.waitFor(async () => expect(await test.text()).toContain('Wrote 1 of 340 records'));
    expect(await readFile(join(folder, 'scan.csv'), 'utf8')).toBe(
      'Name,TypeName,Type,Ttl,Value,Priority,Weight,Port,IsProxied\n@,MX,4,3600,mx1.corp.example,10,,,false\n',
    );
    await test.resize(90, 24);
    await test.press('\u0013');
    expect(await test.line('Export ')).toMatch(
      /warren-dns-corp\.example-2026-03-14\.ndjson +type to replace, ← edits/,
    );
    await test.press(KEYS.left, KEYS.right, '-2');
    expect(await test.line('Export ')).toMatch(/warren-dns-corp\.example-2026-03-14\.ndjson-2 *$/);
    await test.press(KEYS.escape);
    // A name that is taken gets a number, and a name that cannot be written stays in the prompt.
    await test.press('\u0013', KEYS.ctrlU, join(folder, 'scan.csv'), KEYS.enter);
    await vi.waitFor(async () =>
      expect(await test.text()).toContain('already exists; nothing was written.'),
    );
    expect(await test.line('Export ')).toContain('scan-2.csv');
    await test.press('x');
    expect(await test.text()).toContain('The file name decides the format: .ndjson, .csv.');
    await test.press(KEYS.enter);
    expect(await test.line('Export ')).toContain('scan-2.csvx');
    expect(await readdir(folder)).toEqual(['scan.csv']);
    await test.press(KEYS.escape, ':', 'export', KEYS.enter);
    expect(await test.line('Export ')).toContain('warren-dns-corp.example-2026-03-14.ndjson');
    // A given file name is proposed. Nothing is written before Enter.
    await test.press(KEYS.escape, ':', 'export other.csv', KEYS.enter);
    expect(await test.line('Export ')).toContain('other.csv');
    expect(await readdir(folder)).toEqual(['scan.csv']);
    // ~ is a home that does not exist here, and the message says so.
    await test.press(KEYS.ctrlU, '~/scan.csv', KEYS.enter);
    await vi.waitFor(async () =>
      expect(await test.text()).toContain('/home/tester/scan.csv could not be written: its'),
    );
  });

  it('Ctrl-S writes exactly the marked records, even if the filter hides them', async () => {
    const test = await onZone('corp.example');
    await test.press('g', ' ', ' ');
    const folder = temporaryDirectory();
    await test.press('/', 'SOA', KEYS.enter, '\u0013', join(folder, 'some.ndjson'), KEYS.enter);
    await vi.waitFor(async () => expect(await test.text()).toContain('Wrote 2 of 340 records'));
    await test.press('/', KEYS.ctrlU, 'type:mx', KEYS.enter);
    await test.press('\u0013');
    expect(await test.line('Export')).toMatch(/^Export 2 marked to warren-dns-/);
    await test.press(join(folder, 'all.ndjson'), KEYS.enter);
    await vi.waitFor(async () => expect(await test.text()).toMatch(/Wrote 2 of 340 .*all/));
    const written = await readFile(join(folder, 'all.ndjson'), 'utf8');
    expect(written).not.toContain('mx');
    expect(written).toBe(await readFile(join(folder, 'some.ndjson'), 'utf8'));
  });

  it('the name of an export and its possible endings are not cut on the smallest screen', async () => {
    const test = await onZone('corp.example');
    await test.resize(60, 15);
    await test.press('\u0013');
    expect(await test.line('Export ')).toMatch(
      /^Export to warren-dns-corp\.example-2026-03-14\.ndjson *$/,
    );
    await test.press('x');
    expect(await test.line('Export ')).toMatch(/^Export to x *$/);
    expect(await test.text()).toContain('The file name decides the format: .ndjson, .csv.');
  });

  it('Enter opens the details, and unavailable commands say why', async () => {
    const test = await onZone('corp.example');
    await test.press(KEYS.enter);
    expect(await test.line('Value ')).toContain('ns1.corp.example. hostmaster.corp.example.');
    const empty = await onZone('parked.example');
    await empty.press('\u0013');
    expect(await empty.text()).toContain('There is no record to export.');
    await empty.press(' ');
    expect(await empty.text()).toContain('There is no row to mark.');
  });
});

it('Esc closes the details, then removes the filter, and then q quits', async () => {
  const test = await onZone('shop.example');
  await test.pass(20_000);
  await test.press('/', 'mx', KEYS.enter, 'd');
  expect(await test.line('IsProxied')).toMatch(/^IsProxied +false$/);
  await test.press(KEYS.escape);
  expect(await test.text()).not.toContain('IsProxied');
  expect(await test.line('warren')).toContain(' FILTER: 44 hidden ');
  await test.press('d', 'q', 'q');
  expect(await test.line('warren')).not.toContain('FILTER');
  expect(await test.text()).toContain(' q quit');
});

it('Esc leaves the viewed minute, as the title says, before it removes the filter', async () => {
  const test = await onZone('shop.example');
  await test.pass(20_000);
  await test.press('(', '/', 'mx', KEYS.enter);
  expect(await test.line('── DNS scan')).toContain(' · Esc: now ');
  await test.press(KEYS.escape);
  expect(await test.line('── DNS scan')).not.toContain(' · Esc: now ');
  expect(await test.line('warren')).toContain(' FILTER: ');
  await test.press(KEYS.escape);
  expect(await test.line('warren')).not.toContain(' FILTER: ');
});

it('Esc removes a filter at once if it matches no row with details', async () => {
  const test = await onZone('shop.example');
  await test.pass(20_000);
  await test.press('d', '/', 'nowhere', KEYS.enter, KEYS.escape);
  expect(await test.line('warren')).not.toContain('FILTER');
});

it('the tabs show the state of each zone’s scan', async () => {
  const test = await consoleUnderTest({ pane: 'dns', columns: 160 });
  await test.pass(1000);
  expect((await test.screen())[3]).toBe(
    '  ○ shop.example  ● corp.example  ● blog.example  ● parked.example  ✖ legacy.example  – new.example  ○ iot.example   [ ]',
  );
  const asked = test.platform.served.requests.length;
  await test.pass(30_000);
  expect(await test.line('● shop.example')).toContain('– new.example');
  const again = test.platform.served.requests.slice(asked).map(({ target }) => target);
  expect(new Set(again).size, 'only scans that run are asked for again').toBe(2);
});

it('a scan that failed says why', async () => {
  const test = await onZone('legacy.example', { columns: 140 });
  expect(await test.line('failed')).toBe(
    ' ✖ failed after 31 s · no records · created 2026-03-14 12:02:00Z, 2 h 00 min ago',
  );
  expect(await test.line('job ')).toMatch(
    /^ SERVFAIL from ns1\.legacy\.example: the zone is not signed as its parent says · job [0-9a-f-]{36}$/,
  );
  // Not that no record matches: there is none to match.
  await test.press('/', '10.1', KEYS.enter);
  expect(await test.text()).not.toContain('matches');
  await test.press(KEYS.escape);
  // Everything else about it is shown below.
  expect((await test.text()).match(/SERVFAIL/g)).toHaveLength(1);
  expect(await test.text()).toMatch(/^CompletedAt +2026-03-14 12:02:31Z$/m);
});

it('a message about a scan takes one line below its state and leaves the rest of a small screen to the records', async () => {
  const test = await onZone('shop.example', { columns: 60, rows: 15 });
  await test.pass(20_000);
  const records = (lines: readonly string[]) =>
    lines.filter((line) => /^[❯ ] \S+ +(SOA|NS|A|AAAA|MX|TXT) /.test(line));
  const lines = await test.screen();
  expect(lines[5]).toMatch(/^ job [0-9a-f-]{36}$/);
  expect(lines[6]).toMatch(/^ {2}NAME +TYPE +VALUE/);
  expect(records(lines)).toHaveLength(6);

  // With an earlier scan, that line says whose records are shown. The job is in the details.
  await test.pass(50_000);
  await test.press('r');
  const then = await test.screen();
  expect(then[5]).toMatch(/^ Records below are of the scan before, created /);
  expect(then[6]).toMatch(/^ {2}NAME +TYPE +VALUE/);
  expect(records(then)).toHaveLength(6);
  expect(await test.text()).not.toContain('job ');

  // The line has both the error and whose records are shown.
  await test.pass(20_000);
  const failed = await test.screen();
  expect(failed[5]).toMatch(/^ Timed out asking ns2\.shop\.example · job /);
  expect(failed[6]).toMatch(/^ Records below are of the scan before, created /);
  expect(records(failed)).toHaveLength(5);
});

it('a scan that found nothing differs from one without a result', async () => {
  const test = await onZone('parked.example');
  expect((await test.screen())[4]).toMatch(/^ ● completed in 9 s · 0 records · /);
  expect(await test.text()).toContain('  The scan found no records.');
});

describe('D9: a 404 of the service', () => {
  it('D9: for a zone without a scan is shown in the words of the service, not as an error', async () => {
    const test = await onZone('new.example');
    expect(await test.text()).toContain(
      '  The service answered (404): No record scan was found for the zone.',
    );
    expect(await test.text()).not.toContain('does not');
    expect(await test.line('── DNS')).toMatch(/ answered 404 · attempt 1 ──$/);
    expect(await test.line('warren')).toContain('● connected');
  });

  it('D9: for a zone that does not exist says so', async () => {
    const test = await consoleUnderTest({
      pane: 'dns',
      workspace: (demo) => ({ ...demo, dnsZones: [{ id: '999', name: 'typo.example' }] }),
    });
    expect(await test.text()).toContain(
      '  The service answered (404): The requested DNS zone was not found.',
    );
  });

  it('D9: without a body leaves open whether the zone or the scan is missing', async () => {
    const test = await onZone('new.example', {
      platform: { dialect: { 'no-scan-yet': 'empty' } },
      columns: 120,
    });
    expect(await test.text()).toContain(
      '  Not found (404): this zone has no scan, or there is no such zone. The service does not say which.',
    );
  });
});

it('a stuck scan shows how long it has been running', async () => {
  const test = await onZone('iot.example');
  expect((await test.screen())[4]).toBe(
    ' ○ pending for 2 h 00 min · no records yet · created 2026-03-14 12:02:00Z',
  );
  await test.pass(2 * 60_000);
  expect((await test.screen())[4]).toMatch(/^ ○ pending for 2 h 02 min · /);
  expect(await test.line('── DNS scan')).toMatch(/as of 14:04:00 · every 2 s · /);
});

it('brackets switch between zones, each with its own scan', async () => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press(']');
  expect((await test.screen())[4]).toMatch(/^ ● completed in 9 s · 340 records /);
  await test.press('G');
  expect(await test.cursor()).toMatch(/^❯ \w+324\.\w+ /);
  await test.press(']', ']', ']', ']', ']');
  expect(await test.line('── DNS')).toContain('· iot.example ─');
  await test.press(']');
  expect(await test.line('── DNS')).toContain('· shop.example ─');
  await test.press('[');
  expect(await test.line('── DNS')).toContain('· iot.example ─');
});

it('records are filtered by any word and sorted by any column', async () => {
  const test = await onZone('corp.example');
  await test.press('/', 'mx mx2', KEYS.enter);
  expect(await test.line('warren')).toContain(' FILTER: 339 hidden ');
  await test.press('/', KEYS.ctrlU, 'type', KEYS.enter);
  expect(await test.cursor()).toMatch(/^❯ odd +TYPE 42 +\\# 4 0a000001 +60/);
  await test.press(KEYS.escape);
  expect(await test.line('warren')).not.toContain('FILTER');

  await test.press('O');
  expect(await test.line('TYPE')).toContain('NAME▲');
  await test.press('I', 'g');
  expect(await test.line('TYPE')).toContain('NAME▼');
  expect(await test.cursor()).toMatch(/^❯ www /);
});

it('the message about a zone outside the workspace names it', async () => {
  const test = await onZone('nothing');
  expect(await test.text()).toMatch(
    /^ {2}No DNS zone is watched\. Press 4 to find one, type :add dns ID, or start with\s+--dns ID\.$/m,
  );
});
