import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

const searching = async (setting: Setting = {}) => {
  const test = await consoleUnderTest({ pane: 'search', ...setting });
  await test.press('/');
  return test;
};

/** The results without the head of the list. */
const found = async (test: ConsoleUnderTest) =>
  (await test.screen()).slice(5, -2).filter((line) => line !== '');

it('the workspace is searched at once, the service when typing pauses', async () => {
  const test = await searching();
  await test.press('chekout');
  expect(await found(test)).toEqual([
    expect.stringMatching(/^❯ checkout +app +\w{15} +workspace › \w+$/),
    expect.stringMatching(/^ {2}checkout-guard +limit +\d+ +workspace › \w+$/),
  ]);
  expect(await test.line('── Search')).toMatch(/ searching the service… ──$/);
  expect(test.platform.served.requests.filter(({ operation }) => operation === 'search')).toEqual(
    [],
  );

  await test.press(KEYS.ctrlU, 's', 'h', 'o', 'p');
  await test.pass(150);
  expect(await test.line('── Search')).toMatch(
    /^── Search ─+ 50 of 96 from the service · as of 14:0\d:\d\d · more at the end ──$/,
  );
  expect(await found(test)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^❯ shop\.example +zone +\d+ +workspace › \w+$/),
      expect.stringMatching(/^ {2}shop-cache-eu-73 +cdn +\d+ +can’t open$/),
    ]),
  );
  // Four letters, one request.
  const asked = test.platform.served.requests.filter(({ operation }) => operation === 'search');
  expect(asked.map(({ target }) => target)).toEqual(['/search?search=shop&from=0&size=50']);
});

it('an answer that arrives after a later one is dropped', async () => {
  const release = Promise.withResolvers<void>();
  const test = await searching({
    call: (call) => async (operation, input, signal) => {
      const answer = await call(operation, input, signal);
      if (operation.id === 'search' && JSON.stringify(input).includes('"shop"')) {
        await release.promise;
      }
      return answer;
    },
  });
  await test.press('shop');
  await test.pass(200);
  await test.press(KEYS.ctrlU, 'wiki');
  await test.pass(200);
  // An answer during another request is drawn one frame later.
  await test.pass(50);
  const answered = await test.text();
  expect(answered).toMatch(/ of \d+ from the service/);
  expect(await found(test)).toEqual(
    expect.arrayContaining([expect.stringMatching(/wiki.* (service|can’t open)$/)]),
  );
  release.resolve();
  await test.pass(50);
  expect(await test.text()).toBe(answered);
});

it('further pages are loaded at the end of the list', async () => {
  const test = await searching();
  await test.press('shop');
  await test.pass(150);
  await test.press(KEYS.escape, 'G');
  await test.pass(1);
  expect(await test.line('── Search')).toMatch(
    / 96 of 96 from the service · as of 14:0\d:\d\d ──$/,
  );
  await test.press('G');
  const last = await test.cursor();
  expect(last).toMatch(/(service|can’t open)$/);
  await test.press('j');
  expect(await test.cursor()).toBe(last);
  const asked = test.platform.served.requests.filter(({ operation }) => operation === 'search');
  expect(asked.map(({ target }) => target)).toEqual([
    '/search?search=shop&from=0&size=50',
    '/search?search=shop&from=50&size=50',
  ]);
});

it('the details of the last row are opened without a request for the next page', async () => {
  const test = await searching();
  await test.press('shop');
  await test.pass(150);
  await test.press(KEYS.escape);
  await test.platform.faults.refuseConnections();
  await test.press('G');
  await test.pass(1);
  const failed = await test.line('── Search');
  expect(failed).toMatch(/ · ✖ next page: /);
  await test.platform.faults.acceptConnections();
  await test.press('d');
  await test.pass(1);
  expect(await test.text()).toMatch(/^where/m);
  expect(await test.line('── Search')).toBe(failed);
  await test.press('j');
  await test.pass(1);
  expect(await test.line('── Search')).toContain(' 96 of 96 from the service ');
});

it('without the service, the workspace can still be searched and opened', async () => {
  const test = await searching();
  await test.platform.faults.refuseConnections();
  await test.press('parked');
  await test.pass(200);
  expect(await test.line('── Search')).toMatch(
    /^── Search ─+ ✖ service: Connection refused by 127\.0.*… · local results work ──$/,
  );
  expect(await found(test)).toEqual([expect.stringMatching(/^❯ parked\.example +dns +\d+ +work/)]);
  await test.platform.faults.acceptConnections();
  await test.press(KEYS.enter);
  expect(await test.line('── DNS scan')).toContain('· parked.example ─');
  await test.until('The scan found no records.', 10_000);
});

it('r repeats the request', async () => {
  const test = await searching();
  await test.platform.faults.refuseConnections();
  await test.press('media');
  await test.pass(200);
  await test.press(KEYS.escape);
  await test.platform.faults.acceptConnections();
  await test.press('r');
  await test.pass(1);
  expect(await test.line('── Search')).toMatch(/ \d+ of \d+ from the service · as of 14:0\d:\d\d/);
});

it('Enter opens a result in its pane, and a adds it to the workspace', async () => {
  const test = await searching({ workspace: (demo) => ({ ...demo, dnsZones: [] }) });
  await test.press('corp');
  await test.pass(150);
  await test.press(KEYS.escape);
  const at = (await found(test)).findIndex((line) => / dns /.test(line));
  await test.press(...Array<string>(at).fill('j'));
  expect(await test.cursor()).toMatch(/^❯ corp\.example +dns +\d+ +service › DNS$/);
  await test.press('a');
  expect(await test.text()).toContain(
    ' corp.example added for this session; * saves it to the config.',
  );
  expect(await test.line(/corp\.example +dns/)).toMatch(/ workspace › DNS$/);
  await test.press('g', KEYS.enter);
  expect(await test.line('── DNS scan')).toContain('· corp.example ─');
  expect(await test.text()).toContain('340 records');
});

it('use 12: an added result keeps its row and the cursor, and Enter opens it', async () => {
  const test = await searching({ workspace: (demo) => ({ ...demo, dnsZones: [], apps: [] }) });
  await test.press('shop');
  await test.pass(150);
  await test.press(KEYS.escape);
  const at = (await found(test)).findIndex((line) => / dns /.test(line));
  await test.press(...Array<string>(at).fill('j'));
  await test.press('a');
  expect(await test.cursor()).toMatch(/^❯ shop\.example +dns +\d+ +workspace › \w+$/);
  expect(await test.text()).not.toContain('no longer exists');
  await test.press(KEYS.enter);
  expect(await test.line('── DNS scan')).toContain('· shop.example ─');
});

it('D2: a thing with another name in the workspace is found by the service’s name', async () => {
  const named = { id: '803578', name: 'production' };
  const test = await searching({ workspace: (demo) => ({ ...demo, dnsZones: [named] }) });
  await test.press('shop.example');
  await test.pass(150);
  expect(await test.line('production')).toMatch(
    /^. production \(service: shop\.example\) +dns +803578 +workspace › \w+$/,
  );
  await test.press(KEYS.escape, KEYS.ctrlP, 'shop.example');
  await test.pass(150);
  expect(await test.line('production')).toContain('(service: shop.example)');
});

it('a result that no operation shows says so, with its id', async () => {
  const test = await searching();
  await test.press('shop-cache-eu-73');
  await test.pass(150);
  await test.press(KEYS.enter);
  expect(await test.text()).toContain(' A cdn can’t be opened here: its id is 5610735.');
  expect(await test.line('── Search')).toBeDefined();
});

it('an empty result is reported once the service has answered', async () => {
  const test = await searching();
  await test.press('qqzzqq');
  await test.pass(150);
  expect(await test.line('── Search')).toMatch(/ nothing from the service · as of 14:0\d:\d\d ──$/);
  expect(await test.text()).toContain('  No match for “qqzzqq”, neither here nor at the service.');
});

it('Esc leaves the box, then empties it, and the text can be edited again', async () => {
  const test = await searching();
  await test.press('shop');
  await test.pass(150);
  await test.press(KEYS.escape);
  expect((await test.screen())[3]).toBe(' Search shop');
  await test.press('/', '-cache', KEYS.escape);
  expect((await test.screen())[3]).toBe(' Search shop-cache');
  await test.press(KEYS.escape);
  expect((await test.screen())[3]).toBe(' Search / types a name or an id, type:dns for one type');
});

it('Esc closes the details before it empties the box', async () => {
  const test = await searching();
  await test.press('shop', KEYS.escape, 'd');
  expect(await test.line(/^where/)).toBe('where  workspace › Events');
  await test.press(KEYS.escape);
  expect(await test.text()).not.toMatch(/^where/m);
  expect(await test.line(/^ Search/)).toBe(' Search shop');
});

it('use 23: the pane does not open in the text field, so keys have their usual meaning', async () => {
  const test = await consoleUnderTest();
  await test.press('4');
  expect((await test.screen())[3]).toBe(' Search / types a name or an id, type:dns for one type');
  // Letters are keys here, so the hint about typing is missing.
  expect(await test.line('── Search')).not.toContain('type to search');
  await test.press('j', 'j');
  expect(await test.line('/51')).toMatch(/ 3\/51$/);
  await test.press('1');
  expect(await test.line('── Apps')).toBeDefined();
});

it('type: restricts results to one type, also at the service, and types that no pane shows say so', async () => {
  const test = await searching({ columns: 200, rows: 50 });
  await test.press('type:cdn shop');
  await test.pass(150);
  const rows = (await found(test)).map((line) => line.slice(0, 119));
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) expect(row).toMatch(/ cdn +\d+ +can’t open/);
  const asked = test.platform.served.requests.filter(({ operation }) => operation === 'search');
  expect(asked.map(({ target }) => target)).toEqual(['/search?search=shop&from=0&size=50']);
  expect(await test.text()).toContain('A cdn can’t be opened here');
  await test.press(KEYS.ctrlU, 'type:limit');
  expect((await found(test))[0]).toMatch(/^❯ .* limit +\d+ +workspace/);
});

it('Enter without a match says how to type another name, and names no key that would be typed as text', async () => {
  const test = await searching();
  await test.press('zzqqxx');
  await test.pass(200);
  await test.press(KEYS.enter);
  expect(await test.text()).toContain('There is no row to open. Ctrl-U clears the text.');
});

it('a search interrupted by an outage is repeated when the service answers', async () => {
  const test = await consoleUnderTest();
  await test.press('4', '/');
  await test.platform.faults.refuseConnections();
  await test.press('shop');
  await test.pass(10_000);
  expect(await test.line('── Search')).toMatch(/✖ service: .* · local results work ──$/);
  await test.platform.faults.acceptConnections();
  await test.pass(60_000);
  expect(await test.line('── Search')).toMatch(/ 50 of 96 from the service · as of /);
});
