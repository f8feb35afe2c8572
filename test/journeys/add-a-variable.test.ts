import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../src/edges/files.ts';
import { dialectChoices, dialectFrom } from '../../src/platform/wire/dialect.ts';
import { addVariable, fillVariable, pressSlowly } from '../support/acting.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { dialectsTouching, settingsOf, spoken } from '../support/dialects-touching.ts';

const CANARY = 'canary-8f3a1c5e9b7d2046';

const started = (setting: Setting = {}) =>
  consoleUnderTest({
    columns: 100,
    rows: 26,
    pane: 'scripts',
    workspace: (demo) => ({ ...demo, apps: [], scripts: demo.scripts.slice(0, 3) }),
    ...setting,
  });

const sentBy = ({ platform }: ConsoleUnderTest) =>
  platform.served.requests.filter(({ operation }) => operation === 'script-add-variable');

/** Everything that a value could leak into. */
const seenOf = (test: ConsoleUnderTest) => ({
  screen: test.terminal.written(),
  state: JSON.stringify(test.console.state()),
  inspected: inspect(test.console.state(), { depth: Number.POSITIVE_INFINITY }),
  files: [...test.files.contents].join(),
});

const expectNowhere = (test: ConsoleUnderTest, text = CANARY) => {
  for (const [where, seen] of Object.entries(seenOf(test))) {
    expect(seen.includes(text), where).toBe(false);
  }
};

describe('adding a variable', () => {
  it('shows its id, and the variables that this run added', async () => {
    const test = await started();
    await pressSlowly(test, 'a', 'API_TOKEN', KEYS.enter, ' ', KEYS.enter, 'some-value');
    await test.line('Add a variable to edge-redirects');
    await test.line(/Required +yes/);
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('API_TOKEN in edge-redirects');
    await test.line('ACCEPTED at ');
    await test.line('Id 1000001');
    await addVariable(test, 'SECOND', '');
    await test.line('SECOND in edge-redirects');
    expect(await test.line('API_TOKEN')).toContain('ACCEPTED');
    expect(sentBy(test)).toHaveLength(2);
  });

  it('says that “Required” takes no text, typed or pasted, and how to get to the value', async () => {
    const test = await started();
    await pressSlowly(test, 'a', 'API_TOKEN', KEYS.enter);
    const said = 'Nothing was typed: Space changes “Required”, Tab goes to the value.';
    for (const text of ['x', 'some-value']) {
      await (text === 'x' ? test.press(text) : test.paste(text));
      expect(await test.text()).toContain(said);
      await test.pass(1000);
      await test.press(' ');
      expect(await test.text()).not.toContain(said);
    }
    await test.line(/value +none/);
  });

  it('does not toggle “Required” by a space next to text, and says what a space set it to', async () => {
    const test = await started();
    await pressSlowly(test, 'a', 'API_TOKEN', KEYS.enter, 'a', ' ', 'b', ' ', 'c');
    await test.line(/Required +no/);
    await test.press(' d');
    await test.line(/Required +no/);
    await test.press(' ');
    await test.line('Nothing was changed: Space came with text. Press it again after a moment.');
    await test.pass(1000);
    await test.press(' ');
    await test.line(/Required +yes/);
    await test.line('“Required” is yes now.');
    await test.press(' ');
    await test.line('“Required” is no now.');
    // A single space needs no pause before or after it.
    await test.press(KEYS.shiftTab, KEYS.tab, ' ');
    await test.line(/Required +yes/);
  });

  it('neither sends nor writes a name that contains the access key', async () => {
    const test = await started({ accessKey: CANARY });
    await addVariable(test, `MY_${CANARY}`, '');
    await test.line('The name holds the access key: nothing was sent. Type another one.');
    expect(sentBy(test)).toEqual([]);
    expect([...test.files.contents].join()).not.toContain(CANARY);
  });

  it.each([
    [80, 24],
    [120, 36],
    [200, 50],
  ])('shows the previously stored variable in full, at %i columns', async (columns, rows) => {
    const test = await started({ columns, rows });
    await addVariable(test, 'ACCEPTED_ONE', 'some-value');
    await addVariable(test, 'SECOND', '');
    const text = await test.text();
    expect(text).not.toMatch(/DefaultValue.*…|Id 1000001.*…/);
  });

  it('says that it was sent, and cannot be sent again until its outcome is known', async () => {
    const answered = Promise.withResolvers<void>();
    const test = await started({
      call: (call) => async (operation, input, signal) => {
        if (operation.id === 'script-add-variable') await answered.promise;
        return call(operation, input, signal);
      },
    });
    await addVariable(test, 'API_TOKEN', 'some-value');
    await test.line('being sent, no answer yet');
    expect(await test.line('Esc ')).toMatch(/Esc close/);
    await test.press(KEYS.ctrlY);
    await test.line('it cannot be changed or sent again before its outcome is known');
    answered.resolve();
    await test.line('API_TOKEN in edge-redirects');
    expect(sentBy(test)).toHaveLength(1);
  });

  it('says why its outcome is unknown, also where the form is closed by then', async () => {
    const answered = Promise.withResolvers<void>();
    const test = await started({
      call: (call) => async (operation, input, signal) => {
        if (operation.id === 'script-add-variable') await answered.promise;
        return call(operation, input, signal);
      },
    });
    test.platform.faults.set(
      { kind: 'disconnect', stage: 'before handling', how: 'reset' },
      { operation: 'script-add-variable' },
    );
    await addVariable(test, 'API_TOKEN', 'some-value');
    await pressSlowly(test, KEYS.escape);
    answered.resolve();
    await test.line('API_TOKEN: OUTCOME UNKNOWN: The connection to ');
  });

  it('offers only valid keys while it is being sent, and responds to any other key', async () => {
    const answered = Promise.withResolvers<void>();
    const test = await started({
      columns: 80,
      rows: 24,
      call: (call) => async (operation, input, signal) => {
        if (operation.id === 'script-add-variable') await answered.promise;
        return call(operation, input, signal);
      },
    });
    await addVariable(test, 'API_TOKEN', 'some-value');
    const lines = await test.screen();
    expect(lines.at(-1)).toMatch(/^ ?Esc close/);
    expect(lines.join('\n')).not.toMatch(/Ctrl-R|Enter next|Space changes it/);
    expect(lines.join('\n')).not.toMatch(/^ *─+ *\n *─+ *$/m);
    const said = 'it cannot be changed or sent again before its outcome is known';
    for (const act of [
      () => test.press('x'),
      () => test.paste('x'),
      () => test.press(KEYS.shiftTab),
    ]) {
      await test.press(KEYS.home);
      expect(await test.text()).not.toContain(said);
      await act();
      expect(await test.text()).toContain(said);
    }
    answered.resolve();
    await test.line('ACCEPTED at ');
  });

  it('D12: says how the stored variable differs from the one sent, and what to do', async () => {
    const test = await started({
      columns: 120,
      call: (call) => async (operation, input, signal) => {
        const answer = await call(operation, input, signal);
        return operation.id === 'script-add-variable'
          ? ({ ...answer, Required: true, DefaultValue: 'other' } as typeof answer)
          : answer;
      },
    });
    await addVariable(test, 'API_TOKEN', 'some-value');
    await test.line('Id 1000001 · Name API_TOKEN · Required yes · DefaultValue set, hidden');
    await test.line('What is stored is not what was sent.');
    await test.line('! Required: no was sent, yes is stored. Set it in the dashboard');
    await test.line('! DefaultValue: a different value was stored.');
    expect(await test.text()).not.toMatch(/The variable is in the script|some-value/);
  });

  // Assumption: variable-success-status
  it.each(dialectsTouching(['script-add-variable']))(
    'when the service uses %s, a variable is added and a taken name is refused',
    async (dialect) => {
      const test = await started({ platform: { dialect: spoken(dialect) } });
      await addVariable(test, 'API_TOKEN', 'some-value');
      await test.line('API_TOKEN in edge-redirects');
      await test.line('ACCEPTED at ');
      await test.line('Id 1000001');
      await addVariable(test, 'originurl', 'some-value');
      await test.line('REFUSED: ');
      expect(await test.line('The service names Name.')).not.toContain('..');
      expect(sentBy(test)).toHaveLength(2);
    },
  );

  it.each(dialectChoices.filter(({ id }) => id === 'body-of-401').flatMap(settingsOf))(
    'with a rejected key, answered as %s',
    async (dialect) => {
      const test = await started({
        accessKey: 'not-the-key',
        platform: { dialect: dialectFrom([dialect]) },
      });
      await addVariable(test, 'API_TOKEN', 'some-value');
      await test.line('REFUSED: ');
      expect(sentBy(test)).toHaveLength(1);
      expectNowhere(test, 'not-the-key');
    },
  );

  // Assumption: duplicate-variable
  it.each(['400', '409'] as const)('is refused with %s if the name is taken', async (answer) => {
    const test = await started({ platform: { dialect: { 'duplicate-variable': answer } } });
    await addVariable(test, 'originurl', 'some-value');
    await test.line('REFUSED: ');
    await test.line('The service names Name.');
    // The typed text is still there to be corrected.
    await pressSlowly(test, KEYS.shiftTab, KEYS.shiftTab, '2', KEYS.ctrlY);
    await test.line('originurl2 in edge-redirects');
    await test.line('ACCEPTED at ');
  });

  it('use 13: a name that code cannot read is sent only after a second confirmation', async () => {
    const test = await started();
    await addVariable(test, 'API KEY!', 'some-value');
    await test.line('Not sent. The name has a blank, “!”');
    expect(sentBy(test)).toHaveLength(0);
    // The key was held: it begins to repeat after half a second.
    await test.pass(600);
    for (let times = 0; times < 20; times += 1) {
      await test.press(KEYS.ctrlY);
      await test.pass(30);
    }
    await test.line('Not sent. The name has a blank, “!”');
    expect(sentBy(test)).toHaveLength(0);
    await test.pass(1000);
    await test.press(KEYS.ctrlY);
    await test.line('API KEY! in edge-redirects');
    expect(sentBy(test)).toHaveLength(1);
  });

  it('is sent while the connection is down only when that is insisted on', async () => {
    const test = await started();
    const failing = test.platform.faults.set(
      { kind: 'answer', status: 503, body: 'empty' },
      { operation: 'script-add-variable' },
    );
    await addVariable(test, 'FIRST', 'value');
    expect(sentBy(test)).toHaveLength(1);
    failing();
    await pressSlowly(test, 'a', 'SECOND', KEYS.ctrlY);
    expect(await test.text()).toContain(
      'Not sent. The connection is down: The service is unavailable. Ctrl-Y once more sends it',
    );
    expect(sentBy(test)).toHaveLength(1);
    await test.pass(1000);
    await test.press(KEYS.ctrlY);
    expect(sentBy(test)).toHaveLength(2);
  });

  it('needs a name, and a value within the service’s limit', async () => {
    const test = await started();
    await pressSlowly(test, 'a', KEYS.ctrlY);
    await test.line('The variable needs a name: ');
    await pressSlowly(test, 'TOKEN', KEYS.tab, KEYS.tab);
    await test.paste('x'.repeat(2049));
    await test.line('one text of the vendor allows 2 KB, another 4096 characters');
    await test.paste('x'.repeat(2048));
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('The value has 4097 characters; at most 4096 are taken.');
    expect(sentBy(test)).toEqual([]);
  });

  it('sends nothing for a burst of keys, and only once for a held key', async () => {
    const test = await started();
    await fillVariable(test, 'TOKEN', 'some-value');
    await test.press(KEYS.ctrlY);
    await test.line('Too soon after the last key: nothing was run.');
    expect(sentBy(test)).toEqual([]);
    await test.pass(200);
    await test.press(KEYS.ctrlY.repeat(20));
    expect(sentBy(test)).toHaveLength(1);
    await test.pass(10_000);
    expect(sentBy(test)).toHaveLength(1);
  });

  it('asks once before Esc discards typed text, and then leaves no trace', async () => {
    const test = await started();
    await fillVariable(test, 'TOKEN', CANARY);
    await pressSlowly(test, KEYS.escape);
    await test.line('Esc again leaves, and what was typed is lost.');
    await pressSlowly(test, KEYS.tab, KEYS.escape);
    await test.line('Esc again leaves, and what was typed is lost.');
    expect(await test.line('Default value')).toContain('hidden');
    await pressSlowly(test, KEYS.escape);
    await test.line('Cancelled. Nothing was sent.');
    await pressSlowly(test, 'a');
    expect(await test.line('Default value')).toContain('none');
    expectNowhere(test);
  });

  it('goes back to the form with any other key after the warning, and does nothing else with it', async () => {
    const test = await started();
    await fillVariable(test, 'TOKEN', 'secret');
    await pressSlowly(test, KEYS.ctrlR);
    for (const key of ['n', KEYS.ctrlU, KEYS.backspace, KEYS.ctrlY]) {
      await pressSlowly(test, KEYS.escape);
      await test.line('Any other key goes back to the form.');
      await pressSlowly(test, key);
      expect(await test.text()).not.toContain('Any other key');
      await test.line(/Default value +secret\b/);
    }
    await pressSlowly(test, KEYS.escape);
    await test.paste('pasted');
    await test.line(/Default value +secret\b/);
    expect(sentBy(test)).toEqual([]);
    await pressSlowly(test, '7');
    await test.line(/Default value +secret7\b/);
  });

  it('is closed by one Esc if nothing was typed', async () => {
    const test = await started();
    await pressSlowly(test, 'a', KEYS.tab, ' ', KEYS.escape);
    await test.line('Cancelled. Nothing was sent.');
  });

  it('does not exist in read-only mode', async () => {
    const test = await started({ readOnly: true });
    await pressSlowly(test, 'a');
    await test.line('Read-only: the command would change the service. Nothing was sent.');
    await pressSlowly(test, KEYS.enter, '.');
    expect(await test.text()).not.toContain('Add a variable');
    expect(test.console.table().filter(({ danger }) => danger)).toEqual([]);
  });

  it('takes every key of the form as text: none is a command of the pane', async () => {
    const test = await started();
    await pressSlowly(test, 'a', 'q1:?rR=@.');
    await test.line(/Name +q1:\?rR=@\./);
    expect(await test.ending()).toBeUndefined();
  });
});

describe('the fields', () => {
  it('are edited at the cursor, like any other field', async () => {
    const test = await started();
    await pressSlowly(test, 'a', 'ONE TWO', KEYS.left, KEYS.left, KEYS.backspace, '7');
    await test.line(/Name +ONE 7WO/);
    await test.paste('8\r\n');
    await test.line(/Name +ONE 78WO/);
    await pressSlowly(test, KEYS.end, KEYS.ctrlW, 'z');
    await test.line(/Name +ONE z/);
    await pressSlowly(test, KEYS.ctrlU, 'TOKEN');
    await test.line(/Name +TOKEN/);
  });

  it('take no keys while a path is typed over them', async () => {
    const test = await started();
    test.files.contents.set('/one', 'one');
    await pressSlowly(test, 'a', 'TOKEN', KEYS.tab, KEYS.tab, KEYS.ctrlR, KEYS.ctrlO, '/one');
    await test.line(/Default value +none/);
    await pressSlowly(test, KEYS.enter, ' two');
    await test.line(/Name +TOKEN/);
    await test.line(/Default value +one two/);
  });

  it('take no keys on a screen that is too small to show them', async () => {
    const test = await started();
    await pressSlowly(test, 'a', 'TOKEN');
    await test.resize(40, 10);
    await pressSlowly(test, 'UNSEEN');
    await test.resize(100, 26);
    await pressSlowly(test, '2');
    await test.line(/Name +TOKEN2/);
  });
});

describe('the value', () => {
  it('keeps its line breaks while more is typed, and shows invisible characters by name', async () => {
    const test = await started();
    await fillVariable(test, 'TOKEN', 'one\rtwo\u202e');
    await pressSlowly(test, KEYS.ctrlR, '3', KEYS.left, KEYS.left, KEYS.backspace);
    await test.line(/Default value +one␊tw<U\+202E>3/);
  });

  it('is shown as dots of constant length until it is revealed', async () => {
    const test = await started();
    await fillVariable(test, 'TOKEN', CANARY);
    const long = await test.line('Default value');
    await pressSlowly(test, KEYS.ctrlU, 'x');
    expect((await test.line('Default value')).trim()).toBe(long.trim());
    expectNowhere(test);
  });

  it('is typed at its end while it is hidden, and no key moves its invisible cursor', async () => {
    const test = await started();
    await fillVariable(test, 'TOKEN', '12 34');
    await pressSlowly(test, KEYS.home, KEYS.left, '\u001bb', '5', KEYS.home, '\u000b', KEYS.ctrlR);
    expect((await test.line('Default value')).trim()).toMatch(/ 12 345$/);
    await pressSlowly(test, KEYS.home, '6');
    expect((await test.line('Default value')).trim()).toMatch(/ 612 345$/);
  });

  it('is never written anywhere, whatever its outcome', async () => {
    const test = await started();
    await addVariable(test, 'ACCEPTED_ONE', CANARY);
    test.platform.faults.set(
      { kind: 'answer', status: 500, body: 'problem' },
      { operation: 'script-add-variable', times: 1 },
    );
    await addVariable(test, 'UNKNOWN_ONE', CANARY);
    await addVariable(test, 'ACCEPTED_ONE', CANARY);
    await test.line('REFUSED: ');
    await pressSlowly(test, KEYS.escape, KEYS.escape, '@');
    await test.line('Add a script variable');
    await pressSlowly(test, KEYS.escape, ':', 'audit', KEYS.enter);
    await test.line('ACCEPTED_ONE');
    await pressSlowly(test, KEYS.escape, ':', 'changes', KEYS.enter);
    await test.line('UNKNOWN_ONE');
    expect(sentBy(test)).toHaveLength(3);
    expectNowhere(test);
  });

  it('is not shown when the service repeats it; the status and the field still say why', async () => {
    // A careless service repeats the value.
    const body = JSON.stringify({
      ErrorKey: 'validation_error',
      Field: 'DefaultValue',
      Message: `The value ${CANARY} is not allowed.`,
    });
    const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
    const test = await started();
    test.platform.faults.set(
      { kind: 'raw', bytes: head + body },
      { operation: 'script-add-variable' },
    );
    await addVariable(test, 'TOKEN', CANARY);
    await test.line('REFUSED: Bad request: The service names DefaultValue.');
    await test.line('What the service said is left out, as it may repeat the value.');
    await pressSlowly(test, KEYS.escape, KEYS.escape);
    // The field is named by the sentence; there is no line for a message that is left out.
    expect(await test.text()).toContain('Bad request: The service names DefaultValue.');
    expect(await test.text()).not.toContain('errors:');
    await pressSlowly(test, '@');
    await test.line('Bad request');
    expectNowhere(test);
  });

  it('of a script that does not exist: the program says so itself, and that the request id is left out', async () => {
    const test = await started({
      rows: 40,
      workspace: (demo) => ({ ...demo, apps: [], scripts: [{ id: '99999', name: 'nothing' }] }),
    });
    await addVariable(test, 'TOKEN', CANARY);
    await test.line('REFUSED: Not found: The script 99999 does not exist, or is not yours.');
    expect(await test.text()).not.toContain('Make the change in the dashboard');
    await pressSlowly(test, KEYS.escape, KEYS.escape, '@', KEYS.enter);
    expect(await test.line('request id  ')).toMatch(
      /request id +left out: what the service writes may repeat the value/,
    );
    await pressSlowly(test, 'c');
    await test.line(
      'No request id is known of this call: the service sent none, or it was left out.',
    );
    expectNowhere(test);
  });

  it('is on screen only while it is revealed', async () => {
    const test = await started();
    await fillVariable(test, 'TOKEN', CANARY);
    expectNowhere(test);
    await pressSlowly(test, KEYS.ctrlR);
    await test.line(CANARY);
    await pressSlowly(test, KEYS.ctrlR);
    expect(await test.text()).not.toContain(CANARY);
    expect(JSON.stringify(test.console.state())).not.toContain(CANARY);
  });

  it('comes from a file, without its last line break', async () => {
    const test = await started();
    test.files.contents.set('/secrets/token', `${CANARY}\n`);
    await pressSlowly(test, 'a', 'TOKEN', KEYS.ctrlO, '/secrets/token', KEYS.enter);
    await test.line('The value is from /secrets/token. The line break at its end is left out.');
    test.files.contents.delete('/secrets/token');
    expectNowhere(test);
    await pressSlowly(test, KEYS.ctrlR);
    expect((await test.line('Default value')).trim()).toMatch(new RegExp(`${CANARY}$`));
    await pressSlowly(test, KEYS.ctrlO, '/none', KEYS.enter);
    await test.line('/none could not be read');
  });

  it('is awaited while its file is read: nothing is sent without it, and nothing twice', async () => {
    const test = await started();
    const reading = Promise.withResolvers<string>();
    const { readText } = test.files;
    test.files.readText = (path, most) =>
      path === '/mnt/x' ? reading.promise : readText(path, most);
    await fillVariable(test, 'TOKEN', 'v1');
    await pressSlowly(test, KEYS.ctrlO, '/mnt/x', KEYS.enter, KEYS.ctrlY);
    await test.line('/mnt/x is being read: nothing was sent.');
    await pressSlowly(test, KEYS.ctrlO);
    await test.line('/mnt/x is being read: wait for its value.');
    expect(sentBy(test)).toEqual([]);
    reading.reject(new FileError('/mnt/x could not be read: it is gone.'));
    await test.line('/mnt/x could not be read: it is gone.');
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('ACCEPTED at ');
    expect(sentBy(test)).toHaveLength(1);
  });

  it('of a file that is read late does not reach a form opened meanwhile', async () => {
    const test = await started();
    const reading = Promise.withResolvers<string>();
    const { readText } = test.files;
    test.files.readText = (path, most) =>
      path === '/mnt/x' ? reading.promise : readText(path, most);
    await pressSlowly(test, 'a', KEYS.ctrlO, '/mnt/x', KEYS.enter, KEYS.escape, 'a', 'OTHER');
    reading.reject(new FileError('/mnt/x could not be read: it is gone.'));
    await test.pass(1000);
    expect(await test.text()).not.toContain('/mnt/x');
    await pressSlowly(test, KEYS.ctrlY);
    await test.line('OTHER in edge-redirects');
  });

  it('comes from an editor, which uses the terminal meanwhile', async () => {
    const editing = Promise.withResolvers<void>();
    const seen: string[] = [];
    const test = await started({
      machine: {
        async editor(text) {
          seen.push(text);
          await editing.promise;
          return { kind: 'saved', text: 'from the editor' };
        },
      },
    });
    await fillVariable(test, 'TOKEN', CANARY);
    // As in every other field, Ctrl-E goes to the end of the line.
    await pressSlowly(test, KEYS.home, KEYS.ctrlE);
    expect(test.terminal.raw).toBe(true);
    await pressSlowly(test, KEYS.home, KEYS.ctrlX);
    expect(test.terminal.raw).toBe(false);
    const written = test.terminal.written().length;
    // These keys are for the editor.
    await test.press(KEYS.ctrlY, 'q');
    await test.pass(3000);
    expect(test.terminal.written().length).toBe(written);
    expect(sentBy(test)).toEqual([]);
    editing.resolve();
    await test.until('The value is from the editor.');
    expect(test.terminal.raw).toBe(true);
    expect(seen).toEqual([CANARY]);
    // The cursor is at the end of the new value, wherever it was before.
    await pressSlowly(test, '!', KEYS.ctrlR);
    await test.line('from the editor!');
    await pressSlowly(test, KEYS.ctrlR, KEYS.ctrlY);
    await test.line('ACCEPTED at ');
    expectNowhere(test);
  });
});

it('A14: a change that cannot be written to the audit log is not sent, and says why and what to do', async () => {
  const test = await started();
  test.files.broken = 'The disk is full.';
  await addVariable(test, 'TOKEN', 'some-value');
  expect((await test.text()).replace(/\s+/g, ' ')).toContain(
    'NOT SENT: The audit file cannot be written: The disk is full. Fix that, or start with --unaudited. Nothing was sent. It is safe to retry.',
  );
});
