import { expect, it } from 'vitest';
import { dialectFrom } from '../../src/platform/wire/dialect.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';
import { dialectsTouching, spoken } from '../support/dialects-touching.ts';

/** A line of each pane at the start of the world, whatever the dialect. */
const SHOWN: readonly (readonly [pane: string, keys: readonly string[], line: RegExp])[] = [
  ['Apps', ['1'], /^❯ checkout +\S.* 15\/15 +\d/],
  ['an application', [KEYS.enter], /^❯ ▸ DE required /],
  ['Events', ['2'], /^❯ 00:0\d:\d\d(?:\.\d{3})? +(Blocked|Challenged|Logged) /],
  [
    'DNS scan',
    ['3'],
    /^ ● completed in 9 s · 14 records · created 2026-03-13 22:10:00Z, 2 h 00 min ago$/,
  ],
  ['records', [], /^❯ @ +SOA +ns1\.blog\.example\. hostmaster/],
  ['Rate limits', ['6'], /^❯ login-attempts .* \d,\d{3},\d{3} /],
  ['Search', ['4', '/', 'shop'], /^── Search ─.* \d+ of \d+ from the service · /],
];

it.each(dialectsTouching([]))(
  'every pane shows its data when the service uses %s',
  async (dialect) => {
    const test = await consoleUnderTest({
      at: '2026-03-14T00:10:00Z',
      platform: { events: { perDay: 30_000 }, dialect: spoken(dialect) },
      workspace: (demo) => ({
        ...demo,
        apps: demo.apps.slice(0, 2),
        dnsZones: demo.dnsZones.filter(({ name }) => name === 'blog.example'),
        rateLimits: demo.rateLimits.slice(0, 2),
      }),
    });
    for (const [pane, keys, line] of SHOWN) {
      await test.press(...keys);
      await test.pass(300);
      expect(await test.line(line), pane).toBeDefined();
      expect(await test.line('warren'), pane).toContain('● connected');
    }
  },
);

it.each([
  ['null', /^ ○ pending for 0 s · no records yet · /],
  ['empty', /^ ○ pending for 0 s · no records yet · /],
])('a scan without a result is recognised however it is worded: %s', async (value, line) => {
  const test = await consoleUnderTest({
    pane: 'dns',
    platform: { dialect: dialectFrom([`scan-without-result=${value}`]) },
  });
  expect(await test.line(line)).toBeDefined();
  expect(await test.text()).toContain('The scan has no result yet');
});

// Assumption: no-scan-yet
it.each([
  ['error-key', 'No record scan was found for the zone.'],
  ['empty', 'Not found (404): this zone has no scan, or there is no such zone.'],
])('a zone without a scan says so however it is worded: %s', async (value, sentence) => {
  const test = await consoleUnderTest({
    pane: 'dns',
    platform: { dialect: dialectFrom([`no-scan-yet=${value}`]) },
    workspace: (demo) => ({
      ...demo,
      dnsZones: demo.dnsZones.filter(({ name }) => name === 'new.example'),
    }),
  });
  expect(await test.text()).toContain(sentence);
});

// Assumption: body-of-401
it.each(['by-area', 'problem', 'empty', 'message', 'status-code', 'html'])(
  'a wrong key is recognised however it is worded: %s',
  async (value) => {
    const test = await consoleUnderTest({
      accessKey: 'not-the-key',
      platform: { dialect: dialectFrom([`body-of-401=${value}`]) },
    });
    for (const pane of ['1', '2', '3', '6']) {
      await test.press(pane);
      expect(await test.line('warren')).toMatch(/ ✖ key not accepted \(\d+\).* · r tries again/);
    }
  },
);
