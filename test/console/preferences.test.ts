import { describe, expect, it } from 'vitest';
import { openPreferences } from '../../src/console/preferences.ts';
import { words } from '../../src/text/printable.ts';
import { fillVariable, openDeletion } from '../support/acting.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../support/guardian-console.ts';
import { memoryFiles } from '../support/memory-files.ts';

const MOUSE_MODES = /\u001b\[\?100\d[hl]/g;
const click = (column: number, row: number) =>
  `\u001b[<0;${column + 1};${row + 1}M\u001b[<0;${column + 1};${row + 1}m`;
/** Clicks on what stands there, and gives the line of it. */
async function clickOn(test: ConsoleUnderTest, what: string): Promise<number> {
  const rows = await test.screen();
  const line = rows.findIndex((each) => each.includes(what));
  await test.press(click(rows[line]?.indexOf(what) ?? -1, line));
  return line;
}
const wheelDown = '\u001b[<65;5;9M';

describe('the mouse', () => {
  it('is off by default, and unrequested reports are ignored', async () => {
    const { press, cursor, terminal, close } = await consoleUnderTest();
    const before = await cursor();
    await press(wheelDown, click(5, 6), click(14, 1));
    expect(await cursor()).toBe(before);
    await close();
    expect(terminal.written()).not.toMatch(MOUSE_MODES);
  });

  it('moves the list, selects rows, opens tabs and runs footer keys once it is on', async () => {
    const { press, cursor, line, screen, text } = await consoleUnderTest({ rows: 40 });
    await press(':mouse on', KEYS.enter);
    expect(await line('Hold Shift')).toContain(':mouse off');
    const rows = await screen();
    const first = rows.findIndex((each) => each.includes('❯'));
    await press(click(9, first + 2));
    expect(await cursor()).toBe((await screen())[first + 2]);
    expect((await cursor()).slice(1)).toBe(rows[first + 2]?.slice(1));
    await press('g', wheelDown);
    expect((await screen()).findIndex((each) => each.includes('❯'))).toBe(first + 3);
    // Below the list, on its heads and on other words nothing is there to point at.
    await press(click(9, first - 1), click(9, 34));
    expect((await screen()).findIndex((each) => each.includes('❯'))).toBe(first + 3);

    const tabs = (await screen())[1] ?? '';
    await press(click(tabs.indexOf('Events'), 1));
    expect(await text()).toContain('── Events');
    const footer = (await screen()).at(-1) ?? '';
    await press(click(footer.indexOf('help'), 39));
    expect(await text()).toContain('Help: keys and commands');
  });

  it('selects the row under it in each column of the help, and none on a heading', async () => {
    const test = await consoleUnderTest({ pane: 'events', columns: 200, rows: 50 });
    await test.press(':mouse on', KEYS.enter, '?');
    for (const label of ['Zoom in', 'Time column', 'Show Guardian', 'Invert the chosen']) {
      const line = await clickOn(test, label);
      expect((await test.screen())[line]).toMatch(new RegExp(`❯ [^❯]*${label}`));
    }
    const before = await test.screen();
    await clickOn(test, 'Everywhere');
    await clickOn(test, '  Lists');
    await test.press(click(1, 3));
    expect(await test.screen()).toEqual(before);
    await clickOn(test, 'Show Guardian');
    await test.press(KEYS.enter);
    expect(await test.text()).toContain('── Guardian');
  });

  it('selects a facet in each column of the panel', async () => {
    const test = await consoleUnderTest({ pane: 'events', columns: 200, rows: 50 });
    await test.press(':mouse on', KEYS.enter, 'a');
    for (const facet of ['trigger  8', 'SG Singapore', '930130 local', 'country  23']) {
      const line = await clickOn(test, facet);
      expect((await test.screen())[line]).toMatch(new RegExp(`❯ [ ▸▾]*${facet}`));
    }
    const before = await test.screen();
    await test.press(click(139, 15), click(150, 46), click(30, 20));
    expect(await test.screen()).toEqual(before);
    // All values of one facet are one column again.
    await test.press(KEYS.right, 'j', 'j');
    const line = (await test.screen()).findIndex((each) => each.includes('❯'));
    await test.press(click(90, line - 1));
    expect((await test.screen())[line - 1]).toContain('❯');
    // Right of a bar, which is not inverted, it is the same row.
    const after = (await test.screen())[line]?.lastIndexOf('░') ?? -1;
    await test.press(click(after + 10, line));
    expect((await test.screen())[line]).toContain('❯');
  });

  it.each([
    [80, 24],
    [200, 50],
  ])('selects a field of the entry that is inspected at %i x %i', async (columns, rows) => {
    const test = await consoleUnderTest({ pane: 'events', columns, rows });
    await test.press(':mouse on', KEYS.enter, KEYS.enter);
    for (const field of ['method: ', 'country: ', 'ruleId: ']) {
      const line = await clickOn(test, field);
      expect((await test.cursor()).trim(), String(line)).toContain(`❯ ${field}`);
    }
    const before = await test.screen();
    await clickOn(test, 'Labels');
    await test.press(click(4, 4), click(4, 8));
    expect(await test.screen()).toEqual(before);
  });

  it('sets the time range when dragged over the bars of Events', async () => {
    const { press, text, screen } = await consoleUnderTest({
      pane: 'events',
      rows: 40,
      columns: 120,
    });
    await press(':mouse on', KEYS.enter);
    const histogram = (await screen()).findIndex((each) => /^ (?:Blocked|Logged)/.test(each));
    expect(await text()).not.toContain('FILTER');
    await press(
      `\u001b[<0;31;${histogram + 1}M`,
      `\u001b[<32;36;${histogram + 1}M`,
      `\u001b[<32;40;${histogram + 1}M`,
    );
    expect(await text()).toContain('FILTER: ');
    expect(await text()).toMatch(/^ {30}━{10} \d\d:\d\d:\d\d to /m);
    await press(KEYS.escape);
    expect(await text()).not.toContain('FILTER');
  });

  it('does nothing in dialogs and forms, even on their footer', async () => {
    const expectDeaf = async (test: ConsoleUnderTest) => {
      // Nothing is too soon any more.
      await test.pass(1000);
      const before = await test.screen();
      const footer = before.length - 1;
      const named = before[footer] ?? '';
      expect(named).toContain('Ctrl-Y');
      for (const key of ['F1', 'Esc', 'Ctrl-Y']) {
        await test.press(click(Math.max(0, named.indexOf(key)), footer));
      }
      await test.press(click(12, 1), click(20, footer - 4), wheelDown);
      expect((await test.screen()).slice(1)).toEqual(before.slice(1));
      await test.pass(6000);
      const { requests } = test.platform.served;
      expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    };
    const deletion = await consoleUnderTest();
    await deletion.pass(5000);
    await deletion.press(':mouse on', KEYS.enter);
    await openDeletion(deletion, deletion.platform.world.applications[0]?.id ?? '');
    expect(await deletion.text()).toContain('matches');
    await expectDeaf(deletion);

    const upload = await guardianConsole();
    await upload.press(':mouse on', KEYS.enter);
    await upload.choose(SHOP_FILE);
    await upload.press('U');
    expect(await upload.settledText()).toContain('Ctrl-Y send');
    await expectDeaf(upload);

    const variable = await consoleUnderTest({ pane: 'scripts' });
    await variable.press(':mouse on', KEYS.enter);
    await fillVariable(variable, 'API_TOKEN', 'some-value');
    await expectDeaf(variable);
  });

  it('is saved for the next run and released with the terminal', async () => {
    const { press, files, terminal, console, close } = await consoleUnderTest();
    await press(':mouse on', KEYS.enter);
    expect(files.contents.get('/state/warren/preferences')).toBe('mouse on\n');
    const switches = () =>
      terminal.written().match(MOUSE_MODES)?.join('').replaceAll('\u001b[?', ' ');
    const on = ' 1000h 1002h 1006h';
    const off = ' 1006l 1002l 1000l';
    expect(switches()).toBe(on);
    await console.lend(async () => expect(switches()).toBe(on + off));
    expect(switches()).toBe(on + off + on);
    // Stopped without a word, and continued: whoever had the terminal may have taken it away.
    console.continued();
    expect(switches()).toBe(on + off + on + on);
    await close();
    expect(switches()).toBe(on + off + on + on + off);
  });
});

it('reports once why a choice cannot be saved', async () => {
  const { press, files, text } = await consoleUnderTest({ columns: 160 });
  files.broken = '/state/warren/preferences could not be written: permission denied.';
  await press(':mouse on', KEYS.enter);
  expect(await text()).toContain(`Chosen for this run only: ${files.broken}`);
  await press(':mouse off', KEYS.enter);
  expect(await text()).not.toContain('Chosen for this run only');
});

describe('the choices of earlier runs', () => {
  const opened = async (text: string, kind: 'screen' | 'reader' = 'screen') => {
    const files = memoryFiles();
    files.contents.set('/state/preferences', text);
    const did: string[] = [];
    const work: Promise<unknown>[] = [];
    const preferences = openPreferences({
      painter: {
        kind,
        setMouse: (isOn) => void did.push(`mouse ${isOn}`),
        ring: () => undefined,
        notify: (way, text) => void did.push(`${way} ${text}`),
        setTitle: (title) => void did.push(`title ${title}`),
      },
      takesTitle: true,
      notifies: 'OSC 9',
      files,
      stateDirectory: '/state',
      say() {},
      track(promise) {
        work.push(promise);
        return promise;
      },
      isTime: async () => {},
    });
    await Promise.resolve();
    await Promise.all(work);
    return { preferences, did, files, work };
  };

  it('are overridden by choices made before the file is read', async () => {
    const time = Promise.withResolvers<void>();
    const files = memoryFiles();
    files.contents.set('/state/preferences', 'mouse off\n');
    const did: boolean[] = [];
    const preferences = openPreferences({
      painter: {
        kind: 'screen',
        setMouse: (isOn) => void did.push(isOn),
        ring: () => {},
        notify: () => {},
        setTitle: () => {},
      },
      takesTitle: true,
      notifies: null,
      files,
      stateDirectory: '/state',
      say() {},
      track: (work) => work,
      isTime: () => time.promise,
    });
    preferences.choose('mouse', true);
    time.resolve();
    await preferences.beginTour();
    expect(preferences.usesMouse()).toBe(true);
    expect(did).toEqual([true, true]);
  });

  it('apply: the last of each kind, ignoring other lines', async () => {
    const { preferences, did } = await opened(
      'mouse on\ntitle on\nmouse \u001b[?1000h\n\0\nx\nmouse off\ntitle off\nmouse on',
    );
    expect(preferences.usesMouse()).toBe(true);
    preferences.entitle(words`worst`);
    expect(did).toEqual(['mouse true', 'title null']);
  });

  it('apply after a thousand other lines', async () => {
    const { preferences } = await opened(
      `tour off\nmouse on\n${'bell off\nbell on\n'.repeat(1000)}`,
    );
    expect(preferences.usesMouse()).toBe(true);
    expect(await preferences.beginTour()).toBe(false);
  });

  it('do not apply to spoken output', async () => {
    const { preferences, files } = await opened('', 'reader');
    expect(preferences.choose('mouse', true)).toContain('for a screen');
    expect(files.contents.get('/state/preferences')).toBe('');
  });

  it('apply to this run if they cannot be saved', async () => {
    const { preferences, files, work } = await opened('');
    files.broken = 'The disk is full.';
    expect(preferences.choose('mouse', true)).toBeUndefined();
    await Promise.all(work);
    expect(preferences.usesMouse()).toBe(true);
  });
});
