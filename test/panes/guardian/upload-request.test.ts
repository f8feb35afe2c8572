import { describe, expect, it } from 'vitest';
import type { GuardianConfiguration } from '../../../src/contract/operations/guardian-upload.ts';
import { preflight } from '../../../src/guardian/preflight.ts';
import type {
  Enforce,
  Question,
  Returned,
  SpecificationFile,
} from '../../../src/panes/guardian/state.ts';
import {
  changesWords,
  flagOf,
  questionLines,
  uploadRequest,
} from '../../../src/panes/guardian/upload-request.ts';
import { warningsOf } from '../../../src/panes/guardian/upload-warnings.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { assessed, unassessed } from '../../support/assessed.ts';
import { KEYS } from '../../support/console.ts';
import { CTRL_Y, guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';
import { styledText } from '../../support/line-text.ts';

const FILE: SpecificationFile = {
  path: '/x/shop.yaml',
  content: SHOP,
  bytes: SHOP.length,
  sha256: '00',
  readAt: { wall: 0, elapsed: 0 },
  preflight: checked(SHOP),
};
const ZONE = { id: '7', name: 'shop.example' };
const KEPT = { zone: ZONE, enforce: 'keep' } as const;

it('is what goes over the wire, to the byte', () => {
  const { method, path, bodyBytes, input } = uploadRequest(ZONE, FILE, 'no');
  expect(method).toBe('PATCH');
  expect(path).toEqual({ kind: 'path', path: '/shield/shield-zone/7/api-guardian/spec' });
  expect(bodyBytes).toBe(
    Buffer.byteLength(JSON.stringify({ content: SHOP, enforceAuthorizationValidation: false })),
  );
  expect(input).toEqual({
    shieldZoneId: '7',
    content: SHOP,
    enforceAuthorizationValidation: false,
  });
});

it('keep leaves the flag out of the body', () => {
  expect(flagOf('keep')).toBeUndefined();
  expect(uploadRequest(ZONE, FILE, 'keep').bodyBytes).toBe(
    Buffer.byteLength(JSON.stringify({ content: SHOP })),
  );
});

it.each(['..', '%2e%2e', 'a/b', 'a?b', '', '7\n'])('the zone id %j is part of no path', (id) => {
  const { path } = uploadRequest({ id, name: 'x' }, FILE, 'keep');
  expect(path.kind).toBe('fault');
});

const AT = { wall: 0, elapsed: 0 };
const BASKET = [{ method: 'POST', path: '/api/v2/basket/items', count: 40 }];

const known = (configuration: Parameters<typeof returnedFor>[1] = {}): Returned => ({
  data: returnedFor(SHOP, configuration),
  at: AT,
  sent: null,
  doubtedAt: null,
});

function warned(text: string, returned: Returned | null, seen = BASKET): readonly string[] {
  const file = checked(text);
  const assessment = assessed(file, returned?.data ?? null, seen);
  return warningsOf(file, assessment, returned, KEPT, {
    keyNames: NO_KEY_NAMES,
    stamps: 'utc',
  }).map(({ sign, sentence }) => `${sign.text} ${sentence}`);
}

describe('the warnings before a file is sent', () => {
  it('nothing, if the zone already has it', () => {
    expect(warned(SHOP, known())).toEqual([]);
  });

  it.each([
    [['https://payroll.internal/v1'], 'shop.example', true],
    [['https://payroll.internal/v1', '//b.internal:8443'], 'Shop.Example', true],
    [['https://shop.example/api'], 'shop.example', false],
    [['https://API.shop.example'], 'shop.example', false],
    [['https://example.com', 'http://u@shop.example:80'], 'shop.example', false],
    [['https://payroll.internal'], 'the shop', false],
    [['/api/v2'], 'shop.example', false],
    [['https://{region}.payroll.internal'], 'shop.example', false],
    [['https://shop.example.:443/api'], 'shop.example', false],
    [['https://api.shop.example'], 'shop.example.', false],
    [['https://bücher.example'], 'xn--bcher-kva.example', false],
    [['https://xn--bcher-kva.example'], 'Bücher.example', false],
    [['https://müller.example'], 'bücher.example', true],
    [['https://[::1]:8080'], 'shop.example', true],
    [['https://payroll.internal'], '12', false],
    [[], 'shop.example', false],
  ])(
    'a file whose servers are %j, for the zone %s: asks whether it is this one’s: %s',
    (urls, name, asks) => {
      const servers = urls.map((url) => `  - url: '${url}'`).join('\n');
      const file = checked(`${SHOP}\nservers:\n${servers}`);
      const said = warningsOf(
        file,
        null,
        known(),
        {
          zone: { id: '7', name },
          enforce: 'keep',
        },
        { keyNames: NO_KEY_NAMES, stamps: 'utc' },
      ).map(({ sentence }) => sentence);
      expect(said.some((sentence) => sentence.startsWith('The servers in the file are '))).toBe(
        asks,
      );
    },
  );

  it('names an address in brackets whole', () => {
    const file = checked(`${SHOP}\nservers:\n  - url: 'https://[::1]:8080/v1'`);
    const said = warningsOf(file, null, known(), KEPT, { keyNames: NO_KEY_NAMES, stamps: 'utc' });
    expect(said.map(({ sentence }) => String(sentence))).toContain(
      'The servers in the file are [::1], not shop.example: is it the file of this zone?',
    );
  });

  it('a first upload: what the zone has is not known, and its limits are not', () => {
    expect(warned(WITHOUT_BASKET, null)).toEqual([
      '! What this zone has now is not known: no operation reads it. What the file removes or changes is known once the service has answered an upload.',
      '! 40 of 40 requests in the loaded events (100%) match no endpoint of the file. They would be blocked where the zone blocks what no endpoint matches: that setting is known after an upload.',
      '· The plan limits of this zone are not known yet: the service tells them with its first answer.',
    ]);
  });

  it('that what it changes cannot be told yet, while that is being compared', () => {
    const file = checked(WITHOUT_BASKET);
    const returned = known();
    const [first] = warningsOf(file, unassessed(file, returned.data), returned, KEPT, {
      keyNames: NO_KEY_NAMES,
      stamps: 'utc',
    });
    expect(first?.sentence).toBe(
      'The file is still being compared with what the service returned: what it removes or changes is not known yet.',
    );
  });

  it.each([
    [{}, /^✖ 40 requests in the loaded events, for 1 endpoint .* would be blocked: see Changes\.$/],
    [{ executionMode: 'Log' }, /^! 40 requests .* would be logged and let through: see Changes\.$/],
    [{ unmatchedPathAction: 'Ignore' }, /^! 40 requests .* would be let through: see Changes\.$/],
    [{ unmatchedPathAction: '7' }, /^! 40 requests .* may be blocked: see Changes\.$/],
  ])('requests that lose their endpoint, with %j', (configuration, sentence) => {
    expect(warned(WITHOUT_BASKET, known(configuration))).toContainEqual(
      expect.stringMatching(sentence),
    );
  });

  it.each([
    [{ isEnabled: false }, /^! API Guardian is off for this zone: no request is inspected/],
    [{ executionMode: 'Log' }, /^! Execution mode is Log: violations are logged/],
    [{ isEnabled: null }, /^! The service did not say whether API Guardian is on/],
  ])('D1: that nothing is enforced, with %j', (configuration, sentence) => {
    expect(warned(SHOP, known(configuration))).toEqual([expect.stringMatching(sentence)]);
  });

  describe('what authorization switches', () => {
    const switching = (
      enforce: Enforce,
      change: Partial<GuardianConfiguration> = {},
      on = true,
    ) => {
      const { data, ...rest } = known(change);
      const endpoints = data.endpoints.map((each) => ({ ...each, validateAuthorization: on }));
      const returned = { ...rest, data: { ...data, endpoints } };
      const file = checked(SHOP);
      const assessment = assessed(file, returned.data, BASKET);
      return warningsOf(
        file,
        assessment,
        returned,
        { zone: ZONE, enforce },
        { keyNames: NO_KEY_NAMES, stamps: 'utc' },
      ).map(({ sign, sentence }) => `${sign.text} ${sentence}`);
    };

    it('no: how many endpoints stop to enforce credentials, as bad news', () => {
      expect(switching('no')).toEqual([
        '✖ 4 endpoints will stop enforcing credentials: requests without them will pass.',
      ]);
      expect(switching('no', {}, false)).toEqual([]);
    });

    it('no: of those that are set to and block nothing, that they are no longer set to', () => {
      expect(switching('no', { executionMode: 'Log' })).toContain(
        '! 4 endpoints will no longer be set to enforce credentials.',
      );
    });

    it('yes: how many are set to that are not now', () => {
      expect(switching('yes', {}, false)).toEqual([
        '! 4 endpoints will be set to enforce credentials.',
      ]);
      expect(switching('yes')).toEqual([]);
    });

    it('keep: nothing', () => {
      expect([...switching('keep'), ...switching('keep', {}, false)]).toEqual([]);
    });
  });

  it('requests that match no endpoint now either, as no change, and all that match none in one total', () => {
    const seen = [...BASKET, { method: 'GET', path: '/.env', count: 60 }];
    expect(warned(SHOP, known(), seen)).toEqual([
      '· 60 of 100 requests in the loaded events (60%) match no endpoint of the file. They match none now either, and would be blocked, as now.',
    ]);
    expect(warned(WITHOUT_BASKET, known(), seen)).toEqual([
      '✖ 40 requests in the loaded events, for 1 endpoint that the file removes, would be blocked: see Changes.',
      '· 100 of 100 requests in the loaded events (100%) match no endpoint of the file. 60 of them match none now either, and would be blocked, as now.',
    ]);
  });

  it('requests whose path has another method in the file', () => {
    const seen = [...BASKET, { method: 'GET', path: '/api/v2/basket/items', count: 10 }];
    expect(warned(SHOP, known(), seen)).toEqual([
      '· 10 of 50 requests in the loaded events (20%) match no endpoint of the file; 10 have a path of it with another method, and may count as matched. They match none now either, and would be blocked, as now.',
    ]);
  });

  it('requests that match an endpoint under the servers of the file before only', () => {
    const before = checked(`${SHOP}\nservers: [{ url: 'https://shop.example/v9' }]\n`);
    const file = checked(SHOP);
    const seen = [{ method: 'GET', path: '/v9/search', count: 3 }];
    const assessment = assessed(file, returnedFor(SHOP), seen, before);
    const told = warningsOf(file, assessment, known(), KEPT, {
      keyNames: NO_KEY_NAMES,
      stamps: 'utc',
    });
    expect(told.map(({ sign, sentence }) => `${sign.text} ${sentence}`)).toEqual([
      '✖ 3 of 3 requests in the loaded events (100%) match an endpoint now, and none under the servers of the file: they would be blocked.',
    ]);
  });

  it('endpoints that are removed and were not seen', () => {
    const seen = [{ method: 'GET', path: '/search', count: 1 }];
    expect(warned(WITHOUT_BASKET, known(), seen)).toEqual([
      '! 1 endpoint is removed that the loaded events do not show: requests for it would be blocked.',
    ]);
  });

  it('that no events are loaded', () => {
    expect(warned(SHOP, known(), [])).toEqual([
      '· No events of this zone are loaded, so its requests are unknown: 2 loads them.',
    ]);
  });

  it('credentials that are not asked for any more', () => {
    const open = SHOP.replace(
      '  /api/v2/reviews:\n    post:\n',
      (all) => `${all}      security: []\n`,
    );
    expect(warned(open, known())).toEqual([
      '✖ 1 endpoint asks for no credential any more: see Changes.',
    ]);
  });

  // Assumption: plan-limits
  it('limits that are exceeded, and errors, before all else', () => {
    const wrong = SHOP.replace(
      "'#/components/schemas/BasketItem'}\n  # end",
      "'#/nowhere'}\n  # end",
    );
    const [first, second] = warned(wrong, known({ maxEndpoints: 3, maxNestingDepth: 2 }));
    expect(first).toMatch(/^✖ The file has 1 error: see Check\./);
    expect(second).toBe(
      '✖ The file exceeds the plan limits of endpoints, nesting depth: see Check.',
    );
  });

  it('that an earlier upload may be in force, or not', () => {
    const doubted = { ...known(), doubtedAt: AT };
    expect(warned(SHOP, doubted)).toEqual([
      expect.stringMatching(/^! The outcome of an upload is not known/),
    ]);
  });

  it('that a file cannot be read, and nothing else', () => {
    const all = warningsOf(preflight('swagger: "2.0"'), null, null, KEPT, {
      keyNames: NO_KEY_NAMES,
      stamps: 'utc',
    });
    expect(all.map(({ sentence }) => sentence)).toEqual([
      'The file cannot be read as OpenAPI 3.0 or 3.1: see Check.',
    ]);
  });
});

/** A console that asks whether to send the shop's specification. */
async function asking(...setting: Parameters<typeof guardianConsole>) {
  const test = await guardianConsole(...setting);
  await test.choose(SHOP_FILE);
  await test.press('U');
  expect(await test.text()).toContain('Send this specification to shop.example?');
  return test;
}

describe('the dialog before an upload', () => {
  it.each([
    ['Enter', KEYS.enter],
    ['Esc', KEYS.escape],
    ['Ctrl-C', KEYS.ctrlC],
  ])('%s sends nothing', async (_name, key) => {
    const test = await asking();
    await test.pass(1000);
    await test.press(key);
    expect(await test.text()).toContain('Nothing was sent.');
    expect(await test.text()).not.toContain('Send this specification');
    await test.press(CTRL_Y);
    expect(test.uploads()).toEqual([]);
  });

  it('every other key, including the one that opened it, leaves it open and sends nothing', async () => {
    const test = await asking();
    await test.pass(1000);
    await test.press(...'UUUyYqjr15:', KEYS.tab, KEYS.down, ' ');
    expect(await test.text()).toContain('Send this specification to shop.example?');
    expect(await test.text()).toContain('Ctrl-Y sends, Enter cancels.');
    await test.press('?');
    expect(await test.text()).toContain('Ctrl-Y sends it, once its end was on the screen');
    await test.press(KEYS.escape);
    expect(await test.text()).toContain('Send this specification to shop.example?');
    await test.paste(`yes${CTRL_Y}${KEYS.enter}`);
    expect(await test.text()).toContain('Pasted input ignored.');
    expect(test.uploads()).toEqual([]);
  });

  it('keys that arrive together do not confirm an unread dialog', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press(`U${CTRL_Y}`);
    expect(await test.text()).toContain('Read what is sent, then press it again.');
    expect(test.uploads()).toEqual([]);
    await test.pass(400);
    await test.press(CTRL_Y);
    expect(test.uploads()).toHaveLength(1);
  });

  it('a held key sends once', async () => {
    const test = await asking();
    await test.pass(1000);
    await test.press(CTRL_Y.repeat(30), 'U', CTRL_Y.repeat(30));
    expect(test.uploads()).toHaveLength(1);
  });

  it('shows the request as it was when the dialog opened', async () => {
    const test = await asking();
    const before = (await test.screen()).slice(3, -2);
    await test.pass(5000);
    expect((await test.screen()).slice(3, -2)).toEqual(before);
    expect(before).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ zone +shop\.example \(\d+\)$/),
        ' host           embedded platform · profile demo',
        ' file           /home/tester/api/shop.yaml',
        expect.stringMatching(/^ document +Shop · 3,343 bytes · sha256 0cfc6b19ad3343ff…$/),
        ' authorization  keep: left out; on a first upload that means yes',
      ]),
    );
  });

  it('names only keys that it accepts', async () => {
    const unloaded = 'No events of this zone are loaded, so its requests are unknown';
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press('U');
    const text = await test.text();
    expect(text).toContain('Send this specification to shop.example?');
    expect(text).toContain(`· ${unloaded}.`);
    await test.press(KEYS.escape);
    expect((await test.text()).replace(/\s+/g, ' ')).toContain(`· ${unloaded}: 2 loads them.`);
  });

  it('must be scrolled to its end before it can be answered if it does not fit', async () => {
    const test = await asking();
    await test.resize(60, 15);
    await test.pass(1000);
    expect(await test.text()).toMatch(/… \d+ more lines/);
    const footer = (await test.screen()).at(-1);
    expect(footer).toContain('PgDn read on');
    expect(footer).not.toContain('Ctrl-Y');
    await test.press(CTRL_Y);
    expect(await test.text()).toContain(
      'Nothing is sent before all of it was shown: PgDn reads on.',
    );
    await test.press('x');
    expect(await test.text()).toContain('PgDn reads on, Enter cancels.');
    await test.press(KEYS.pageDown, KEYS.pageDown);
    expect(await test.text()).toContain('Ctrl-Y sends it, once');
    await test.press(KEYS.pageUp, KEYS.pageUp);
    expect(await test.text()).toContain('Send this specification to shop.example?');
    expect((await test.screen()).at(-1)).toContain('Ctrl-Y send');
    expect(test.uploads()).toEqual([]);
    await test.press(CTRL_Y);
    expect(test.uploads()).toHaveLength(1);
  });

  it('must be read again after the screen was resized', async () => {
    const test = await asking();
    await test.resize(60, 15);
    await test.pass(1000);
    await test.press(...Array<string>(12).fill(KEYS.down));
    expect((await test.screen()).at(-1)).toContain('Ctrl-Y send');
    await test.resize(61, 15);
    await test.press(CTRL_Y);
    expect(test.uploads()).toEqual([]);
    await test.resize(80, 24);
    await test.press(CTRL_Y);
    expect(test.uploads()).toHaveLength(1);
  });

  it('does not open while the connection is down', async () => {
    const test = await guardianConsole({ accessKey: 'not-the-key' });
    await test.choose(SHOP_FILE);
    await test.upload();
    expect(await test.text()).toContain('✖ REFUSED at ');
    await test.press('U');
    expect(await test.text()).toContain('Nothing is sent while the connection is down: ');
    expect(await test.text()).not.toContain('Send this specification');
    expect(test.uploads()).toHaveLength(1);
  });

  it('does not send after the connection went down', async () => {
    const test = await guardianConsole({ pane: '1' });
    await test.press('5');
    await test.choose(SHOP_FILE);
    await test.press('U');
    await test.platform.faults.refuseConnections();
    await test.pass(60_000);
    expect(await test.line('warren')).toContain('✖ unreachable');
    await test.press(CTRL_Y);
    expect(await test.text()).toContain('Nothing is sent while the connection is down: ');
  });
});

const checkedFile = checked(WITHOUT_BASKET);
const CHOSEN: SpecificationFile = {
  path: '/home/tester/shop.yaml',
  content: WITHOUT_BASKET,
  bytes: 2888,
  sha256: '0123456789abcdef'.repeat(4),
  readAt: { wall: 0, elapsed: 0 },
  preflight: checkedFile,
};
const returned = { data: returnedFor(SHOP), sent: null, at: CHOSEN.readAt, doubtedAt: null };
const seen = [{ method: 'POST', path: '/api/v2/basket/items', count: 322 }];
const assessment = assessed(checkedFile, returned.data, seen);

const question = (path = CHOSEN.path): Question => ({
  request: uploadRequest({ id: '7', name: 'shop.example' }, { ...CHOSEN, path }, 'no'),
  warnings: warningsOf(
    checkedFile,
    assessment,
    returned,
    { zone: ZONE, enforce: 'no' },
    { keyNames: NO_KEY_NAMES, stamps: 'utc' },
  ),
  changes: changesWords(assessment, returned, { now: CHOSEN.readAt, timeZone: 'utc' }),
  isKnown: true,
  askedAt: 0,
  top: 0,
  isRead: false,
});
const PROFILE = { name: words`prod`, host: words`api.example` };

it('shows everything to be decided, with the way to cancel first', () => {
  expect(styledText(questionLines(question(), PROFILE, { columns: 80, rows: 19 }))).toEqual([
    ' Send this specification to shop.example?',
    '',
    ' zone           shop.example (7)',
    ' host           api.example · profile prod',
    ' file           /home/tester/shop.yaml',
    ' document       Shop · 2,888 bytes · sha256 0123456789abcdef…',
    ' authorization  no: requests without credentials pass',
    ' endpoints      1 removed, 0 changed, 0 added, 7 the same, as of 00:00:00',
    '',
    ' ✖ 322 requests in the loaded events, for 1 endpoint that the file removes,',
    '   would be blocked: see Changes.',
    ' ✖ 3 endpoints will stop enforcing credentials: requests without them will pass.',
    '',
    ' Enter cancels: nothing is sent    Ctrl-Y sends it, once',
  ]);
});

it('a long path is shown whole', () => {
  const path = `/${'d/'.repeat(60)}shop.yaml`;
  const lines = styledText(questionLines(question(path), PROFILE, { columns: 60, rows: 10 }));
  expect(lines.map((line) => line.slice(16)).join('')).toContain(path);
});

it('what would move the cursor is shown', () => {
  const [head] = styledText(
    questionLines(
      {
        ...question(),
        request: uploadRequest({ id: '7', name: 'a\u001b[2Jb' }, CHOSEN, 'keep'),
      },
      PROFILE,
      { columns: 80, rows: 19 },
    ),
  );
  expect(head).toBe(` Send this specification to ${printable('a\u001b[2Jb')}?`);
});

it('that nothing is known of the zone is said in so many words', () => {
  expect(changesWords(null, null, { now: CHOSEN.readAt, timeZone: 'utc' })).toBe(
    "not known: the zone's configuration cannot be read",
  );
});
