import { describe, expect, it } from 'vitest';
import {
  type ConsoleUnderTest,
  consoleUnderTest,
  FEW,
  KEYS,
  type Setting,
} from '../support/console.ts';
import { leaks } from '../support/leaks.ts';

/* The console for screen readers: what is spoken and what is not. */

const listening = (setting: Setting = {}) =>
  consoleUnderTest({
    lines: 'reader',
    // Wide enough for every sentence.
    columns: 400,
    ...FEW,
    ...setting,
  });

/** The lines spoken after the keys. */
async function heard(test: ConsoleUnderTest, ...keys: readonly string[]) {
  await test.said();
  await test.press(...keys);
  return test.said();
}

describe('a pane', () => {
  it('is spoken once when it is shown: its name, its contents, the row under the cursor', async () => {
    const test = await listening();
    expect(await test.said()).toEqual([
      'Pane 1 of 8, Apps. 6 watched. As of 14:02:00, every 5 s, 0 ms.',
      'DEMO, embedded platform, connected.',
      'Table of 6 rows.',
      'Keys: Enter open, d details, ! problems, / filter, ? help, q back or quit, Ctrl-L everything again',
      expect.stringMatching(
        /^Row 1 of 6: checkout, active, instances 15\/15, latency 36\.6, target 40\.0, restarts 0, CPU /,
      ),
    ]);
  });

  it('speaks only the row as a sentence when the cursor moves', async () => {
    const test = await listening();
    expect(await heard(test, 'j')).toEqual([
      expect.stringMatching(
        /^Row 2 of 6: basket-api, active, instances 6\/6, latency 42\.4, target /,
      ),
    ]);
    expect(await heard(test, 'G')).toEqual([expect.stringMatching(/^Row 6 of 6: inventory-sync/)]);
  });

  it('opens a row, speaks every field, and goes back', async () => {
    const test = await listening();
    const inside = await heard(test, KEYS.enter);
    expect(inside[0]).toMatch(/^checkout, /);
    expect(inside[1]).toMatch(/^Table of \d+ rows\.$/);
    expect(inside.at(-1)).toMatch(/^Row 1 of \d+: closed, DE required, active, instances \d/);
    expect(await heard(test, 'd')).toEqual(
      expect.arrayContaining(['region: DE', 'status: active', 'isRequired: true']),
    );
    expect((await heard(test, KEYS.escape, KEYS.escape)).at(-1)).toMatch(/^Row 1 of 6: checkout/);
  });

  it.each([
    [
      '2',
      'Events',
      /^Row [\d,]+ of [\d,]+: \d\d:\d\d:\d\d\.\d{3}, \w+, \w+, \/\S*, country \w\w, asn \d+/,
    ],
    ['3', 'DNS scan', /^shop\.example, 1 of \d; \[ and \] change it$/],
    ['5', 'Guardian', /^Press o and type the path of an OpenAPI document/],
    [
      '6',
      'Rate limits',
      /^Row 1 of 5: login-attempts, status 1 reading, .*breaches \d,\d{3},\d{3}, /,
    ],
    ['7', 'Scripts', /^Row 1 of 6: edge-redirects, id \d+, added 0$/],
  ])('%s is %s', async (key, name, content) => {
    const test = await listening();
    await test.said();
    await test.press(key);
    await test.pass(2000);
    const said = await test.said();
    expect(said[0]).toMatch(new RegExp(`^Pane ${key} of 8, ${name}\\.`));
    expect(
      said.some((line) => content.test(line)),
      said.join('\n'),
    ).toBe(true);
    // Details are spoken only on request.
    expect(said.join('\n')).not.toMatch(/Past 28 days|Adding a variable|more lines/);
  });

  it('for a change names its subject and then what changed', async () => {
    const test = await listening();
    await test.pass(40_000);
    expect((await heard(test, '8')).at(-1)).toMatch(
      /^Row 1 of \d+: 14:02:\d\d, checkout, (?!name)/,
    );
  });

  it('speaks details on request, from the beginning', async () => {
    const test = await listening();
    await test.press('6');
    await test.pass(2000);
    expect((await heard(test, 'j')).join('\n')).toMatch(/^Row 2 of 5: api-burst, [^\n]+$/);
    expect((await heard(test, 'd'))[0]).toMatch(/^api-burst, \d+$/);
  });

  it('speaks all details of a row further down, and all details of the next row', async () => {
    const test = await listening();
    await test.press('j');
    const details = await heard(test, 'd');
    expect(details[0]).toBe('basket-api');
    expect(details).toEqual(expect.arrayContaining(['status: active', 'Regions']));
    const next = await heard(test, 'j');
    expect(next[0]).toMatch(/^Row 3 of 6: auth-gateway/);
    expect(next[1]).toBe('auth-gateway');
    // As for the previous application.
    expect(next).toEqual(
      expect.arrayContaining(['status: active', 'volumes: 0 GB, used 0', 'Regions']),
    );
    // Does not repeat anything.
    await test.press('K');
    await test.pass(1000);
    expect(await test.said()).toEqual(['Warning: K has no command here. It works in Events.']);
  });

  it('finds things as they are typed', async () => {
    const test = await listening();
    await test.press('4');
    expect(await heard(test, '/')).toEqual(
      expect.arrayContaining([
        'Search? a name or an id, type:dns for one type. Enter applies, Esc cancels.',
      ]),
    );
    await test.press('auth');
    await test.pass(2000);
    const said = await test.said();
    expect(said[0]).toBe('auth');
    expect(said.some((line) => /^Row 1 of \d+: auth-gateway, type app, /.test(line))).toBe(true);
  });
});

describe('live data', () => {
  it('does not speak changing figures, only a count of states now and then', async () => {
    const test = await listening();
    await test.press('j');
    await test.said();
    await test.pass(25_000);
    expect(await test.said()).toEqual([]);
  });

  it('speaks a new state of the row under the cursor', async () => {
    const test = await listening();
    await test.said();
    await test.pass(3 * 60_000);
    const said = await test.said();
    expect(
      said.some((line) => /^checkout: progressing|^checkout: failing/.test(line)),
      said.join('\n'),
    ).toBe(true);
    expect(said.length).toBeLessThan(20);
  });

  it('of a busy log is spoken as a summary, at most every half minute', async () => {
    const test = await listening();
    await test.press('2');
    await test.pass(10_000);
    await test.said();
    await test.pass(60_000);
    const said = await test.said();
    const summaries = said.filter((line) => /^[\d,]+ new rows?, [\d,]+ in all\.$/.test(line));
    expect(summaries.length).toBeGreaterThan(0);
    expect(summaries.length).toBeLessThanOrEqual(2);
    expect(said.filter((line) => line.startsWith('Row ')).length).toBe(summaries.length);
  });
});

describe('events', () => {
  it('of the connection are spoken when they begin and when they end', async () => {
    const test = await listening();
    await test.said();
    const mend = await test.platform.faults.refuseConnections();
    await test.pass(30_000);
    const down = await test.said();
    expect(down).toContain('unreachable.');
    expect(down.filter((line) => line.includes('STALE')).length).toBe(1);
    // Attempts and waits are counted silently.
    await test.pass(25_000);
    expect((await test.said()).filter((line) => !/^Row /.test(line))).toEqual([]);
    expect(mend).toBeUndefined();
  });

  it('include a reply even if a key does nothing', async () => {
    const test = await listening();
    await test.said();
    await test.press('K');
    await test.pass(1500);
    expect(await test.said()).toEqual(['Warning: K has no command here. It works in Events.']);
  });

  it('name modes in words', async () => {
    const test = await listening();
    expect(await heard(test, '=')).toEqual(['PAUSED 14:02:00, idle.']);
    expect(await heard(test, '=')).toEqual(['connected.']);
  });
});

describe('questions', () => {
  it('a prompt says what it accepts, echoes typed text, and then speaks its effect', async () => {
    const test = await listening();
    expect(await heard(test, '/')).toEqual([
      'Filter? words, status:… restarts>… region:… why:…, -word, a or b. Enter applies, Esc cancels.',
      'Filter: ',
    ]);
    expect(await heard(test, 'auth')).toEqual(['auth']);
    await test.pass(1000);
    expect(await test.said()).toEqual([
      'FILTER: 5 hidden.',
      expect.stringMatching(/^Row 1 of 1: auth-gateway/),
      'Filter: auth',
    ]);
  });

  it('a deletion states everything at stake before its id is typed, and counts down aloud', async () => {
    const test = await listening();
    await test.press('j');
    await test.pass(6000);
    await test.press(':', 'delete', KEYS.enter);
    await test.pass(500);
    const said = await test.said();
    const [, id = ''] = /^id: “(.*)”$/m.exec(said.join('\n')) ?? [];
    expect(said).toEqual(
      expect.arrayContaining([
        'Dialog: Delete an application. Esc closes.',
        'name: “basket-api”',
        expect.stringMatching(/^where: embedded platform, profile demo$/),
        expect.stringMatching(
          /^Will be deleted, as of [\d:]+: 3 regions \(DE, FR, NY\), 6 instances, 6 pods, /,
        ),
        'Not deleted: pull zones of its CDN endpoints (still billed)',
        'Type the ID? Ctrl-Y then deletes after 5 s; Enter or Esc cancels.',
      ]),
    );
    expect(said.at(-1)).toBe('Type the ID: ');
    expect(await heard(test, 'x')).toEqual(['x']);
    await test.pass(1000);
    expect(await test.said()).toContain('The text does not match the ID.');
    await test.press(KEYS.backspace);
    for (const letter of id) {
      await test.press(letter);
      await test.pass(100);
    }
    await test.pass(1000);
    expect(await test.said()).toContain('The ID matches.');
    await test.press(KEYS.ctrlY);
    await test.pass(1500);
    expect((await test.said()).some((line) => /^Deleting in \d s/.test(line))).toBe(true);
    await test.press(KEYS.escape);
    expect(await test.said()).toContain('Cancelled. Nothing was sent or deleted.');
  });

  it('a form speaks its fields, but never a hidden value', async () => {
    const test = await listening();
    await test.press('7');
    expect(await heard(test, 'a')).toEqual(
      expect.arrayContaining([
        'Required: no, Space changes it',
        'Name? Tab next field, Ctrl-Y sends, Esc cancels.',
      ]),
    );
    expect(await heard(test, 'T')).toEqual(['T']);
    expect(await heard(test, KEYS.tab)).toContain('Here: Required: no, Space changes it');
    expect(await heard(test, 'space')).not.toContain('Here: Required: yes');
    await test.press(KEYS.tab);
    await test.said();
    await test.press('s3cret-4711');
    await test.pass(3000);
    expect((await test.said()).join('\n')).not.toMatch(/s3cret|4711/);
  });

  it('help speaks commands as lines', async () => {
    const test = await listening();
    const said = await heard(test, '?');
    expect(said[0]).toBe('Help: keys and commands. Esc closes.');
    expect(said.at(-2)).toMatch(/^Row 1 of \d+: Enter, Open: regions, pods, containers, Apps$/);
    expect(await heard(test, KEYS.down)).toEqual([
      expect.stringMatching(/^Row 2 of \d+: d, Show details, Apps$/),
      'Search: ',
    ]);
  });
});

it('commands that divide or colour the screen are refused with a reason', async () => {
  const test = await listening();
  const reason = 'Warning: This splits the screen; with the screen reader there is no split.';
  expect(await heard(test, 'f')).toContain(reason);
  // Spoken again, although it is the same message.
  await test.press('p');
  await test.pass(1000);
  expect(await test.said()).toContain(reason);
  await test.press(':', 'theme light', KEYS.enter);
  expect(await test.said()).toContain(
    'Warning: A theme is for a screen: with the screen reader there are no colours.',
  );
});

it('Ctrl-L speaks everything again, every row', async () => {
  const test = await listening();
  const said = await heard(test, KEYS.ctrlL);
  expect(said.filter((line) => line.startsWith('Row ')).length).toBe(6);
  expect(said.at(-1)).toMatch(/^Row 1 of 6: checkout/);
});

it('a name is plain text, whatever it contains', async () => {
  const id = 'k3Jd82hQpLm0xYz';
  const test = await listening({
    workspace: (demo) => ({
      ...demo,
      apps: [{ id, name: '\u001b]0;x\u0007\u202e\ue000{"kind":"keys"}' }],
    }),
  });
  await test.press('y', KEYS.escape, KEYS.enter, '?', KEYS.escape, KEYS.ctrlL);
  const said = (await test.said()).join(' ');
  expect(said).toContain('␛]0;x␇<U+202E><U+E000>{"kind":"keys"}');
  expect(leaks(said)).toEqual([]);
});
