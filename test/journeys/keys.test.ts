import { describe, expect, it } from 'vitest';
import { consoleUnderTest, FEW, KEYS, QUARTER_HOUR, type Setting } from '../support/console.ts';

const few = (setting: Setting = {}) => consoleUnderTest({ ...FEW, ...setting });

describe('keys that arrive together', () => {
  it('are single keys: jjj moves three rows', async () => {
    const test = await few();
    await test.press('jjj');
    expect(await test.cursor()).toMatch(/^❯ storefront /);
    await test.press(`k${KEYS.down}${KEYS.down}G`);
    expect(await test.cursor()).toMatch(/^❯ inventory-sync /);
  });

  it('are keys in order across places: in 3]G, the later keys act in the pane that 3 shows', async () => {
    const test = await few();
    await test.press('3]');
    await test.press('G');
    expect(await test.line('── DNS')).toContain('· corp.example ─');
    expect(await test.cursor()).toMatch(/^❯ \w+324\./);
  });

  it('form one key if a sequence arrives in pieces', async () => {
    const test = await few();
    await test.press('\u001b[', 'B');
    expect(await test.cursor()).toMatch(/^❯ basket-api /);
  });
});

describe('a paste', () => {
  it('that is longer than any filter is dropped with a message, because each key after it would take a second', async () => {
    const test = await few();
    const ignored = 'Pasted text ignored: at most 8,192 characters are taken here.';
    await test.press('/');
    await test.paste('name '.repeat(20_000));
    expect(await test.text()).toContain(ignored);
    await test.press('no');
    expect(await test.text()).not.toContain(ignored);
    await test.paste(' name'.repeat(1638));
    expect(await test.line(/^\//)).toMatch(/ name name name\s*$/);
    await test.paste('s');
    expect(await test.text()).toContain(ignored);
    expect(await test.line(/^\//)).toMatch(/ name name name\s*$/);
  });

  it('never runs keys', async () => {
    const test = await few();
    const before = await test.cursor();
    await test.paste('jjjq:delete\r\u0003\u0003');
    expect(await test.cursor()).toBe(before);
    expect(await test.text()).toContain(
      ' Pasted text is not run as keys. Open a prompt first: / or :',
    );
    expect(await test.ending()).toBeUndefined();
  });

  it('is one line of text in a field, and a line break in it is not Enter', async () => {
    const test = await few();
    await test.press('/');
    await test.paste('basket\r\n\u001b[2Japi');
    const field = (await test.screen()).at(-2);
    expect(field).toBe('/ basket [2Japi');
    await test.press(KEYS.ctrlU, 'auth', KEYS.enter);
    expect(await test.cursor()).toMatch(/^❯ auth-gateway /);
  });
});

describe('a prompt', () => {
  it('takes letters that are keys elsewhere, and can be edited', async () => {
    const test = await few();
    await test.press(':', 'quite long q', KEYS.backspace, KEYS.ctrlW);
    expect((await test.screen()).at(-2)).toBe(': quite');
    await test.press(KEYS.left, KEYS.left, KEYS.left, '7');
    expect((await test.screen()).at(-2)).toBe(': qui7te');
    await test.press(KEYS.ctrlU);
    expect((await test.screen()).at(-2)).toBe(': te');
    await test.press(KEYS.end, KEYS.ctrlU);
    expect((await test.screen()).at(-2)).toMatch(/^: +add, /);
    expect(await test.ending()).toBeUndefined();
  });

  it('is closed by Esc and Ctrl-C without any change', async () => {
    const test = await few();
    await test.press('/', 'basket', KEYS.enter, '/', ' nothing');
    expect(await test.text()).toContain('No application matches “basket nothing”.');
    await test.press(KEYS.escape);
    expect(await test.cursor()).toMatch(/^❯ basket-api /);
    await test.press('/', ' nothing', KEYS.ctrlC);
    expect(await test.cursor()).toMatch(/^❯ basket-api /);
    expect(await test.line('warren')).toContain(' FILTER: 5 hidden ');
  });
});

describe('going back and quitting', () => {
  it('q goes one level back, and quits at the root', async () => {
    const test = await few();
    await test.press(KEYS.enter, 'd', 'q');
    expect(await test.text()).toContain('REGION/POD/CONTAINER');
    await test.press('q');
    expect(await test.text()).toContain('NAME ');
    expect(await test.ending()).toBeUndefined();
    await test.press('q');
    expect(await test.ending()).toEqual({ kind: 'quit' });
  });

  it('Esc goes one level back, and never quits', async () => {
    const test = await few();
    await test.press('f', '!', '/', 'nothing', KEYS.enter);
    await test.press(KEYS.escape, KEYS.escape, KEYS.escape, KEYS.escape, KEYS.escape);
    expect(await test.cursor()).toMatch(/^❯ checkout /);
    expect((await test.screen())[1]).toContain('1 Apps');
    expect(await test.ending()).toBeUndefined();
  });

  it('Ctrl-C twice quits; once, or twice slowly, does not', async () => {
    const test = await few();
    await test.press(KEYS.ctrlC);
    expect(await test.text()).toContain(' Press Ctrl-C again to quit.');
    await test.pass(3000);
    await test.press(KEYS.ctrlC);
    expect(await test.ending()).toBeUndefined();
    await test.press(KEYS.ctrlC);
    expect(await test.ending()).toEqual({ kind: 'quit' });
  });
});

describe('switches', () => {
  it('T switches between local time and UTC', async () => {
    const test = await few();
    await test.press('T');
    expect(await test.line('warren')).toMatch(/ local time$/);
    await test.press('T');
    expect(await test.line('warren')).toMatch(/ UTC$/);
  });

  it('f hides everything but the pane, and shows it again', async () => {
    const test = await few();
    const before = await test.screen();
    await test.press('f');
    const full = await test.screen();
    expect(full[0]).toBe(before[0]);
    expect(full[1]).toBe(before[2]);
    expect(full.join('\n')).not.toContain('1 Apps');
    expect(full.at(-1)).toMatch(/^ +1\/6$/);
    await test.press('f');
    expect(await test.screen()).toEqual(before);
  });

  it('p hides the details beside the list, and shows them again', async () => {
    const test = await few({ columns: 160 });
    expect(await test.text()).toContain('Images');
    await test.press('p');
    expect(await test.text()).not.toContain('Images');
    await test.press('p');
    expect(await test.text()).toContain('Images');
  });

  it('p changes nothing on a screen without room for a preview, and says which width it needs', async () => {
    const test = await few({ columns: 100 });
    await test.press('p');
    expect(await test.text()).toContain(
      ' A preview stands beside lists from 140 columns on; this screen has fewer.',
    );
    await test.resize(160, 24);
    expect(await test.text()).toContain('Images');
  });

  it('+ and - change the poll interval', async () => {
    const test = await few();
    await test.press('+');
    expect(await test.text()).toContain(' Polling every 10 s.');
    expect(await test.line('── Apps')).toContain(' · every 10 s · ');
    await test.press('-', '-', '-', '-', '-');
    expect(await test.line('── Apps')).toContain(' · every 1 s · ');
    const asked = test.platform.served.requests.length;
    await test.pass(3000);
    expect(test.platform.served.requests.length - asked).toBeGreaterThanOrEqual(3 * 6);
  });

  it('= pauses everything, says since when, and catches up', async () => {
    const test = await few();
    await test.pass(3000);
    await test.press('=');
    expect(await test.line('warren')).toContain(' PAUSED 14:02:03 ');
    const asked = test.platform.served.requests.length;
    await test.pass(60_000);
    expect(test.platform.served.requests).toHaveLength(asked);
    await test.press('=');
    expect(test.platform.served.requests.length).toBeGreaterThan(asked);
    expect(await test.line('── Apps')).toMatch(/ as of 14:03:03 /);
  });

  it('` goes to the previous pane, and Tab cycles through all', async () => {
    const test = await few();
    await test.press('`');
    expect(await test.text()).toContain(' No other pane has been on screen yet.');
    await test.press('6', '3', '`');
    expect(await test.line('── Rate')).toBeDefined();
    await test.press('`');
    expect(await test.line('── DNS')).toBeDefined();
    await test.press('1', KEYS.tab);
    expect(await test.line('── Events')).toBeDefined();
    await test.press(KEYS.shiftTab);
    expect(await test.line('── Apps')).toBeDefined();
  });

  it('Space marks rows', async () => {
    const test = await few();
    await test.press(' ', ' ');
    expect(await test.line('checkout')).toMatch(/^ •checkout /);
    expect(await test.line('basket-api')).toMatch(/^ •basket-api /);
    expect(await test.cursor()).toMatch(/^❯ auth-gateway /);
  });
});

it('read-only mode has a badge', async () => {
  const test = await few({ readOnly: true });
  expect(await test.line('warren')).toMatch(/^ warren {2}DEMO .* READ-ONLY .*● connected {2}UTC$/);
  const dangerous = test.console.table().filter(({ danger }) => danger);
  expect(dangerous).toEqual([]);
});

it('a notice stays until the next key', async () => {
  const test = await few();
  await test.press('+');
  expect(await test.text()).toContain('Polling every 10 s.');
  await test.pass(20_000);
  expect(await test.text()).toContain('Polling every 10 s.');
  await test.press('j');
  expect(await test.text()).not.toContain('Polling every');
});

it('+ and - continue from an interval between their steps, in the right direction', async () => {
  const test = await consoleUnderTest();
  await test.press(':', 'interval 600', KEYS.enter, '+');
  expect(test.console.state().interval).toBe(600_000);
  await test.press('-');
  expect(test.console.state().interval).toBeLessThan(600_000);
  expect(test.console.state().interval).toBeGreaterThan(60_000);
});

it('in ASCII, arrow keys are named in words, because their ASCII symbols are other keys', async () => {
  const test = await consoleUnderTest({ ascii: true, pane: 'guardian', columns: 120 });
  const footer = (await test.screen()).at(-1) ?? '';
  expect(footer).toMatch(/\b(?:Left|Right) section\b/);
  expect(footer).not.toMatch(/[<>] section/);
  await test.press('?', 'section');
  expect(await test.text()).toMatch(/^. (?:Left|Right)\b/m);
});

it('so do hints in prompts and overlays', async () => {
  const test = await consoleUnderTest({ ascii: true, pane: 'events', columns: 120 });
  await test.press('a', KEYS.right);
  expect(await test.text()).toMatch(/finds .* Left all facets/);
  await test.press(KEYS.escape, KEYS.escape, '\u0013');
  expect(await test.text()).toContain('type to replace, Left edits');
});

describe('in Events a key opens a part that takes the keys', () => {
  it.each([
    ['facets', 'a', /^ +FACET +/m],
    ['patterns', 'M', /\d patterns? in the messages of/],
    ['actors', 'H', / Actors /],
    ['the entry', 'd', /^matched /m],
  ])('%s, over whatever else is open', async (_, key, head) => {
    for (const open of ['V', 'a', 'M', 'd']) {
      if (open === key) continue;
      const test = await consoleUnderTest({ ...QUARTER_HOUR, columns: 80, rows: 24 });
      await test.pass(300);
      await test.press(open, key);
      expect(await test.text()).toMatch(head);
      // One Esc leads back to the list.
      await test.press(KEYS.escape);
      expect(await test.text()).toContain(' q quit');
    }
  });

  it('and no key is offered for an entry that is already shown in full', async () => {
    const test = await consoleUnderTest(QUARTER_HOUR);
    await test.pass(300);
    await test.press('d');
    expect(await test.text()).toContain('Enter list');
    expect(await test.text()).not.toMatch(/ d inspect/);
  });
});
