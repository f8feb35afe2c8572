import { expect, it } from 'vitest';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const empty = () =>
  consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: [],
      shieldZones: [],
      dnsZones: [],
      rateLimits: [],
      scripts: [],
    }),
  });

it('an empty workspace says how to fill it', async () => {
  const test = await empty();
  expect(await test.text()).toContain(
    '  No application is watched. Type :add app ID, or start with --app ID.',
  );
  await test.press('2');
  expect(await test.text()).toContain('No shield zone is watched. Type :add zone ID');
  await test.press('3');
  expect(await test.text()).toContain('No DNS zone is watched. Press 4 to find one');
  await test.press('6');
  expect(await test.text()).toContain('No rate limit is watched. Type :add rate-limit ID');
});

it('in an empty workspace, no key says more than that there is nothing, and how to add it', async () => {
  const test = await empty();
  for (const [pane, keys, noun] of [
    ['1', ['\r', 'd', 'x'], 'application'],
    ['2', ['a', 'A', 'B', 'H', 'K', 'L'], 'shield zone'],
    ['7', ['a'], 'script'],
  ] as const) {
    for (const key of keys) {
      await test.press(pane, key);
      expect((await test.screen()).at(-2), key).toContain(`No ${noun} is watched. `);
    }
  }
  await test.press('6', '\r');
  expect((await test.screen()).at(-2)).toContain(' has no command here. It works in other panes.');
});

it('an application that is not found says what to do, in the list and inside it', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: [{ id: 'nobody', name: 'nobody' }] }),
  });
  await test.until('not found');
  expect(await test.text()).toContain('→ Correct the identifier in the workspace, or remove it.');
  await test.press(KEYS.enter);
  expect(await test.text()).toContain('Nothing is loaded yet. Correct the identifier');
  await test.press('d');
  expect(await test.text()).toContain('There is nothing to open yet.');
});

it(':add refuses an id that no request can contain', async () => {
  const test = await empty();
  await test.press(':', 'add app a/b', KEYS.enter);
  expect(await test.text()).toContain('a/b cannot contain / \\ ? or #.');
  await test.press(KEYS.escape, ':', 'keep app ..', KEYS.enter);
  expect(await test.text()).toContain('.. must not be "." or "..".');
  await test.press(KEYS.escape);
  expect(await test.text()).toContain('No application is watched.');
});

it(':add adds a thing to the workspace at once', async () => {
  const test = await empty();
  const [app] = test.platform.world.applications;
  await test.press(':', `add app ${app?.id} my shop`, KEYS.enter);
  expect(await test.text()).toContain(` To save it: :keep app ${app?.id} my shop`);
  expect(await test.cursor()).toMatch(/^❯ my shop +● active +15\/15 /);

  const [limit] = test.platform.world.rateLimits;
  await test.press('6', ':', `add rate-limit ${limit?.id}`, KEYS.enter);
  expect(await test.cursor()).toMatch(new RegExp(`^❯ ${limit?.id} .* \\d,\\d{3},\\d{3} `));

  const [zone] = test.platform.world.shieldZones;
  await test.press('2', ':', `add zone ${zone?.id}`, KEYS.enter);
  await test.press('2');
  await test.pass(300);
  expect(await test.line('── Events')).toContain(`· ${zone?.id} · `);
});

it(':pane shows a pane and :interval sets the interval', async () => {
  const test = await consoleUnderTest({ pane: 'dns', columns: 140 });
  await test.press(':', 'pane limits', KEYS.enter);
  expect(await test.line('── Rate limits')).toBeDefined();
  await test.press(':', 'pane apps', KEYS.enter, ':', 'interval 30', KEYS.enter);
  expect(await test.line('── Apps')).toContain(' · every 30 s · ');
});

it.each([
  ['add', ' Usage: add app|zone|dns|script|rate-limit ID [NAME]'],
  ['add boat 7', ' Usage: add app|zone|dns|script|rate-limit ID [NAME]'],
  ['pane nowhere', ' There is no such pane. They are: apps, events, dns, '],
  ['interval soon', ' Give 1 to 3600 seconds.'],
  ['interval 0', ' Give 1 to 3600 seconds.'],
  ['docter', ' There is no command “docter”. Did you mean doctor?'],
  ['handover', ' There is no command “handover”. :report copies or writes what changed.'],
  ['nonsense', ' There is no command “nonsense”. Ctrl-P finds what there is.'],
])(':%s is answered with a message', async (line, sentence) => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press(':', line, KEYS.enter);
  expect(await test.text()).toContain(sentence);
});

it.each(['q', ':q', 'q!', 'wq', 'exit'])(':%s quits from anywhere', async (line) => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press('/', 'mx', KEYS.enter, ':', line, KEYS.enter);
  expect(await test.ending()).toEqual({ kind: 'quit' });
});

it('use 23: the name of a pane shows it, and so do names that other consoles use', async () => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press(':', 'apps', KEYS.enter);
  expect(await test.line('── Apps')).toBeDefined();
  await test.press(':', 'logs', KEYS.enter);
  expect(await test.line('── Events')).toBeDefined();
  await test.press(':', 'pods checkout', KEYS.enter);
  expect(await test.line('── Apps · checkout')).toBeDefined();
  await test.press(':', 'ctx', KEYS.enter);
  expect(await test.text()).toContain(
    'There is no other profile to switch to: warren init writes one.',
  );
});

it('things with the same name are distinguished by their ids, which also open them', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.slice(0, 2).map(({ id }) => ({ id, name: 'basket' })),
    }),
  });
  const ids = test.console.state().workspace.apps.map(({ id }) => id);
  await test.press(':', 'apps basket', KEYS.enter);
  expect(await test.text()).toContain(`Several match “basket”: ${ids.join(', ')}`);
  await test.press(':', `apps ${ids[1]}`, KEYS.enter);
  expect(await test.line('── Apps')).toContain('basket');
});

it('the name of a pane followed by the name of a thing opens it, and unknown and ambiguous names are reported', async () => {
  const test = await consoleUnderTest({ pane: 'apps' });
  await test.press(':', 'dns legacy', KEYS.enter);
  expect(await test.line('── DNS scan')).toContain('legacy.example');
  await test.press(':', 'events blog', KEYS.enter);
  expect(await test.line('── Events')).toContain('blog.example');
  await test.press(':', 'apps nowhere', KEYS.enter);
  expect(await test.text()).toContain('No application “nowhere” in this workspace.');
  await test.press(':', 'dns example', KEYS.enter);
  expect(await test.text()).toContain('Several match “example”: ');
  await test.press(':', 'timeline x', KEYS.enter);
  expect(await test.text()).toContain('Usage: timeline');
});

it('use 23: Tab completes the text, and the completions are shown below', async () => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press(':', 'the');
  expect((await test.screen()).at(-1)).toContain(
    ' Tab theme dark|light|high-contrast|mono: Theme for this run',
  );
  await test.press(KEYS.tab);
  expect((await test.screen()).at(-2)).toMatch(/^ ?: theme *$/);
  expect((await test.screen()).at(-1)).toContain(' Tab dark  light  high-contrast  mono');
  await test.press('hi', KEYS.tab, KEYS.enter);
  expect(await test.text()).not.toContain('Usage');
});

it('use 23: the arrows recall earlier lines of this and earlier runs', async () => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press(':', 'interval 30', KEYS.enter, ':', 'apps', KEYS.enter);
  await test.press(':', 'dn', KEYS.up, KEYS.up);
  expect((await test.screen()).at(-2)).toMatch(/^ ?: interval 30$/);
  await test.press(KEYS.up, KEYS.down, KEYS.down);
  expect((await test.screen()).at(-2)).toMatch(/^ ?: dn$/);
  await test.press('s', KEYS.enter);
  expect(await test.line('── DNS scan')).toBeDefined();
  expect(test.files.contents.get('/state/warren/history')).toBe('interval 30\napps\ndns\n');
});

it('use 23: a key without a command says so', async () => {
  const test = await consoleUnderTest({ pane: 'dns' });
  await test.press('Z');
  expect(await test.text()).toContain(' Z has no command here. It works in Events and Timeline.');
});

it('use 23: a line of keys in one chunk means what it would one by one', async () => {
  const { press, text, line } = await consoleUnderTest();
  await press(':abc', `${KEYS.ctrlU}x.csv`);
  expect(await line(/^: x/)).toBe(': x.csv');
  await press(`${KEYS.ctrlU}one two${KEYS.ctrlW}th${KEYS.left}7${KEYS.escape}`);
  await press(`:the${KEYS.tab}d${KEYS.left}${KEYS.left}${KEYS.backspace}`);
  expect(await line(/^: th/)).toBe(': them d');
  await press(`${KEYS.ctrlU}events${KEYS.enter}`);
  expect(await text()).toContain('── Events');
});

it('use 23: Esc and a key in one chunk close the prompt, and the key is not lost', async () => {
  const test = await consoleUnderTest();
  await test.press('/', 'basket', `${KEYS.escape}2`);
  expect(await test.text()).toContain('── Events');
  await test.press('1', '/', 'one 22', `${KEYS.escape}b`, 'x');
  // Readline's Alt keys stay in the line.
  expect((await test.screen()).at(-2)).toBe('/ one x22');
  await test.press(KEYS.escape, ':', 'delete', KEYS.enter, `${KEYS.escape}3`);
  expect(await test.text()).toContain('── DNS scan');
});

it('Home, End and the arrows move the cursor in every prompt, and text is inserted there', async () => {
  const test = await consoleUnderTest();
  const line = async () => (await test.screen()).at(-2);
  await test.press('/', '1234', KEYS.home, 'x', KEYS.right, 'y', KEYS.end, 'z');
  expect(await line()).toBe('/ x1y234z');
  await test.press(KEYS.left, KEYS.left, KEYS.backspace, '\u001b[3~', '\u0001', 'q', '\u000b');
  expect(await line()).toBe('/ q');
  // A text longer than the line shows the part around the cursor.
  await test.press(KEYS.ctrlU, ...'0123456789'.repeat(9), KEYS.home, KEYS.right, 'here');
  expect(await line()).toMatch(/^\/ 0here1234567/);
  await test.press(KEYS.escape, '7', 'a', 'FLAG1', KEYS.home, 'N2', KEYS.end, '3');
  expect(await test.text()).toContain(' N2FLAG13');
});

it.each([
  ['the palette', [KEYS.ctrlP], ' Find'],
  ['the help', ['?'], ' Search'],
  ['the search', ['4', '/'], ' Search'],
])('in %s text is also inserted at the cursor', async (_, keys, label) => {
  const test = await consoleUnderTest();
  const field = async () => (await test.screen()).find((row) => row.startsWith(label));
  await test.press(...keys, '1234', KEYS.home, '56');
  expect(await field()).toBe(`${label} 561234`);
  await test.press('\u000b');
  expect(await field()).toBe(`${label} 56`);
});

it('use 23: Esc and the next keys may arrive in one chunk, and no letter of a search becomes a command', async () => {
  const test = await consoleUnderTest({ pane: 'timeline' });
  await test.press(`${KEYS.escape}2`, '/', 'ORA-01756', KEYS.enter);
  const text = await test.text();
  expect(text).toContain('── Events');
  expect(text).toMatch(/ match(?:es)? among [\d,]+ entries/);
});

it(':remove takes a name or an id, completes both, and asks for an id if the name is ambiguous', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps
        .slice(0, 3)
        .map(({ id }, at) => ({ id, name: at === 0 ? 'my shop' : 'basket' })),
    }),
  });
  const [shop, one, two] = test.console.state().workspace.apps.map(({ id }) => id);
  await test.press(':', 'remove app my', KEYS.tab);
  expect(test.console.state().prompt?.value).toBe('remove app my shop');
  await test.press(KEYS.enter);
  expect(await test.text()).toContain(
    ` Remove the application my shop ${shop} from the workspace?`,
  );
  await test.press(KEYS.escape, ':', 'remove app basket', KEYS.enter);
  expect(await test.text()).toContain(
    ` Several are called basket: type the id of one. ${one}, ${two}`,
  );
  await test.press(':', `remove app ${two}`, KEYS.enter);
  expect(await test.text()).toContain(` Remove the application basket ${two} from the workspace?`);
  await test.press(KEYS.escape, ':', 'remove app nowhere', KEYS.enter);
  expect(await test.text()).toContain(' No application “nowhere” in this workspace.');
});

it('the hint after Tab is what Tab inserts, and it is missing if Tab does nothing', async () => {
  const test = await consoleUnderTest({ pane: 'events', columns: 120 });
  const footer = async () => (await test.screen()).at(-1) ?? '';
  const value = () => test.console.state().prompt?.value;
  await test.press(':', 'watch zo');
  expect(await footer()).toMatch(/^ Tab zone {2}the events /);
  await test.press(KEYS.tab);
  expect(value()).toBe('watch zone ');
  await test.press(KEYS.ctrlU, 'watch app:pri');
  expect(await footer()).toMatch(/^ Tab price-feed {2}then a condition, such as status != active /);
  await test.press(KEYS.tab);
  expect(value()).toBe('watch app:price-feed ');
  await test.press(KEYS.ctrlU, 'zones shop.example ap');
  expect(await footer()).toMatch(/^ Tab api\.shop\.example {2}zones NAME/);
  await test.press(KEYS.tab);
  expect(value()).toBe('zones shop.example api.shop.example');
  await test.press(KEYS.ctrlU, 'interval 3');
  expect(await footer()).toMatch(/^ {1,2}interval SECONDS: How often to poll/);
});
