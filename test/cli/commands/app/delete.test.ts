import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { requested } from '../../prompt.ts';
import { letPass, servedPrompt } from '../../served.ts';

const served = servedPrompt({ dialect: { 'second-delete': '404' } });
const app = () => served.platform.world.applications[0]?.id ?? '';
const deletions = () => served.platform.served.requests.filter(({ method }) => method === 'DELETE');

describe('deleting an application', () => {
  it.each([
    [[], '--confirm is missing'],
    [['--confirm', 'x'], '--confirm is not the identifier'],
    [['--confirm='], '--confirm is not the identifier'],
  ])('sends nothing with %j', async (more, words) => {
    const { code, stdout, stderr } = await served.run(['app', 'delete', app(), ...more]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).toContain('Nothing was sent.');
    expect(served.platform.served.requests).toEqual([]);
  });

  it.each([
    (id: string) => id.toLowerCase(),
    (id: string) => id.toUpperCase(),
    (id: string) => ` ${id}`,
    (id: string) => `${id} `,
    (id: string) => `${id}\u200b`,
    (id: string) => id.slice(0, -1),
    (id: string) => id.normalize('NFD').replace(/[a-z]/i, (letter) => `${letter}\u0301`),
  ])('requires the identifier, character by character (%#)', async (change) => {
    const { code } = await served.run(['app', 'delete', app(), '--confirm', change(app())]);
    expect(code).toBe(2);
    expect(served.platform.served.requests).toEqual([]);
  });

  it('is requested once, and recorded before and after', async () => {
    const state = temporaryDirectory();
    const { code, stdout } = await served.run(['app', 'delete', app(), '--confirm', app()], {
      env: { XDG_STATE_HOME: state },
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      appId: app(),
      status: 'deletion accepted',
      waitedMs: 0,
    });
    expect(deletions()).toHaveLength(1);
    const audit = await readFile(join(state, 'warren', 'audit.ndjson'), 'utf8');
    const records = audit
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { event: 'begun', operation: 'app-delete', request: { appId: app() } },
      { event: 'ended', outcome: 'accepted', status: deletions()[0]?.status },
    ]);
    expect(records[1].status).toBeGreaterThanOrEqual(200);
    expect(audit).not.toContain(served.platform.accessKey);
  });

  it('is not sent without an audit entry, except with --unaudited', async () => {
    const argv = ['app', 'delete', app(), '--confirm', app()];
    const env = { XDG_STATE_HOME: '/dev/null' };
    const { code } = await served.run(argv, { env });
    expect(code).toBe(2);
    expect(served.platform.served.requests).toEqual([]);

    const unaudited = await served.run([...argv, '--unaudited'], { env });
    expect(unaudited.code).toBe(0);
    expect(unaudited.stderr).toContain('This is not recorded in the audit file:');
  });

  it('waits until it is gone, with --wait', async () => {
    const argv = [
      'app',
      'delete',
      app(),
      '--confirm',
      app(),
      '--wait',
      '--timeout',
      '1h',
      '-o',
      'csv',
    ];
    const running = letPass(served.run(argv), served.clock, { asleep: 2, ms: 5000 });
    const { code, stdout } = await running;
    expect(code).toBe(0);
    expect(stdout).toMatch(/,gone,\d+\n$/);
    expect(deletions()).toHaveLength(1);
  });

  it.each([
    [['--read-only'], 'Read-only: the command would change'],
    [['--timeout', '5s'], '--timeout is for --wait'],
  ])('is rejected with %j', async (more, words) => {
    const { code, stderr } = await served.run([
      'app',
      'delete',
      app(),
      '--confirm',
      app(),
      ...more,
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(served.platform.served.requests).toEqual([]);
  });

  // Assumption: second-delete
  describe('D11: deleting an application again', () => {
    const argv = (...more: readonly string[]) => [
      ...['app', 'delete', app(), '--confirm', app()],
      ...more,
    ];

    it('exits with 0 if its deletion was accepted before', async () => {
      const state = temporaryDirectory();
      const env = { XDG_STATE_HOME: state };
      await served.run(argv(), { env });
      // What was refused in between changes nothing.
      for (const _ of [1, 2]) {
        const { code, stdout, stderr } = await served.run(argv(), { env });
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toMatchObject({ appId: app(), status: 'gone' });
        expect(stderr).toContain(`no longer finds ${app()}: it accepted its deletion at `);
      }
      expect(deletions()).toHaveLength(3);
    });

    it('waits with --wait, since the cleanup may still be running', async () => {
      const state = temporaryDirectory();
      const env = { XDG_STATE_HOME: state };
      await served.run(argv(), { env });
      const running = served.run(argv('--wait', '--timeout', '1h'), { env });
      const { code, stdout } = await letPass(running, served.clock, { asleep: 2, ms: 5000 });
      expect(code).toBe(0);
      expect(JSON.parse(stdout).waitedMs).toBeGreaterThan(0);
    });

    it('is not found if no deletion was accepted from here', async () => {
      await served.run(argv());
      expect(await served.run(argv())).toMatchObject({ code: 4, stdout: '' });
    });
  });

  describe('after Ctrl-C before the answer', () => {
    const confirmed = () => ['app', 'delete', app(), '--confirm', app()];

    /** The service carries out a deletion; Ctrl-C comes before its answer. */
    async function interrupted(state: string) {
      const off = served.platform.faults.set(
        { kind: 'hang', stage: 'before answering' },
        { operation: 'app-delete' },
      );
      const { code } = await served.run(confirmed(), {
        env: { XDG_STATE_HOME: state },
        async during(interrupt) {
          await requested(served.platform);
          interrupt.abort();
        },
      });
      off();
      expect(code).toBe(7);
    }
    const SENT =
      /Its deletion was sent from here at 2026-03-14 14:0\d:\d\dZ, and its outcome is not known \(Interrupted before the answer came\)\./;
    const FITS = 'That it is not found fits this deletion, but there may never';

    it('a second deletion names the first one, whatever its own outcome', async () => {
      const state = temporaryDirectory();
      const env = { XDG_STATE_HOME: state };
      await interrupted(state);
      served.platform.faults.set({ kind: 'answer', status: 404, body: 'problem' });
      // A refusal does not tell what became of the first one.
      for (const _ of [1, 2]) {
        const again = await served.run(confirmed(), { env });
        expect(again.code).toBe(4);
        expect(again.stderr).toMatch(SENT);
        expect(again.stderr).toContain(FITS);
      }
      const other = await served.run(['app', 'delete', 'x1', '--confirm', 'x1'], { env });
      expect(other.stderr).not.toContain('deletion');
    });

    it('waiting until it is gone does not call the identifier wrong', async () => {
      const state = temporaryDirectory();
      const env = { XDG_STATE_HOME: state };
      await interrupted(state);
      served.platform.faults.set({ kind: 'answer', status: 404, body: 'problem' });
      const { code, stderr } = await served.run(['app', 'wait', app(), '--until', 'gone'], { env });
      expect(code).toBe(4);
      expect(stderr).toMatch(SENT);
      expect(stderr).toContain(FITS);
      expect(stderr).not.toContain('Check the identifier');
    });

    it('nothing is unresolved once a later deletion was accepted', async () => {
      const state = temporaryDirectory();
      const env = { XDG_STATE_HOME: state };
      await interrupted(state);
      const answer = { kind: 'answer', status: 202, body: 'empty' } as const;
      const off = served.platform.faults.set(answer, { operation: 'app-delete' });
      expect((await served.run(confirmed(), { env })).stderr).toMatch(SENT);
      expect((await served.run(confirmed(), { env })).stderr).not.toMatch(SENT);
      off();
    });
  });
});
