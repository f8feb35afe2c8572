import { expect, it } from 'vitest';
import type { SpecificationFile } from '../../../src/panes/guardian/state.ts';
import { choiceLine } from '../../../src/panes/guardian/view.tsx';
import { printable } from '../../../src/text/printable.ts';
import { KEYS } from '../../support/console.ts';
import { CTRL_Y, guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { checked, SHOP } from '../../support/guardian-samples.ts';
import { lineText } from '../../support/line-text.ts';

it('80 columns and 24 rows are enough: nothing that matters is cut', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  expect((await test.screen()).slice(3, 15)).toEqual([
    '  shop.example  api.shop.example  media.shop.example  blog.example  1›  [ ]',
    ' /home/tester/api/shop.yaml       3.3 KiB · sha256 0cfc6b19ad33 · read 14:02:00',
    '  Check ✓   Changes ?   Send   Endpoints   Compared   ← →',
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

it('the smallest screen still shows where one is', async () => {
  const test = await guardianConsole({ columns: 60, rows: 15 });
  test.files.contents.set(SHOP_FILE, SHOP.replace('  /login:', '  login:'));
  await test.choose(SHOP_FILE);
  expect(await test.line('Check')).toContain('Check ✖ 1');
  expect(await test.cursor()).toContain('34:3');
});

it('names of any length and kind leave the frame in place', async () => {
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
  await test.press('U');
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
  expect(await test.cursor()).toContain('␛]52;c;eA==␇␛[2J␍␊<U+202E>a␀/se');
});

const FILE: SpecificationFile = {
  path: '/home/tester/a/rather/long/way/down/to/shop.yaml',
  content: SHOP,
  bytes: 3343,
  sha256: '0123456789abcdef'.repeat(4),
  readAt: { wall: Date.parse('2026-03-14T14:02:05Z'), elapsed: 0 },
  preflight: checked(SHOP),
};

it('says which file is looked at, and what it is known by', () => {
  expect(lineText(choiceLine({ kind: 'read', file: FILE }, 'utc', 80)).trimEnd()).toBe(
    ' …er/long/way/down/to/shop.yaml   3.3 KiB · sha256 0123456789ab · read 14:02:05',
  );
});

it('says what is in the way of it', () => {
  const reason = printable('/x could not be read: it is not there.');
  expect(lineText(choiceLine({ kind: 'none' }, 'utc', 80))).toBe(' no file · o chooses one');
  expect(
    lineText(choiceLine({ kind: 'reading', path: '/x', progress: null, last: null }, 'utc', 80)),
  ).toBe(' Reading /x');
  expect(
    lineText(choiceLine({ kind: 'unusable', path: '/x', reason, last: FILE }, 'utc', 80)),
  ).toBe(` ✖ ${reason}`);
});
