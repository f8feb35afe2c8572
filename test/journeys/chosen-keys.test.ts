import { describe, expect, it } from 'vitest';
import type { KeyBinding } from '../../src/commands/key-binding.ts';
import { consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../support/guardian-console.ts';

const binding = (line: number, id: string, ...keys: readonly string[]): KeyBinding => ({
  id: id.replace(/^-/, ''),
  kind: id.startsWith('-') ? 'without' : 'these',
  keys,
  line,
});

const chosen = (keys: readonly KeyBinding[], setting: Setting = {}) =>
  consoleUnderTest({ ...setting, keys });

describe('keys of the configuration', () => {
  it('move the cursor, show panes, and appear in footer and help', async () => {
    const test = await chosen([
      binding(1, 'list.down', 'ctrl-n'),
      binding(2, 'show.events', 'f5'),
      binding(3, 'help', 'Q'),
    ]);
    const first = await test.cursor();
    await test.press('j');
    expect(await test.cursor()).toBe(first);
    await test.press('\u000e');
    expect(await test.cursor()).not.toBe(first);
    expect(await test.text()).toContain('Q help');
    await test.press('\u001b[15~');
    expect((await test.screen())[2]).toContain('Events');
    await test.press('Q', 'show events');
    expect(await test.line('Show Events')).toMatch(/F5 +Show Events/);
  });

  it('appear in sentences', async () => {
    const test = await chosen(
      [
        binding(1, 'refresh', 'f5'),
        binding(2, 'back', 'ctrl-g'),
        binding(3, 'palette', 'ctrl-o'),
        binding(4, 'show.search', 's'),
        binding(5, '-help'),
      ],
      {
        accessKey: 'not-the-key',
        columns: 140,
        workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2), dnsZones: [] }),
      },
    );
    expect(await test.line('warren')).toContain(' · F5 tries again');
    expect(await test.line('1 Apps')).toMatch(/@ calls +Ctrl-O find$/);
    await test.press('/', 'zzz', KEYS.enter);
    expect(await test.text()).toContain('matches “zzz”. Ctrl-G clears the filter.');
    await test.press('3');
    expect(await test.text()).toContain('No DNS zone is watched. Press s to find one');
    await test.press('@');
    expect(await test.line('── Calls')).toContain(' Ctrl-G closes ──');
    await test.press('\u0007', ':', 'nonsense', KEYS.enter);
    expect(await test.text()).toContain('no command “nonsense”. Ctrl-O finds what there is.');
  });

  it('appear in tabs, titles and reasons', async () => {
    const test = await chosen([
      binding(1, 'show.events', 'f2'),
      binding(2, '-show.scripts'),
      binding(3, 'back', 'ctrl-g'),
      binding(4, 'list.sort-next', 'ctrl-t'),
      binding(5, 'guardian.choose', 'ctrl-l'),
      binding(6, 'view.earlier', 'ctrl-v'),
    ]);
    expect(await test.line('Apps')).toContain(
      '1 Apps  F2 Events 3 DNS 4 Search 5 Guardian 6 Limits – Scripts',
    );
    await test.press('I');
    expect(await test.text()).toContain('Choose a column to sort by first: Ctrl-T.');
    await test.press(')');
    expect(await test.text()).toContain('This is now. Ctrl-V views the change before.');
    await test.press('5');
    expect(await test.line('no file')).toContain(' no file · Ctrl-L chooses one');
    await test.press('\u0010', 'export');
    expect(await test.line('Export list or marks')).toContain('F2 Ctrl-S');
    await test.press(KEYS.escape, '1');
    await test.pass(40_000);
    await test.press('\u0016');
    expect(await test.line('── Apps')).toContain(' · Ctrl-G: now ──');
    await test.press(':delete', KEYS.enter);
    expect(await test.text()).toContain('Ctrl-G goes back to now.');
  });

  it('appear in Events', async () => {
    const test = await chosen(
      [
        binding(1, 'events.load-more', 'f6'),
        binding(2, 'events.mark', 'ctrl-t'),
        binding(3, 'events.previous', 'f3'),
        binding(4, 'events.stamps', 'f4'),
        binding(5, 'events.mark-next', 'f5'),
        binding(6, 'events.heat-field', 'f7'),
        binding(7, 'events.facet-find', 'f8'),
        binding(8, 'events.zones-all', 'f9'),
        binding(9, 'back', 'ctrl-g'),
      ],
      { pane: 'events', columns: 120, rows: 36 },
    );
    expect(await test.text()).toContain('loaded · F6 loads more');
    await test.press('\u001b[15~');
    expect(await test.text()).toContain(
      'No entry is marked. Ctrl-T marks the one under the cursor.',
    );
    await test.press('\u0014');
    expect(await test.text()).toContain('1 marked · F5/U: next/previous mark');
    await test.press('\u001b[14~', '\u001b[14~');
    expect(await test.text()).toContain('Times hidden. F4 shows them.');
    await test.press('/', 'sql', KEYS.enter);
    expect(await test.text()).toMatch(/ matches among .* · F3 older, n newer/);
    await test.press('s');
    expect(await test.line('peak')).toContain(' · F7: another field');
    await test.press('s', 'V');
    expect(await test.text()).toContain(
      'Space marks, F9 marks all, Enter lists what is marked as one',
    );
    await test.press('V', 'a', 'l');
    expect(await test.line('all facets')).toContain(' · F8 finds · ');
    await test.press('a', 'x');
    expect(await test.text()).toContain('Ctrl-G goes back.');
  });

  it('appear in the parts of Events', async () => {
    const test = await chosen(
      [
        binding(1, 'events.zones', 'f2'),
        binding(2, 'events.trial-limit', 'f3'),
        binding(3, 'events.field-wrap', 'f4'),
        binding(4, 'events.wall-only', 'f5'),
      ],
      { pane: 'events', columns: 120, rows: 36 },
    );
    await test.press('0');
    expect(await test.text()).toContain(' · F2 lists several');
    await test.press('G', 'd');
    expect(await test.text()).toContain('Not listed now: F5 lists this zone.');
    await test.press('d', '0', 'K', '+');
    expect(await test.text()).toContain('No rate limit is tried. Press F3 and one is.');
    await test.press('K', KEYS.enter, 'l');
    expect(await test.text()).toContain('Values are wrapped. F4 turns wrapping off.');
  });

  it('appear in Guardian, Scripts and Limits', async () => {
    const keys = [
      binding(1, 'guardian.enforce', 'f6'),
      binding(2, 'show.events', 'f2'),
      binding(3, 'list.down', 'ctrl-n'),
      binding(4, 'list.up', 'ctrl-t'),
      binding(5, 'refresh', 'f7'),
    ];
    const test = await guardianConsole({ keys, columns: 120, rows: 36 });
    await test.choose(SHOP_FILE);
    await test.press(KEYS.right);
    expect(await test.text()).toContain('so its requests are unknown: F2 loads them.');
    await test.press(KEYS.right);
    expect(await test.line(' Authorization ')).toMatch(/ F6 changes it$/);
    expect((await test.text()).replace(/\s+/g, ' ')).toContain(
      'so its requests are unknown: F2 loads them.',
    );
    await test.press('7', '/', 'zzz', KEYS.enter, 'a');
    expect(await test.text()).toContain(
      'There is no script under the cursor: Ctrl-N and Ctrl-T move to one.',
    );
    test.platform.faults.set(
      { kind: 'answer', status: 500, body: 'problem' },
      { operation: 'rate-limit-metrics' },
    );
    await test.press('6');
    expect(await test.text()).toMatch(/^Since .*; F7 tries again\./m);
  });

  it('are spoken', async () => {
    const test = await chosen([binding(1, 'back', 'ctrl-g')], { lines: 'reader' });
    await test.press('@');
    expect((await test.said()).join('\n')).toContain('Ctrl-G closes.');
  });

  it('cause no message if they are valid', async () => {
    const test = await chosen([binding(1, 'list.down', 'ctrl-n', 'j', 'down')]);
    expect(await test.text()).not.toContain(':keys');
  });

  it('are reported at the start if two commands claim one key, or a command does not exist', async () => {
    const test = await chosen([
      binding(12, 'refresh', 'd'),
      binding(13, 'list.dwon', 'n'),
      binding(14, 'interrupt', 'f9'),
      binding(15, 'guardian.upload', 'ctrl-y'),
      binding(16, 'variable.send', 'enter'),
    ]);
    await test.line(/^ The configuration’s keys have problems: \d+\. :keys lists them\. /);
    await test.press(':', 'keys', KEYS.enter);
    const screen = await test.text();
    expect(screen).toContain('there is no command list.dwon. Did you mean list.down?');
    expect(screen).toContain(
      'Line 14: interrupt keeps its keys: it confirms, cancels or edits text.',
    );
    expect(screen).toContain('Line 15: guardian.upload keeps its keys: it changes production');
    expect(screen).toContain('Line 16: variable.send keeps its keys: it confirms');
    expect(screen).toMatch(/d runs \S+, not refresh/);
  });

  it('also apply to the parts of a pane and to replays', async () => {
    const test = await chosen(
      [
        binding(1, 'events.include', 'f5'),
        binding(2, 'events.analysis-details', 'f6'),
        binding(3, 'replay.faster', 'f7'),
        binding(4, 'events.facets', 'd'),
        binding(5, 'events.mark', 'h'),
      ],
      { pane: 'events' },
    );
    await test.press(':', 'keys', KEYS.enter);
    const problems = await test.text();
    expect(problems).not.toContain('there is no command');
    // A heat map replaces the list, so h in it does not conflict with h in the list.
    expect(problems).toContain('d runs events.facets, not events.inspect: ');
    expect(problems).not.toContain('events.heat-left');
    await test.press(KEYS.escape, 's');
    await test.until('peak');
    expect(await test.line(/more lines?: /)).toContain('F6 ──');
    await test.press('s', 'd', 'j', '\u001b[15~');
    await test.until('match of');
  });

  it('are listed with the names of the commands', async () => {
    const test = await chosen([binding(1, 'list.down', 'ctrl-n')]);
    await test.press(':', 'keys', KEYS.enter);
    expect(await test.line('list.down')).toMatch(/list\.down +Ctrl-N +Move down/);
    await test.press('\u000e');
    expect(await test.cursor()).toContain('❯');
    await test.press(KEYS.escape);
    expect((await test.screen())[2]).toContain('Apps');
  });

  it('do not apply in text fields', async () => {
    const test = await chosen([binding(1, 'list.down', 'n'), binding(2, 'quit', 'w')]);
    await test.press('?', 'now', KEYS.enter);
    expect(await test.ending()).toBeUndefined();
    expect(await test.text()).not.toContain('Keys ');
  });

  it('cannot replace Ctrl-C twice, the last way out', async () => {
    const test = await chosen([binding(1, '-quit'), binding(2, '-interrupt'), binding(3, '-back')]);
    await test.press('q');
    expect(await test.ending()).toBeUndefined();
    await test.press(`${KEYS.ctrlC}${KEYS.ctrlC}`);
    expect(await test.ending()).toEqual({ kind: 'quit' });
  });
});
