import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../src/state/workspace.ts';
import { deleteByHand, openDeletion, pressSlowly, typeId } from '../support/acting.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { dialectsTouching, spoken } from '../support/dialects-touching.ts';

/** Few applications, because polling many would slow these tests down. */
const few = (demo: Workspace): Workspace => ({ ...demo, apps: demo.apps.slice(0, 2) });

const started = (setting: Setting = {}) =>
  consoleUnderTest({ columns: 100, rows: 26, workspace: few, ...setting });

const deletesOf = ({ platform }: ConsoleUnderTest) =>
  platform.served.requests.filter(({ operation }) => operation === 'app-delete');

const firstId = ({ platform }: ConsoleUnderTest) => platform.world.applications[0]?.id ?? '';

describe('deleting an application', () => {
  it('goes from the action menu through the typed id and the countdown to a 404', async () => {
    const test = await started();
    const id = firstId(test);
    await test.pass(400);
    await pressSlowly(test, '.', 'G');
    expect(await test.cursor()).toContain('Delete checkout');
    await pressSlowly(test, KEYS.enter);
    for (const shown of [
      'checkout',
      id,
      'embedded platform · profile demo',
      '│ 7 (DE, FR, ',
      '│ 15        │ 15   │',
    ]) {
      expect(await test.text()).toContain(shown);
    }
    expect(await test.text()).toContain('pull zones of its CDN endpoints (still billed)');
    await typeId(test, id);
    await test.line('matches');
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('Deleting in 5 s…');
    expect(deletesOf(test)).toHaveLength(0);
    await test.pass(5000);
    expect(deletesOf(test)).toHaveLength(1);
    expect(deletesOf(test)[0]?.target).toBe(`/mc/apps/${id}`);
    await test.line('MARKED FOR DELETION');
    await test.until('being deleted');
    await test.line('Esc leaves; the watch goes on. :changes shows it again.');
    await test.until('Deleted (404) ');
    expect(await test.text()).toContain('Deleted (404)');
    // The deletion has ended.
    expect(await test.text()).toContain('Esc leaves. :changes shows it again.');
    expect(await test.text()).not.toMatch(/\bdeleted at\b/);
    expect(deletesOf(test)).toHaveLength(1);
    await pressSlowly(test, KEYS.escape);
    expect(await test.line('checkout')).toMatch(/⌫ checkout +Deleted \(404\)/);
  });

  it('use 8: it stays deleted during and after an outage, without an age that counts on', async () => {
    const test = await started();
    const id = firstId(test);
    await deleteByHand(test, id);
    await test.until('Deleted (404) ');
    await pressSlowly(test, KEYS.escape);
    expect(await test.line('── Apps')).toMatch(/ Apps · 1 watched ─/);
    const asked = () => test.platform.served.requests.filter(({ target }) => target.includes(id));
    const before = asked().length;
    await test.platform.faults.refuseConnections();
    await test.pass(60_000);
    expect(await test.line('checkout')).toMatch(/⌫ checkout +Deleted \(404\)/);
    await test.platform.faults.acceptConnections();
    await test.until('● connected', 61_000);
    await test.pass(10_000);
    expect(await test.line('checkout')).toMatch(/⌫ checkout +Deleted \(404\)/);
    expect(await test.line('── Apps')).toMatch(/ as of [\d:]+ · every 5 s /);
    expect(asked()).toHaveLength(before);
  });

  it('reports its progress after the dialog was closed', async () => {
    const test = await started();
    await deleteByHand(test, firstId(test));
    await pressSlowly(test, KEYS.escape);
    expect(await test.line('checkout')).toContain('⌫ checkout');
    await test.until('checkout: Deleted (404) ');
  });

  it.each([
    ['Esc', KEYS.escape],
    ['Enter', KEYS.enter],
    ['Ctrl-C', KEYS.ctrlC],
  ])('is cancelled by %s in the countdown: nothing was sent', async (_, key) => {
    const test = await started();
    await openDeletion(test, firstId(test));
    await pressSlowly(test, KEYS.ctrlY);
    await test.pass(4000);
    await test.press(key);
    await test.pass(20_000);
    expect(deletesOf(test)).toEqual([]);
  });

  it('stays open for more than half a minute, so that an id typed late is not taken for commands, and forgets half an id', async () => {
    const test = await started({ columns: 60, rows: 15 });
    const id = firstId(test);
    await pressSlowly(test, ':', `delete ${id}`, KEYS.enter);
    await test.pass(60_000);
    await test.press('q');
    expect(await test.ending()).toBeUndefined();
    await test.pass(30_000);
    await test.line('No key for 30 s: nothing was sent. Type the ID again.');
    await typeId(test, id);
    await test.line('matches');
    // The loaded data is too old for a decision and is read again.
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('Read again: it was over a minute old. Type the ID again.');
    await test.pass(10_000);
    expect(deletesOf(test)).toEqual([]);
    await typeId(test, id);
    await pressSlowly(test, KEYS.ctrlY);
    await test.pass(5000);
    expect(deletesOf(test)).toHaveLength(1);
  });

  it('accepts an id corrected in its middle, and says where it is wrong', async () => {
    const test = await started();
    const id = firstId(test);
    await pressSlowly(
      test,
      ':',
      `delete ${id}`,
      KEYS.enter,
      id.slice(0, 2),
      `\u202e${id.slice(2)}`,
    );
    await test.line('wrong from character 3 on');
    await pressSlowly(test, ...Array(id.length - 2).fill(KEYS.left), KEYS.backspace);
    await test.line(`${id} matches`);
    await pressSlowly(test, KEYS.end, KEYS.ctrlW, id.slice(0, 2));
    await test.pass(400);
    await test.press(id.slice(2));
    expect(await test.line('Esc cancel')).toContain('Ctrl-Y delete');
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('Deleting in 5 s…');
    // During the countdown only valid keys are offered.
    expect(await test.line('Esc cancel')).not.toContain('Ctrl-Y');
  });

  it('needs a screen large enough to show all of it', async () => {
    const test = await started();
    await openDeletion(test, firstId(test));
    await test.resize(59, 14);
    await pressSlowly(test, KEYS.ctrlY);
    await test.resize(60, 15);
    // All of it fits now, and the message about the smaller screen is gone.
    await test.line('matches');
    expect(await test.text()).not.toMatch(/Make the screen larger|Deleting in/);
    await test.resize(100, 26);
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('Deleting in');
    await test.resize(59, 14);
    await test.pass(10_000);
    expect(deletesOf(test)).toEqual([]);
  });

  it('fits the smallest supported screen', async () => {
    const test = await started({ columns: 60, rows: 15 });
    await deleteByHand(test, firstId(test));
    expect(deletesOf(test)).toHaveLength(1);
  });

  it.each([
    [60, 15],
    [80, 24],
    [100, 26],
  ])('names an earlier one whose outcome is unknown, at %i x %i', async (columns, rows) => {
    const test = await started({ columns, rows });
    const off = test.platform.faults.set(
      { kind: 'disconnect', stage: 'before handling', how: 'reset' },
      { operation: 'app-delete' },
    );
    await deleteByHand(test, firstId(test));
    await test.line('OUTCOME UNKNOWN');
    off();
    await pressSlowly(test, KEYS.escape);
    await openDeletion(test, firstId(test));
    await test.line(/ Deletion sent at 14:0\d:\d\d, outcome unknown: see :audit\./);
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('Deleting in');
    await test.line(/ Deletion sent at 14:0\d:\d\d, outcome unknown: see :audit\./);
    await test.pass(5000);
    // Now it is known what became of it.
    await test.line('MARKED FOR DELETION');
    await pressSlowly(test, KEYS.escape, ':', `delete ${firstId(test)}`, KEYS.enter);
    expect(await test.text()).not.toContain('outcome unknown');
  });

  it('of a misspelt name does not read as if the application were gone', async () => {
    const test = await started({ columns: 80, rows: 24 });
    await pressSlowly(test, ':', 'delete nosuch', KEYS.enter);
    await test.line(
      'nosuch is no name in this workspace; taken as an id, the service does not know',
    );
    expect(await test.text()).not.toContain('nothing to delete');
  });

  it('does not exist in read-only mode', async () => {
    const test = await started({ readOnly: true });
    await pressSlowly(test, '.');
    expect(await test.text()).not.toContain('Delete');
    await pressSlowly(test, KEYS.escape, ':');
    expect(await test.line(': add')).not.toContain('delete');
    await pressSlowly(test, `delete ${firstId(test)}`, KEYS.enter);
    await test.line('Read-only: the command would change the service. Nothing was sent.');
    const dangerous = test.console.table().filter(({ danger }) => danger);
    expect(dangerous).toEqual([]);
  });

  it.each(['..', '.', '%2e%2e', '%252e%252e', 'a/b', 'a#b', 'a?b', 'a\\b', '%2f'])(
    'of the id %s is refused before any request',
    async (id) => {
      const test = await started({ workspace: (demo) => ({ ...demo, apps: [] }) });
      const before = test.platform.served.requests.length;
      await pressSlowly(test, ':', `delete ${id}`, KEYS.enter);
      await test.line(/appId (?:must not|cannot)/);
      await test.pass(1000);
      expect(test.platform.served.requests.length).toBe(before);
    },
  );

  it('says in the open action menu what holds now, not what held when it was opened', async () => {
    const answers = Promise.withResolvers<void>();
    const test = await started({
      call:
        (call) =>
        async (...args) => {
          await answers.promise;
          return call(...args);
        },
    });
    await test.pass(400);
    await test.press('.', 'G');
    await test.line('(Nothing is known of checkout');
    answers.resolve();
    await test.pass(1000);
    expect(await test.text()).not.toContain('Nothing is known of');
    await test.pass(60_000);
    expect(await test.text()).not.toContain('Refresh first');
  });

  it('does not start on a row that has only just come under the cursor', async () => {
    const test = await started();
    await test.pass(1000);
    await test.press('j', '.', 'G');
    await pressSlowly(test, KEYS.enter);
    await test.line('Another row came under the cursor just now');
    await test.press('k', 'j', ':', 'delete', KEYS.enter);
    await test.line('Another row came under the cursor just now');
    await test.pass(400);
    await pressSlowly(test, '.', 'G', KEYS.enter);
    await test.line('Delete an application');
  });

  it('by name finds the only application with that name, whose id must still be typed', async () => {
    const test = await started({
      workspace: (demo) => ({
        ...demo,
        apps: demo.apps.map((app, at) => (at === 2 || at === 3 ? { ...app, name: 'twin' } : app)),
      }),
    });
    await pressSlowly(test, ':', 'delete basket-api', KEYS.enter);
    await test.line('name    basket-api');
    expect(await test.line(' id  ')).not.toContain('basket-api');
    await pressSlowly(test, 'basket-api');
    await test.line('wrong from character 1 on');
    await pressSlowly(test, KEYS.escape, ':', 'delete twin', KEYS.enter);
    await test.line('2 applications are called twin: type :delete and the id of one.');
    await pressSlowly(test, ':', 'delete bas', KEYS.tab);
    await test.line(': delete basket-api');
  });

  it('asks for a row if there is none', async () => {
    const test = await started({ workspace: (demo) => ({ ...demo, apps: [] }) });
    await pressSlowly(test, ':', 'delete', KEYS.enter);
    await test.line('There is no application under the cursor');
  });

  it('waits for fresh data, and for a service that answers', async () => {
    const test = await started();
    await pressSlowly(test, '=');
    await test.pass(20_000);
    await pressSlowly(test, ':', 'delete', KEYS.enter);
    await test.line(/What is on screen is 2\d s old/);
    await test.platform.faults.refuseConnections();
    await pressSlowly(test, '=');
    await test.pass(2000);
    await pressSlowly(test, '.', 'G', KEYS.enter);
    await test.line('The service does not answer');
    await pressSlowly(test, ':', `delete ${firstId(test)}`, KEYS.enter);
    await test.line('Without its overview nothing is deleted. Nothing was sent.');
    await test.platform.faults.acceptConnections();
  });

  it('shows the refusal, that nothing was deleted, and no progress', async () => {
    const test = await started();
    const suspended = test.platform.world.applications.find(({ name }) => name === 'legacy-wiki');
    await deleteByHand(test, suspended?.id ?? '');
    await test.line('REFUSED');
    expect(await test.text()).toContain('The account is suspended or has no valid card.');
    expect(await test.text()).toContain('Esc leaves. :changes shows it again.');
  });

  it('asks before the console quits while there is no answer', async () => {
    const held = Promise.withResolvers<void>();
    const test = await started({
      call: (call) => async (operation, input, signal) => {
        if (operation.id === 'app-delete') await held.promise;
        return call(operation, input, signal);
      },
    });
    await deleteByHand(test, firstId(test));
    await test.until('SENT, NO ANSWER YET');
    // use 19: there is nothing left to cancel or to delete.
    const footer = (await test.screen()).at(-1);
    expect(footer).toContain('Esc close');
    expect(footer).not.toMatch(/cancel|delete/);
    await pressSlowly(test, KEYS.escape, KEYS.escape, 'q');
    await test.line('It was sent and cannot be undone.');
    await test.resize(60, 15);
    const asked = (await test.screen()).map((line) => line.trim()).join(' ');
    expect(asked).toContain('If you quit now, its outcome stays unknown.');
    expect(asked).toContain('Enter stays  Ctrl-Y quits');
    await pressSlowly(test, KEYS.escape);
    expect(await test.ending()).toBeUndefined();
    await pressSlowly(test, 'q', KEYS.ctrlY);
    expect(await test.ending()).toEqual({ kind: 'quit' });
    held.resolve();
  });
});

// Assumption: after-delete
describe('a deletion under every dialect that affects it', () => {
  it.each(dialectsTouching(['app-delete', 'app-overview']))('%s ends in 404', async (dialect) => {
    const test = await started({ platform: { dialect: spoken(dialect) } });
    await deleteByHand(test, firstId(test));
    await test.line('MARKED FOR DELETION');
    await test.until('Deleted (404) ', 120_000);
    expect(deletesOf(test).map(({ target }) => target)).toEqual([`/mc/apps/${firstId(test)}`]);
    const last = test.platform.served.requests.findLast(({ target }) =>
      target.includes(firstId(test)),
    );
    expect(last).toMatchObject({ operation: 'app-overview', status: 404 });
  });

  it.each([
    ['200', 'MARKED FOR DELETION'],
    ['404', 'ALREADY DELETED'],
    ['409', 'REFUSED'],
  ] as const)('D11: a second one that is answered with %s', async (answer, headline) => {
    const test = await started({ platform: { dialect: { 'second-delete': answer } } });
    await deleteByHand(test, firstId(test));
    await pressSlowly(test, KEYS.escape);
    await deleteByHand(test, firstId(test));
    await test.line(headline);
    expect(deletesOf(test)).toHaveLength(2);
    // The first deletion is still followed, whatever happened to the second.
    await pressSlowly(test, KEYS.escape);
    await test.until('checkout: Deleted (404) ');
  });
});
