import { expect, it } from 'vitest';
import type { TeamAudit } from '../../src/archive/archive.ts';
import { createWake } from '../../src/feeds/scheduling.ts';
import { openAudit } from '../../src/mutations/audit.ts';
import { keepSending, openAuditSender, sendAtOnce } from '../../src/session/audit-sender.ts';
import { DatabaseError } from '../../src/sqlite/database.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { memoryFiles } from '../support/memory-files.ts';

const PATH = '/state/audit.ndjson';
const NOT_YET =
  'Audit entries could not be sent to the team yet: the server is away. They will be sent later.';

/** An audit file, and the archive of a team that its entries are sent along to. */
function team() {
  const files = memoryFiles();
  const clock = fakeClock('2026-03-14T14:02:00Z');
  const wake = createWake();
  const found: { trouble: DatabaseError | null } = { trouble: null };
  const there: number[] = [];
  const archive: TeamAudit = {
    async write(entries) {
      if (found.trouble) throw found.trouble;
      there.push(...entries.map(({ entry }) => entry));
    },
    read: async () => ({ lines: [], whole: true }),
    close: async () => {},
  };
  const audit = openAudit({
    files,
    path: PATH,
    clock,
    profile: 'prod',
    host: 'api.example.net',
    written: wake.now,
    operator: { user: 'ada', tty: null, ssh: null },
  });
  const change = (attempt: string) =>
    audit.begun({
      attempt,
      operation: 'app-delete',
      request: {},
      subject: { kind: 'app', id: 'x', name: 'x'.repeat(300) },
    });
  const sender = openAuditSender({
    files,
    path: PATH,
    place: 'clickhouse://ada@db/team',
    open: async () => archive,
  });
  return Object.assign(found, { files, clock, wake, there, change, sender });
}

/** A line of some 600 bytes, with its number. */
const lineOf = (entry: number) => {
  const hash = String(entry).padStart(64, '0');
  return `{"event":"${'x'.repeat(400)}","entry":${entry},"previous":"${hash}","hash":"${hash}"}\n`;
};

const away = () => new DatabaseError('the server is away.', true);

it('sends each entry of the audit file once, including those that failed before', async () => {
  const run = team();
  await run.change('a');
  await run.change('b');
  expect(await run.sender.send()).toBe(null);
  expect(await run.sender.send()).toBe(null);
  run.trouble = away();
  await run.change('c');
  expect(await run.sender.send()).toBe(NOT_YET);
  run.trouble = null;
  await run.change('d');
  expect(await run.sender.send()).toBe(null);
  expect(run.there).toEqual([1, 2, 3, 4]);
});

it('sends only what is in the audit file', async () => {
  const run = team();
  run.files.broken = 'The disk is full.';
  expect(await run.change('a')).toBe('The disk is full.');
  expect(await run.sender.send()).toBe(null);
  expect(run.there).toEqual([]);
});

it('sends again after a lost or damaged note, for another file, or to another archive', async () => {
  const run = team();
  await run.change('a');
  await run.sender.send();
  run.files.contents.set('/state/audit.sent', '{"place":"clickhouse://ada@db/team","entry":9e9');
  await run.sender.send();
  expect(run.there).toEqual([1, 1]);
  // Another file, whose entries are counted anew.
  run.files.contents.delete(PATH);
  run.files.contents.delete('/state/audit.head');
  run.clock.shiftWall(1000);
  await run.change('b');
  await run.sender.send();
  expect(run.there).toEqual([1, 1, 1]);
});

it('sends the end of a file that is too long, and reports how many entries were skipped', async () => {
  const run = team();
  await run.change('a');
  await run.sender.send();
  const lines = Array.from({ length: 2001 }, (_, at) => lineOf(at + 1)).join('');
  run.files.contents.set(PATH, lines);
  const said = await run.sender.send();
  const [, passed] = /^([\d,]+) older entries are too far back/.exec(said ?? '') ?? [];
  expect(run.there.length).toBeLessThan(2000);
  expect(run.there.length + Number(passed?.replaceAll(',', ''))).toBe(2001);
  expect(run.there.at(-1)).toBe(2001);
  expect(await run.sender.send()).toBe(null);
});

it('in a console, sends entries as they are written, reports once that the server is away, and retries', async () => {
  const run = team();
  const over = new AbortController();
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const ended = keepSending(run.sender, run.clock)({ during: run.wake.during, say }, over.signal);
  await run.change('a');
  await expect.poll(() => run.there).toEqual([1]);
  run.trouble = away();
  await run.change('b');
  await expect.poll(() => said).toEqual([NOT_YET]);
  await run.clock.advance(60_000);
  run.trouble = null;
  await run.clock.advance(60_000);
  await expect.poll(() => run.there).toEqual([1, 2]);
  expect(said).toEqual([NOT_YET]);
  over.abort();
  await ended;
});

it('a command waits five seconds for a server that does not answer', async () => {
  const { clock } = team();
  const said = sendAtOnce({ send: () => new Promise(() => {}) }, clock);
  await clock.advance(5000);
  expect(await said).toContain('could not be sent to the team yet: the server takes its time.');
});
