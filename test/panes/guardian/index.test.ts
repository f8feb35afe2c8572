import { expect, it } from 'vitest';
import { choiceLine } from '../../../src/panes/guardian/index.tsx';
import type { Choice, SpecificationFile } from '../../../src/panes/guardian/state.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { printable } from '../../../src/text/printable.ts';
import { KEYS } from '../../support/console.ts';
import { CTRL_Y, guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { checked, SHOP } from '../../support/guardian-samples.ts';
import { lineText } from '../../support/line-text.ts';

it('the title says what the file is, and how old what is known of the zone is', async () => {
  const test = await guardianConsole();
  expect(await test.line('── Guardian')).toMatch(
    /^── Guardian ─+ no configuration returned yet in this run ──$/,
  );
  await test.choose(SHOP_FILE);
  expect(await test.line('── Guardian')).toMatch(
    /^── Guardian · Shop ─+ no configuration returned/,
  );
  await test.upload();
  expect(await test.line('── Guardian')).toMatch(/ configuration as of 14:02:0\d ──$/);
});

it('a text that fits has no list position', async () => {
  const test = await guardianConsole();
  expect(await test.text()).toContain('No specification is chosen');
  expect((await test.screen()).at(-2)).toBe('');
  await test.press('G', 'j');
  expect((await test.screen()).at(-2)).toBe('');
});

it('Esc goes one level back: out of the row, out of the filter, then no further', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.upload();
  await test.press(KEYS.right, '/', 'session', KEYS.enter, KEYS.enter);
  expect(await test.text()).toContain('violations  ');
  await test.press(KEYS.escape);
  expect(await test.line('warren')).toContain('FILTER: 3 hidden');
  await test.press(KEYS.escape);
  expect(await test.line('warren')).not.toContain('FILTER');
  await test.press(KEYS.escape);
  expect(await test.text()).toContain('/api/v2/basket/items');
});

it('keeps a zone’s state when the pane is left and shown again', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.press(KEYS.right, '1', '5');
  expect(await test.text()).toContain('What shop.example has now is not known');
});

it('events that are loaded meanwhile are taken into account', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.press(KEYS.right);
  expect(await test.text()).toContain('No events of this zone are loaded');
  await test.press('2');
  await test.pass(5000);
  await test.press('5');
  expect(await test.text()).toMatch(
    /! [\d,]+ of [\d,]+ requests in the loaded events \(\d+%\) match no endpoint/,
  );
  expect(await test.text()).toContain(' Asked for, and not in the file');
});

it('after an upload every requested path that the file does not have is a row', async () => {
  const test = await guardianConsole({ columns: 120, rows: 36 });
  await test.press('2');
  await test.pass(5000);
  await test.press('5');
  await test.choose(SHOP_FILE);
  await test.upload();
  await test.press(KEYS.left);
  expect(await test.line('❯')).toMatch(/❯ ! unmatched +[A-Z]+ +\/\S+ +asked for [\d,]+ times/);
  await test.press('G');
  const counter = /(\d+)\/(\d+) *$/m.exec(await test.text());
  expect(counter?.[1]).toBe(counter?.[2]);
});

it('another zone can be asked for by name', async () => {
  const test = await guardianConsole();
  await test.press(':', 'add zone 4711 other.example', KEYS.enter, ']', ']', ']', ']', ']');
  expect(await test.text()).toContain('No specification is chosen for other.example.');
});

const searches = (test: Awaited<ReturnType<typeof guardianConsole>>) =>
  test.platform.served.requests.filter(({ operation }) => operation === 'search').length;

it('while the connection is down the service is asked whether it is back, and then no more', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.platform.faults.refuseConnections();
  await test.upload();
  expect(await test.line('warren')).toContain('✖ unreachable');
  expect(await test.text()).toContain('✖ NOT SENT');
  await test.platform.faults.acceptConnections();
  await test.until('● connected');
  const asked = searches(test);
  expect(asked).toBeGreaterThan(0);
  await test.pass(60_000);
  expect(searches(test)).toBe(asked);
  // What was to be sent can be sent now; it was not sent by itself.
  expect(test.uploads()).toEqual([]);
  await test.upload();
  expect(await test.text()).toContain('● ACCEPTED');
});

it('sends no probe while connected, nor from another pane', async () => {
  const test = await guardianConsole();
  await test.pass(60_000);
  expect(searches(test)).toBe(0);
  await test.press('3');
  await test.platform.faults.refuseConnections();
  await test.pass(20_000);
  await test.platform.faults.acceptConnections();
  await test.pass(120_000);
  expect(searches(test)).toBe(0);
});

it('R probes immediately', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.platform.faults.refuseConnections();
  await test.upload();
  await test.platform.faults.acceptConnections();
  await test.press('R');
  expect(searches(test)).toBe(1);
});

it('use 17: another file is shown from its check, the same one read again where it was', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.press(KEYS.right, KEYS.right);
  expect(await test.text()).toContain(' The request');
  await test.press('r');
  expect(await test.text()).toContain(' The request');
  const other = '/home/tester/other.yaml';
  test.files.contents.set(other, test.files.contents.get(SHOP_FILE) ?? '');
  await test.choose(other);
  expect(await test.text()).toContain(' Plan limits');
});

it('80 columns and 24 rows are enough: nothing that matters is cut', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  expect((await test.screen()).slice(3, 15)).toEqual([
    '  shop.example  api.shop.example  media.shop.example  blog.example  1›  [ ]',
    ' /home/tester/api/shop.yaml       3.3 KiB · sha256 0cfc6b19ad33 · read 14:02:00',
    '  Check ✓  Changes ?  Send  Endpoints  Compared   ← →',
    ' Shop  version 2.4.0 · OpenAPI 3.0.3 in YAML · 8 endpoints',
    ' Plan limits not known yet: the service tells them when it answers an upload',
    ' endpoints         8           line 43 paths › /api/v2/session',
    ' fields of a type  3           line 91 components › schemas › Product',
    ' nesting depth     7           line 19 …00 › content › application/json › schema',
    ' schema nodes      18          line 91 components › schemas › Product',
    ' pattern length    29          line 99 …ct › properties › tags › items › pattern',
    '',
    ' No problem was found.',
  ]);
});

it('wide screens show the row beside the list, and the outcome beside the request', async () => {
  const test = await guardianConsole({ columns: 200, rows: 50 });
  await test.choose(SHOP_FILE);
  await test.upload();
  expect(await test.line('● ACCEPTED')).toMatch(/^ ● keep .* {3,} ● ACCEPTED at |● ACCEPTED at /);
  expect(await test.line('PATCH')).toMatch(
    /^ PATCH \/shield\/shield-zone\/\d+\/api-guardian\/spec/,
  );
  await test.press(KEYS.right);
  expect(await test.line('/products/{name}')).toMatch(/^ {2}GET +\/products\/\{name\} +none /);
  await test.press('G');
  expect(await test.line(' Authentication')).toBeDefined();
  expect(await test.line('type: object')).toMatch(/^ {120,}type: object$/);
  // Enter goes into what is beside the list: the same keys scroll it then.
  await test.press(KEYS.enter, 'G');
  expect(await test.text()).toContain('/api/v2/basket/items');
});

it('the smallest screen still shows the location', async () => {
  const test = await guardianConsole({ columns: 60, rows: 15 });
  test.files.contents.set(SHOP_FILE, SHOP.replace('  /login:', '  login:'));
  await test.choose(SHOP_FILE);
  expect(await test.line('Check')).toContain('Check ✖ 1');
  expect(await test.cursor()).toContain('34:3');
});

it('60 columns show which endpoints are enabled, and what was predicted is told whole', async () => {
  const test = await guardianConsole({ columns: 60, rows: 15 });
  await test.choose(SHOP_FILE);
  await test.press('U', KEYS.pageDown, KEYS.pageDown);
  await test.pass(1000);
  await test.press(CTRL_Y, KEYS.right);
  expect(await test.line('METHOD')).toMatch(/^ {2}METHOD +PATH +AUTHORIZATION +ENABLED$/);
  expect(await test.line('Compared')).toBe(
    '  Check ✓  Changes 0  Send ✓  Endpoints 8  Compared ✓   ← →',
  );
  await test.press(KEYS.right);
  const words = (await test.text()).replaceAll(/\s+/g, ' ');
  expect(words).toMatch(/✓ As predicted: the answer of \S+ \S+ with 8 endpoints/);
});

it('names of any length keep the frame intact', async () => {
  const long = `${'very-'.repeat(60)}long.yaml`;
  const test = await guardianConsole({
    workspace: (demo) => ({
      ...demo,
      shieldZones: demo.shieldZones.map(({ id }) => ({ id, name: `a\u001b[2J${'名'.repeat(90)}` })),
    }),
  });
  test.files.contents.set(
    `/home/tester/${long}`,
    SHOP.replace('title: Shop', `title: ${'T'.repeat(300)}`).replace(
      '  /login:',
      `  /${'x'.repeat(300)}\u202e:`,
    ),
  );
  await test.choose(`/home/tester/${long}`);
  for (let section = 0; section < 5; section += 1) {
    const lines = await test.screen();
    expect(lines).toHaveLength(24);
    expect(lines[2]).toMatch(/^── Guardian/);
    expect(lines[5]).toMatch(/^ +Check/);
    await test.press(KEYS.right);
  }
  await test.press('U', KEYS.pageDown, KEYS.pageDown);
  await test.pass(1000);
  await test.press(CTRL_Y);
  expect(await test.text()).toContain('● ACCEPTED');
  await test.press(KEYS.right);
  expect(await test.line(/POST +\/xxx/)).toMatch(/xxx…? +none/);
});

it('whatever the service returns is drawn as text', async () => {
  const hostile = '\u001b]52;c;eA==\u0007\u001b[2J\r\n\u202ea\u0000';
  const spoilt = (value: unknown): unknown => {
    if (typeof value === 'string') return hostile + value;
    if (Array.isArray(value)) return value.map(spoilt);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key === '200' ? hostile : key, spoilt(each)]),
    );
  };
  const test = await guardianConsole({
    columns: 160,
    rows: 40,
    call: (call) => async (operation, input, signal) => {
      const answer = await call(operation, input, signal);
      // What a test makes of an answer has the form of one.
      return operation.id === 'guardian-upload' ? (spoilt(answer) as typeof answer) : answer;
    },
  });
  await test.choose(SHOP_FILE);
  await test.upload();
  for (let section = 0; section < 5; section += 1) {
    await test.press(KEYS.enter, 'j', 'G', KEYS.escape, KEYS.right);
    const lines = await test.screen();
    expect(lines[2]).toMatch(/^── Guardian/);
    expect(lines.at(-1)).toMatch(/ choose /);
  }
  await test.press(KEYS.right);
  expect(await test.cursor()).toContain('␛]52;c;eA==␇␛[2J␍␊<U+202E>a␀/');
});

const STAMPS = { timeZone: 'utc', keyNames: NO_KEY_NAMES } as const;
const FILE: SpecificationFile = {
  path: '/home/tester/a/rather/long/way/down/to/shop.yaml',
  content: SHOP,
  bytes: 3343,
  sha256: '0123456789abcdef'.repeat(4),
  readAt: { wall: Date.parse('2026-03-14T14:02:05Z'), elapsed: 0 },
  preflight: checked(SHOP),
};

it('says which file is looked at, and what it is known by', () => {
  expect(lineText(choiceLine({ kind: 'read', file: FILE }, STAMPS, 80)).trimEnd()).toBe(
    ' …er/long/way/down/to/shop.yaml   3.3 KiB · sha256 0123456789ab · read 14:02:05',
  );
});

it('says why there is no file', () => {
  const reason = printable('/x could not be read: it does not exist.');
  expect(lineText(choiceLine({ kind: 'none' }, STAMPS, 80))).toBe(' no file · o chooses one');
  expect(
    lineText(choiceLine({ kind: 'reading', path: '/x', progress: null, last: null }, STAMPS, 80)),
  ).toBe(' Reading /x');
  expect(lineText(choiceLine({ kind: 'unusable', path: '/x', reason }, STAMPS, 80))).toBe(
    ` ✖ ${reason}`,
  );
});

it('says when the check below was made only while the same file is read again', () => {
  const shown = (choice: Choice, columns = 80) => lineText(choiceLine(choice, STAMPS, columns));
  const reading = { kind: 'reading', progress: 0.5, last: FILE } as const;
  expect(shown({ ...reading, path: FILE.path })).toBe(
    ' Reading …way/down/to/shop.yaml · 50% · Esc cancels     below: as read 14:02:05 ',
  );
  expect(shown({ ...reading, path: FILE.path }, 50)).not.toContain('below');
  expect(shown({ ...reading, path: '/home/tester/next.yaml' })).toBe(
    ' Reading /home/tester/next.yaml · 50% · Esc cancels',
  );
});
