import { expect, it } from 'vitest';
import { openDeletion } from '../support/acting.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const few = () =>
  consoleUnderTest({ workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 3) }) });

it('? shows the keys of the place, most specific first', async () => {
  const test = await few();
  await test.press('?');
  const lines = await test.screen();
  expect(lines[2]).toMatch(/^── Help: keys and commands ─+ Esc closes ──$/);
  expect(lines[3]).toMatch(/^ Search +a key or a word$/);
  expect(lines[4]).toBe('  Apps');
  expect(lines[5]).toMatch(/^❯ Enter +Open: regions, pods, containers$/);
  // In full below the columns, which may be too narrow for it.
  expect(lines.at(-3)).toBe(' Enter  Open: regions, pods, containers');
  expect(lines.join('\n')).toMatch(/^ {2}Lists\n {2}j ↓ +Move down$/m);
});

it('help is searched by key and by word', async () => {
  const test = await few();
  await test.press('?', 'utc');
  expect(await test.cursor()).toMatch(/^❯ T +UTC or local time$/);
  await test.press(KEYS.ctrlU, 'ctrl-p');
  expect(await test.cursor()).toMatch(/^❯ Ctrl-P +Find anything/);
});

it('a command whose key the pane uses for another has a dash for its key, and runs from help', async () => {
  const test = await consoleUnderTest({ pane: 'guardian' });
  await test.press('?', 'refresh');
  expect(await test.line(/ Refresh$/)).toMatch(/^. – +Refresh$/);
});

it('a help topic is searched as in a pager: / goes to a matching line, n and N to the others, and they wrap', async () => {
  const test = await few();
  await test.press(':help terminals', KEYS.enter);
  await test.until('Terminals');
  expect(await test.line('? help')).toContain('/ search');
  await test.press('n');
  expect(await test.text()).toContain('No search yet. Press / and type it.');
  await test.press('/', 'osc 52', KEYS.enter);
  expect(await test.cursor()).toMatch(/^❯ .*\(OSC 52\)/);
  await test.press('g', '/', 'tmux', KEYS.enter);
  const first = await test.cursor();
  expect(first).toMatch(/tmux/);
  await test.press('n');
  const second = await test.cursor();
  expect(second).toMatch(/tmux/);
  expect(second).not.toBe(first);
  await test.press('N');
  expect(await test.cursor()).toBe(first);
  await test.press('N');
  expect(await test.cursor()).toMatch(/tmux/);
  expect(await test.text()).toContain('Search continued at the bottom.');
  await test.press('n');
  expect(await test.cursor()).toBe(first);
  expect(await test.text()).toContain('Search continued at the top.');
  await test.press('/', 'kubernetes', KEYS.enter);
  expect(await test.text()).toContain('No line has “kubernetes”.');
  expect(await test.cursor()).toBe(first);
  await test.press(KEYS.escape);
  expect(await test.line('── ')).toContain('── Apps');
});

it('Enter runs the command in the place where help was opened', async () => {
  const test = await few();
  await test.press('?', 'problems only', KEYS.enter);
  expect(await test.line('warren')).toContain(' ONLY PROBLEMS: ');
  await test.press('?', 'pause', KEYS.enter);
  expect(await test.line('warren')).toContain(' PAUSED ');
  // Topics are found by their subject.
  await test.press('?', 'bad deploy', KEYS.enter);
  expect(await test.text()).toContain('── Help: runbooks ─');
});

it('a command that is unavailable says why', async () => {
  const test = await few();
  await test.press(KEYS.f1, 'last pane');
  expect(await test.text()).toMatch(/^ ` {2}Last pane {2}No other pane has been on screen yet\.$/m);
  await test.press(KEYS.enter);
  expect(await test.text()).toContain(' No other pane has been on screen yet.');
});

it('arrows move through it, and Esc closes it without running anything', async () => {
  const test = await few();
  const before = await test.text();
  await test.press('?', KEYS.down, KEYS.down);
  expect(await test.cursor()).not.toMatch(/^❯ Enter/);
  await test.press(KEYS.escape);
  expect(await test.text()).toBe(before);
});

it('a command whose key is taken by another one here is not listed', async () => {
  const test = await consoleUnderTest({ pane: 'events' });
  await test.press('?', 'Show the calls');
  expect(await test.cursor()).toMatch(/^❯ @ +Show the calls made to the service/);
});

it('commands for : are listed with the keys, and Enter runs one or starts to type it', async () => {
  const test = await few();
  await test.press('?', ':interval');
  expect(await test.cursor()).toMatch(/^❯ :interval +How often to poll: interval SECONDS$/);
  await test.press(KEYS.enter, '30', KEYS.enter);
  expect(test.console.state().interval).toBe(30_000);
  await test.press('?', ':archive');
  expect(await test.cursor()).toMatch(/^❯ :archive +Archive events to a file/);
  await test.press(KEYS.ctrlU, ':changes');
  await test.press(KEYS.enter);
  expect(await test.line('── Changes of this session')).toBeDefined();
});

it.each([
  ['the help', '?', 'archive of events'],
  ['the search', KEYS.ctrlP, 'open an archive'],
  ['the search', KEYS.ctrlP, 'remove from workspace'],
])('in %s, a command without a key is listed once, as its word for :', async (_, key, typed) => {
  const test = await consoleUnderTest({ pane: 'events', columns: 120 });
  await test.press(key, typed);
  const text = (await test.text()).replace(/^.*(?: Search | Find ).*$/gm, '');
  expect(text.match(/(?:Open an archive|Remove from workspace).*/g)).toHaveLength(1);
  expect(text).toMatch(/:open|:remove/);
});

it('help topics are shown in the console and scroll', async () => {
  const test = await consoleUnderTest();
  await test.press(':', 'help configuration', KEYS.enter);
  await test.line('── Help: configuration');
  // Topics are loaded on demand.
  await expect.poll(() => test.text(), { timeout: 10_000 }).toContain('warren init');
  await test.press('G');
  await test.line('audit.ndjson');
  await test.press(KEYS.escape, ':', 'help share', KEYS.enter);
  expect(await test.text()).toMatch(/^. y +Choose what to copy$/m);
});

it('use 23: commands are found by synonyms, and an empty result says so', async () => {
  const test = await few();
  await test.resize(80, 40);
  await test.press('?', 'share');
  expect(await test.text()).toMatch(/^. y +Choose what to copy$/m);
  expect(await test.text()).toMatch(/^. 2 Ctrl-S +Export/m);
  await test.press(KEYS.ctrlU, 'exit');
  expect(await test.text()).toMatch(/^. q +Back; at the top level, quit$/m);
  await test.press(KEYS.ctrlU, '/delete');
  expect(await test.text()).toContain(':delete');
  await test.press(KEYS.ctrlU, 'no such thing');
  expect(await test.text()).toContain(
    ' No key or command matches “no such thing”. Ctrl-P also finds names and panes.',
  );
});

it.each([
  ['undo', ':changes', 'Back;'],
  ['logs', 'Show Events', 'Show Apps'],
  ['regex', 'Filter the list', 'Show Apps'],
  ['describe', 'Show details', 'Show Apps'],
  ['goto', 'Go to a time', 'Show Apps'],
  ['inverse', 'Invert the chosen filter', 'Show Apps'],
])(
  'searching help for “%s”, the term of other programs, finds “%s”',
  async (typed, found, other) => {
    const test = await few();
    await test.resize(80, 40);
    await test.press('?', typed);
    expect(await test.text()).toContain(found);
    expect(await test.text()).not.toContain(other);
  },
);

it('use 23: on wide screens help has columns, none of which ends in a heading', async () => {
  const test = await consoleUnderTest({ columns: 200, rows: 50 });
  await test.press('?');
  const lines = await test.screen();
  expect(lines.join('\n')).toContain(':apps');
  expect(lines.filter((line) => line.includes('Commands: type :'))).toHaveLength(1);
  await test.press(':workspace');
  expect(await test.cursor()).toMatch(/^❯ :workspace /);
});

it('use 23: over a dialog help explains the dialog and does not answer it', async () => {
  const test = await few();
  await openDeletion(test, test.platform.world.applications[0]?.id ?? '');
  const dialog = await test.text();
  await test.press(KEYS.f1);
  expect(await test.text()).toContain('── Help: Delete an application ');
  expect(await test.text()).toContain(' Deletes the application for good');
  await test.press('after five seconds', KEYS.enter);
  expect(await test.text()).toContain(
    ' Press Ctrl-Y to: Delete the application after five seconds.',
  );
  expect(await test.text()).toContain('── Delete an application ');
  expect(dialog).toContain('── Delete an application ');
});

it('use 23: ? explains a dialog before anything is typed, and is text afterwards', async () => {
  const test = await few();
  await test.press(':', `delete ${test.platform.world.applications[0]?.id}`, KEYS.enter);
  const footer = async () => (await test.screen()).at(-1);
  expect(await footer()).toContain('? help');
  await test.press('?');
  expect(await test.text()).toContain('── Help: Delete an application ');
  await test.press(KEYS.escape, 'ab');
  expect(await footer()).toContain('F1 help');
  await test.press('?');
  expect(await test.text()).toContain('ab?');

  await test.press(KEYS.escape, '7', 'a', '?');
  expect(await test.text()).toContain('── Help: Scripts, a variable ');
  // The value of a variable may begin with a question mark.
  await test.press(KEYS.escape, 'URL', KEYS.enter, KEYS.enter, '?a=b', KEYS.ctrlR);
  expect(await test.line('?a=b')).toContain('value');
});

it('use 23: commands of other panes are found too, and Enter goes there and runs them', async () => {
  const test = await few();
  await test.press('?', 'ctrl-s export');
  expect(await test.cursor()).toMatch(/^❯ 2 Ctrl-S +Export/);
  await test.press(KEYS.enter);
  expect(await test.line('── Events')).toBeDefined();
});

it.each([
  ['a filter of events', '&', 'status:Blocked 917'],
  ['a note', '"', 'checkout 917'],
  ['a command', ':', 'interval 917'],
])('over %s being typed, help and palette leave it as it is', async (_, key, line) => {
  const test = await consoleUnderTest({ pane: 'events' });
  await test.press(key, line, KEYS.left, KEYS.left);
  const lines = async () => (await test.screen()).slice(-2);
  const before = await lines();
  expect(before.join()).toContain(line);
  for (const over of [KEYS.f1, KEYS.ctrlP]) {
    await test.press(over, 'word');
    expect(await lines()).not.toEqual(before);
    await test.press(KEYS.escape);
    expect(await lines()).toEqual(before);
  }
  await test.press(KEYS.ctrlP, KEYS.f1, KEYS.escape, KEYS.backspace);
  expect(test.console.state().prompt?.value).toBe(`${line.slice(0, -3)}${line.slice(-2)}`);
});

it('over a prompt help lists the editing keys, which act on the prompt, and any other command closes it', async () => {
  const test = await few();
  await test.press('/', 'check out', KEYS.f1, 'delete the word before');
  expect(await test.cursor()).toMatch(
    /^❯ Ctrl-W Alt-Backspace +Delete the word before the cursor$/,
  );
  await test.press(KEYS.enter);
  expect(test.console.state().prompt?.value).toBe('check ');
  await test.press(KEYS.f1, 'apply the filter');
  expect(await test.text()).toMatch(/^. Alt-C +Apply the filter, and copy from the row$/m);
  await test.press(KEYS.ctrlU, 'pause', KEYS.enter);
  expect(await test.line('warren')).toContain(' PAUSED ');
  expect(await test.line('warren')).not.toContain('FILTER');
  expect(test.console.state().prompt).toBeNull();
  await test.press('?', 'apply the filter');
  expect(await test.text()).not.toContain('copy from the row');
});
