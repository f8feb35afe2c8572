import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/platform/faults/fault.ts';
import { dialectFrom } from '../../src/platform/wire/dialect.ts';
import { DEFAULT_PLAN_LIMITS } from '../../src/platform/world/shield-zones.ts';
import { KEYS } from '../support/console.ts';
import { dialectsTouching, spoken } from '../support/dialects-touching.ts';
import { CTRL_Y, guardianConsole, SHOP_FILE } from '../support/guardian-console.ts';
import { SHOP, WITHOUT_BASKET } from '../support/guardian-samples.ts';

/** The shop's next version, without its basket and with shorter reviews. */
const NEXT = WITHOUT_BASKET.replace('maxLength: 4000', 'maxLength: 400').replace('2.4.0', '2.5.0');

it('a specification is chosen, checked, sent, browsed and compared, and then one that removes an endpoint', async () => {
  const test = await guardianConsole({ pane: 'events' });
  await test.pass(5000);
  await test.press('5');

  // Choosing by completion. Nothing has been sent yet.
  await test.press('o', '~/a', KEYS.tab, 'shop', KEYS.enter);
  expect(await test.settledText()).toContain(
    ' Shop  version 2.4.0 · OpenAPI 3.0.3 in YAML · 8 endpoints',
  );
  expect(await test.line('endpoints ')).toMatch(/ endpoints +8 +line 43 /);
  await test.press(KEYS.right);
  expect(await test.text()).toMatch(/What shop\.example has now is not known/);
  expect(test.uploads()).toHaveLength(0);

  // The first upload.
  await test.upload();
  expect(await test.text()).toContain('● ACCEPTED at ');
  expect(await test.text()).toContain('What it returned is as predicted: see Endpoints.');
  expect(test.uploads()).toHaveLength(1);

  // The answer.
  await test.press(KEYS.right);
  expect(await test.line('basket')).toMatch(
    /POST +\/api\/v2\/basket\/items +session +request +off +yes$/,
  );
  await test.press('G', KEYS.enter);
  expect(await test.text()).toContain('session: Http bearer in Header Authorization');
  await test.press(KEYS.escape, KEYS.right);
  expect(await test.text()).toContain('✓ As predicted');

  // The next version removes an endpoint in use. The loaded events show how often it is requested.
  test.files.contents.set(SHOP_FILE, NEXT);
  await test.press(KEYS.right, 'r');
  expect(await test.line('endpoints ')).toMatch(/ endpoints +7 of 500 +.* 1% /);
  await test.press(KEYS.right);
  expect(await test.text()).toMatch(
    / 1 removed, 1 changed, 0 added, 6 the same · against 2026-03-14 /,
  );
  expect(await test.line('would be blocked')).toMatch(
    /^ [\d,]+ requests in the loaded events would be blocked\.$/,
  );
  expect(await test.cursor()).toMatch(
    /− removed +POST +\/api\/v2\/basket\/items +asked for [\d,]+ times$/,
  );
  await test.press(KEYS.enter);
  expect(await test.text()).toMatch(/^Paths asked for\n *[\d,]+ {2}\/api\/v2\/basket\/items/m);

  // The dialog says so too. Then the file is sent, once.
  await test.press(KEYS.escape, 'U');
  expect(inOneLine(await test.text())).toMatch(
    / ✖ [\d,]+ requests in the loaded events, for 1 endpoint that the file removes, would be blocked: see Changes\./,
  );
  await test.pass(1000);
  await test.press(CTRL_Y);
  expect(await test.text()).toContain('It returned 7 endpoints.');
  expect(test.uploads().map(({ status }) => status)).toEqual([200, 200]);
  await test.press(KEYS.left);
  expect(await test.text()).toContain(
    'The file changes nothing: it describes what the service returned.',
  );
  await test.press(KEYS.left, KEYS.left);
  expect(await test.text()).toContain('✓ As predicted');
});

it('the file of another API is named by its title with a warning, and after sending the previous one is named', async () => {
  const test = await guardianConsole();
  await test.press('5', 'o', SHOP_FILE, KEYS.enter);
  await test.settledText();
  await test.upload();
  expect(await test.text()).not.toContain('Before it the last upload');
  const other = SHOP.replace('title: Shop', 'title: Payroll').replaceAll('  /', '  /payroll/');
  test.files.contents.set(
    SHOP_FILE.replace('shop', 'pay'),
    `${other}\nservers: [{ url: 'https://payroll.internal' }]\n`,
  );
  await test.press('o', KEYS.ctrlU, SHOP_FILE.replace('shop', 'pay'), KEYS.enter);
  await test.settledText();
  await test.press('U');
  expect(await test.line('document')).toMatch(/^ document +Payroll · [\d,]+ bytes/);
  expect(await test.text()).toContain(
    ' ! The servers in the file are payroll.internal, not shop.example: is it the\n   file of this zone?',
  );
  await test.pass(1000);
  await test.press(CTRL_Y);
  expect(inOneLine(await test.settledText())).toMatch(
    /Before it the last upload from here was \/home\/tester\/api\/shop\.yaml sha256 [0-9a-f]{12} 3\.3 KiB, sent at 2026-03-14 14:02:\d\dZ\. To go back, if the file still has this sha256: o, that file, U\./,
  );
});

it('a file that changed between two uploads is not offered as a way to restore the previous state', async () => {
  const test = await guardianConsole();
  const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
  await test.choose(SHOP_FILE);
  await test.upload();
  test.files.contents.set(SHOP_FILE, WITHOUT_BASKET);
  await test.press('r');
  await test.settledText();
  await test.upload();
  const text = inOneLine(await test.settledText());
  expect(text).toContain(`shop.yaml · sha256 ${digest(WITHOUT_BASKET)}`);
  expect(text).toContain(
    `Before it the last upload from here was ${SHOP_FILE} sha256 ${digest(SHOP)} `,
  );
  expect(text).toContain(
    'The file was changed since: to go back, restore that version of it, then o, that file, U.',
  );
});

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

it('in read-only mode nothing can be sent', async () => {
  const test = await guardianConsole({ readOnly: true });
  await test.choose(SHOP_FILE);
  await test.press(KEYS.right, KEYS.right);
  expect(await test.text()).toContain('Not from here: this is read-only.');
  expect((await test.screen()).at(-1)).not.toContain('upload');
  await test.press('U');
  expect(await test.text()).toContain(
    'Read-only: the command would change the service. Nothing was sent.',
  );
  await test.press(CTRL_Y, KEYS.enter);
  expect(test.console.table().some(({ danger }) => danger)).toBe(false);
  expect(test.uploads()).toEqual([]);
});

describe('a refused upload shows what the service says and keeps everything', () => {
  it('a plan limit is exceeded', async () => {
    const { Business } = DEFAULT_PLAN_LIMITS;
    const planLimits = {
      ...DEFAULT_PLAN_LIMITS,
      Business: Business && { ...Business, maxEndpoints: 7 },
    };
    const test = await guardianConsole({ platform: { planLimits } });
    await test.choose(SHOP_FILE);
    await test.upload();
    expect(await test.text()).toContain('✖ REFUSED at ');
    expect(await test.text()).toContain(
      'The specification needs maxEndpoints 8; the plan allows 7.',
    );
    expect(await test.text()).toContain(
      'errorKey: api_guardian.upsert_open_api_specification.plan_limit_exceeded',
    );
    expect(await test.line('shop.yaml ')).toContain('3.3 KiB');
    // A file that fits is accepted, and the reason of the refusal is still known.
    test.files.contents.set(SHOP_FILE, WITHOUT_BASKET);
    await test.press('r');
    await test.upload();
    expect(await test.text()).toContain('● ACCEPTED');
    test.files.contents.set(SHOP_FILE, SHOP);
    await test.press('r', KEYS.left, KEYS.left);
    expect(await test.line(' endpoints ')).toMatch(/ 8 of 7 .* OVER /);
  });

  it('the zone does not exist', async () => {
    const test = await guardianConsole({
      workspace: (demo) => ({ ...demo, shieldZones: [{ id: '7', name: 'nowhere.example' }] }),
    });
    await test.choose(SHOP_FILE);
    await test.upload();
    expect(await test.text()).toContain('The shield zone does not exist, or is not yours.');
    expect(await test.text()).toContain('Rejected (404); nothing was changed.');
    expect(test.uploads()).toHaveLength(1);
  });

  it('the plan does not allow it', async () => {
    const test = await guardianConsole({
      workspace: (demo) => ({
        ...demo,
        shieldZones: demo.shieldZones.filter(({ name }) => name === 'blog.example'),
      }),
    });
    await test.choose(SHOP_FILE);
    await test.upload();
    expect(await test.text()).toContain('✖ REFUSED at ');
    expect(await test.text()).toContain('API Guardian needs the Advanced plan or a higher one.');
    expect(await test.text()).toContain('errorKey: feature_not_available_on_plan.api_guardian');
    expect(await test.line(' Compared')).toMatch(
      /Check ✓ +Changes \? +Send ✖ +Endpoints +Compared {3}← →$/,
    );
  });
});

it('a file that changed after it was checked is not sent', async () => {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.press('U');
  await test.pass(1000);
  test.files.contents.set(SHOP_FILE, NEXT);
  await test.press(CTRL_Y);
  expect(await test.text()).toContain('✖ NOT SENT at ');
  expect(await test.text()).toContain(
    'The file was changed after it was checked. r reads it again.',
  );
  expect(test.uploads()).toEqual([]);
  // Once it is read again, it can be sent.
  await test.press('r');
  await test.upload();
  expect(await test.text()).toContain('It returned 7 endpoints.');
});

const answer = (status: number, body: 'empty' | 'problem' | 'html' | 'generic error response') =>
  ({ kind: 'answer', status, body }) as const;

const ELSEWHERE = { headers: { location: 'https://elsewhere.example/' } };

/** Faults of the answer, and the resulting outcome. */
const FAULTS: readonly (readonly [string, Fault])[] = [
  ['OUTCOME UNKNOWN', { kind: 'disconnect', stage: 'before handling', how: 'reset' }],
  ['OUTCOME UNKNOWN', { kind: 'disconnect', stage: 'before handling', how: 'close' }],
  ['OUTCOME UNKNOWN', { kind: 'disconnect', stage: 'before answering', how: 'reset' }],
  ['OUTCOME UNKNOWN', { kind: 'disconnect', stage: 'mid-answer', how: 'close' }],
  ['OUTCOME UNKNOWN', { kind: 'hang', stage: 'before handling' }],
  ['OUTCOME UNKNOWN', { kind: 'hang', stage: 'mid-answer' }],
  ['OUTCOME UNKNOWN', { kind: 'corrupt', how: 'truncated JSON' }],
  ['OUTCOME UNKNOWN', { kind: 'corrupt', how: 'html' }],
  ['OUTCOME UNKNOWN', { kind: 'corrupt', how: 'empty' }],
  ['OUTCOME UNKNOWN', { kind: 'corrupt', how: 'gzip cut' }],
  ['OUTCOME UNKNOWN', answer(500, 'empty')],
  ['OUTCOME UNKNOWN', answer(502, 'html')],
  ['OUTCOME UNKNOWN', answer(503, 'problem')],
  ['REFUSED', { ...answer(308, 'empty'), ...ELSEWHERE }],
  ['OUTCOME UNKNOWN', { ...answer(301, 'empty'), ...ELSEWHERE }],
  ['REFUSED', { ...answer(307, 'html'), ...ELSEWHERE }],
  ['OUTCOME UNKNOWN', answer(307, 'html')],
  ['REFUSED', answer(400, 'problem')],
  ['REFUSED', answer(401, 'empty')],
  ['REFUSED', answer(403, 'generic error response')],
  ['REFUSED', answer(404, 'problem')],
  ['REFUSED', answer(409, 'problem')],
  ['REFUSED', answer(413, 'html')],
  ['REFUSED', answer(415, 'problem')],
  ['REFUSED', answer(422, 'problem')],
  ['REFUSED', answer(429, 'problem')],
  ['REFUSED', answer(202, 'generic error response')],
];

describe('whatever happens to the answer, the file was sent once and the screen shows the outcome', () => {
  it.each(FAULTS)('%s after %j', async (outcome, fault) => {
    const isSilent = fault.kind === 'hang';
    const test = await guardianConsole(
      isSilent ? { timeouts: { response: 2000, upload: 2000 } } : {},
    );
    await test.choose(SHOP_FILE);
    await test.upload();
    test.files.contents.set(SHOP_FILE, NEXT);
    await test.press('r');
    test.platform.faults.set(fault, { operation: 'guardian-upload' });
    await test.upload();
    expect(await test.text()).toContain(` ${outcome} at `);
    expect(test.uploads()).toHaveLength(2);
    expect(await test.text()).toContain('The file and what was known of the zone stay here.');
    expect(await test.line(' Endpoints ')).toMatch(/ Endpoints 8 +Compared ✓/);
    // The specification in force may have changed, and every comparison with it says so.
    const inDoubt = outcome === 'OUTCOME UNKNOWN';
    expect((await test.line('── Guardian')).includes('IN DOUBT')).toBe(inDoubt);

    // Sending it again has the expected result, so nothing was sent in the background.
    test.platform.faults.clear();
    await test.until('● connected');
    await test.upload();
    expect(await test.text()).toContain('It returned 7 endpoints.');
    expect(await test.text()).toContain('What it returned is as predicted');
    expect(test.uploads()).toHaveLength(3);
  });

  it('NOT SENT if connections are refused', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.platform.faults.refuseConnections();
    await test.upload();
    expect(await test.text()).toContain('✖ NOT SENT at ');
    expect(await test.text()).toContain('Nothing was sent. It is safe to retry.');
    // The connection is now known to be down, so nothing is sent.
    await test.press('U');
    expect(await test.text()).toContain('Nothing is sent while the connection is down: ');
    expect(test.uploads()).toEqual([]);
  });
});

it('D1, D18: zones of the demo that only log, or are off, are not shown as enforcing', async () => {
  const test = await guardianConsole({ columns: 160 });
  const upload = async () => {
    await test.choose(SHOP_FILE);
    await test.upload();
    await test.press(KEYS.right);
    return await test.text();
  };
  await test.press(']', ']');
  const logging = await upload();
  expect(logging).toContain('! Execution mode is Log: violations are logged, and no request is');
  expect(logging).toMatch(/GET +\/api\/v2\/session +only logged: /);
  await test.press(']', ']');
  await test.press(KEYS.left);
  const off = await upload();
  expect(off).toContain('! API Guardian is off for this zone: no request is inspected');
  expect(off).toMatch(/GET +\/api\/v2\/session +not enforced: /);
  expect(off).not.toMatch(/GET +\/api\/v2\/session +only logged: /);
});

/** With this setting an update before the first upload is refused. */
const NO_FIRST_UPDATE = 'update-before-upload=not-found';

// Assumption: update-before-upload
it('a refused update before the first upload is explained', async () => {
  const test = await guardianConsole({ platform: { dialect: dialectFrom([NO_FIRST_UPDATE]) } });
  await test.choose(SHOP_FILE);
  await test.upload();
  expect(await test.text()).toContain('No API Guardian configuration found for this shield zone.');
});

describe.each(dialectsTouching(['guardian-upload'], [NO_FIRST_UPDATE]))(
  'when the service uses %s',
  (dialect) => {
    it('an upload, an update and a refusal are shown correctly', async () => {
      const test = await guardianConsole({ platform: { dialect: spoken(dialect) } });
      await test.choose(SHOP_FILE);
      await test.upload();
      expect(await test.text()).toContain('● ACCEPTED at ');
      expect(await test.text()).toContain('It returned 8 endpoints.');
      expect(await test.text()).toContain('What it returned is as predicted: see Endpoints.');

      test.files.contents.set(SHOP_FILE, NEXT);
      await test.press('r', KEYS.left);
      expect(await test.text()).toContain(' 1 removed, 1 changed, 0 added, 6 the same');
      expect(await test.text()).toContain('API Guardian on, mode Block, unmatched paths Block');
      await test.upload();
      expect(await test.text()).toContain('It returned 7 endpoints.');
      // Recreated endpoints get other ids, which is listed as a deviation.
      const isAnew = dialect.includes('endpoint-ids-on-update=renewed');
      expect(await test.line(' Compared')).toMatch(isAnew ? /Compared ! 7/ : /Compared ✓/);

      test.files.contents.set(SHOP_FILE, SHOP.replace('  /login:', '  login:'));
      await test.press('r');
      await test.upload();
      expect(await test.text()).toContain('✖ REFUSED at ');
      expect(await test.text()).toMatch(/Line 34, column 3: The path "login" does not begin with/);
      expect(await test.line(' Endpoints ')).toMatch(/Send ✖ +Endpoints 7 +Compared [!✓]/);
      expect(test.uploads()).toHaveLength(3);
    });
  },
);

describe.each(dialectsTouching(['guardian-upload', 'event-logs'], [NO_FIRST_UPDATE]))(
  'when uploads and events use %s',
  (dialect) => {
    it('an update that removes an endpoint names the paths in the loaded events that it blocks', async () => {
      const test = await guardianConsole({
        pane: 'events',
        platform: { events: { perDay: 3000 }, dialect: spoken(dialect) },
      });
      await test.pass(5000);
      await test.press('5');
      await test.choose(SHOP_FILE);
      await test.upload();
      test.files.contents.set(SHOP_FILE, NEXT);
      await test.press('r', KEYS.left);
      if (dialect.includes('log-content=text')) {
        // These entries have no path, and the pane does not claim any.
        expect(await test.text()).toContain('none of them is in the loaded');
        expect(await test.text()).toContain(' No events of this zone are loaded');
      } else {
        expect(await test.line('would be blocked')).toMatch(
          /^ [\d,]+ requests in the loaded events would be blocked\.$/,
        );
        expect(await test.cursor()).toMatch(
          /− removed +POST +\/api\/v2\/basket\/items +asked for [\d,]+ times$/,
        );
        await test.press(KEYS.enter);
        expect(await test.text()).toMatch(
          /^Paths asked for\n *[\d,]+ {2}\/api\/v2\/basket\/items/m,
        );
        await test.press(KEYS.escape);
      }
      await test.upload();
      expect(await test.text()).toContain('It returned 7 endpoints.');
      expect(test.uploads().map(({ status }) => status)).toEqual([200, 200]);
    });
  },
);
