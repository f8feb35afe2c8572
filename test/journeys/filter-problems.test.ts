import { describe, expect, it } from 'vitest';
import { entryWith } from '../events/sample-entries.ts';
import { consoleUnderTest, KEYS, QUARTER_HOUR } from '../support/console.ts';
import { guardianConsole } from '../support/guardian-console.ts';
import { inZone } from '../support/in-zone.ts';

/** A quarter of an hour of one zone, completely loaded. */
async function events() {
  const test = await consoleUnderTest(QUARTER_HOUR);
  await test.pass(300);
  return test;
}

describe('use 4: a filter that cannot work', () => {
  it('says what is wrong while it is typed, and is not applied', async () => {
    const test = await events();
    await test.press('&', 'log~[un');
    expect(await test.text()).toContain('This is no pattern:');
    await test.press(KEYS.enter);
    expect(await test.text()).toContain('This is no pattern:');
    expect((await test.screen()).at(-2)).toContain('& log~[un');
    await test.press(']', KEYS.enter);
    expect(await test.text()).not.toContain('This is no pattern:');
    expect(await test.text()).toMatch(/FILTER: [\d,]+ hidden/);
  });

  it('is discarded by Esc', async () => {
    const test = await events();
    await test.press('&', 'log~[un', KEYS.enter, KEYS.escape);
    expect(await test.text()).not.toContain('FILTER');
    expect(await test.text()).not.toContain('This is no pattern:');
  });

  it('suggests a similar field, and how to search for the text', async () => {
    const test = await events();
    await test.press('&', 'contry:BG', KEYS.enter);
    expect(await test.text()).toContain('There is no field contry; did you mean country?');
    await test.press(KEYS.ctrlU, 'foobarbaz:1', KEYS.enter);
    expect(await test.text()).toContain(
      'There is no field foobarbaz; in quotes it is looked for as text.',
    );
    await test.press(KEYS.ctrlU, '"foobarbaz:1"', KEYS.enter);
    expect(await test.text()).toContain('FILTER: ');
  });

  it('stops where its pattern takes too long, and says so instead of still looking', async () => {
    const at = Date.parse('2026-03-14T18:00:00Z');
    const page = {
      logs: [
        ...Array.from({ length: 20 }, (_, k) =>
          entryWith({ logId: `ok ${k}`, timestamp: at - k, log: 'aaa' }),
        ),
        entryWith({ logId: 'bad', timestamp: at - 100, log: `${'a'.repeat(60)}!` }),
      ],
      hasMoreData: false,
      continuationToken: null,
      startToken: null,
      errorResponse: null,
    };
    const test = await consoleUnderTest({
      columns: 120,
      pane: 'events',
      at: new Date(at).toISOString(),
      call: (call) => (operation, input, signal, onBody) =>
        operation.id === 'event-logs'
          ? Promise.resolve(page as never)
          : call(operation, input, signal, onBody),
    });
    await test.pass(300);
    await test.press('&', 'log~"^(a+)+$"', KEYS.enter);
    await test.until(/\[log~.* too slow: stopped after \d+ of 21/);
    expect(await test.text()).not.toMatch(/counting…|Filtering…|not counted yet|FOLLOW/);
    await test.press('f');
    await test.until(/stopped after \d+ of 21/);
    expect(await test.text()).not.toContain('not counted yet');
  });

  it('means times of day in the displayed zone, also after T, and counts what each filter hides anew', () =>
    inZone('Asia/Kolkata', async () => {
      const test = await consoleUnderTest({ ...QUARTER_HOUR, columns: 160 });
      await test.pass(300);
      await test.press(
        '&',
        'at:00:02..00:04',
        KEYS.enter,
        '&',
        KEYS.down,
        'method:GET',
        KEYS.enter,
      );
      await test.until(/\[at:00:02\.\.00:04\] hides [1-9].*\[method:GET\] hides/);
      expect(await test.cursor()).toMatch(/❯ 00:04:\d\d/);
      await test.press('T');
      // In India it is 05:30 and later: nothing was logged at that time.
      await test.until(/None of the [\d,]+ loaded entries matches\./);
      const [, all, hidden] =
        /of ([\d,]+) loaded(?:.|\n)*\[at:00:02\.\.00:04\] hides ([\d,]+)/.exec(await test.text()) ??
        [];
      expect(hidden).toBe(all);
      await test.press('T');
      await test.until(/❯ 00:04:\d\d/);
    }));

  it('lists the existing values if no entry has the typed one', async () => {
    const test = await events();
    await test.press('&', 'status:blok');
    const said = /No status is “blok”\. Quote it to apply\. Seen: \w+, \w+, \w+\./;
    expect(await test.text()).toMatch(said);
    // Not even Enter applies it.
    expect(await test.text()).not.toContain('FILTER');
    await test.press(KEYS.enter);
    expect(await test.text()).toMatch(said);
    expect((await test.screen()).at(-2)).toContain('& status:blok');
    await test.press(KEYS.ctrlU, 'status:blocked');
    expect(await test.text()).not.toContain('No status is');
    await test.press(KEYS.ctrlU, 'status:"blok"');
    await test.until(/None of the [\d,]+ loaded entries matches\.$/m);
    await test.press(KEYS.enter);
    expect(await test.text()).toMatch(/None of the .* Backspace removes the chosen filter\./);
  });
});

describe('a time of day is the last one when it is typed', () => {
  it('so shortly after midnight that of the day before, which is said', async () => {
    const test = await events();
    await test.press('&', 'since:23:50', KEYS.enter);
    await test.until('[since:23:50] from 03-13 23:50:00 hides 0');
    expect(await test.text()).toContain('Days before are not loaded here: warren events reads');
    await test.press('&', KEYS.ctrlU, 'since:00:10', KEYS.enter);
    await test.until(/\[since:00:10\] hides [1-9]/);
    await test.press('&', KEYS.ctrlU, 'since:00:10 until:00:20', KEYS.enter);
    await test.until(/\[since:00:10 until:00:20\] hides [1-9]/);
    expect(await test.text()).not.toContain('None of');
  });

  it('and stays that one after midnight, with its day', async () => {
    const test = await consoleUnderTest({ ...QUARTER_HOUR, at: '2026-03-14T23:58:00Z' });
    await test.pass(300);
    await test.press('&', 'since:23:50', KEYS.enter);
    await test.until(/\[since:23:50\] hides/);
    await test.pass(180_000);
    await test.until(/\[since:23:50\] from 03-14 23:50:00 hides/);
  });
});

describe('a value that a field can never have', () => {
  it.each([
    [
      'ip:US',
      'No ip is “US”. Quote it to apply. It is an address, a part of one or a block, such as 1.2.3.0/24.',
    ],
    ['asn:foo', 'No asn is “foo”. Quote it to apply. It is a number, such as 48090 or AS48090.'],
    [
      'zone:foo',
      'No zone is “foo”. Quote it to apply. It is the id of a shield zone, such as 120431.',
    ],
    ['zone:7', 'No zone is “7”. Quote it to apply. Seen: 120736.'],
    ['status>=400', 'No status is a number. Quote it to apply. Seen: '],
    ['family:chrom', 'No family is “chrom”. Quote it to apply. Seen: '],
  ])('is refused where it is typed: %s', async (text, said) => {
    const test = await events();
    await test.resize(120, 24);
    await test.press('&', text, KEYS.enter);
    expect(await test.text()).toContain(said);
    expect(await test.text()).not.toContain('FILTER');
    await test.press(KEYS.escape, '&', text.replace(/([:=])(.*)/, '$1"$2"'), KEYS.enter);
    expect(await test.text()).toContain('FILTER');
  });

  it('is not applied from the command line either', async () => {
    const place = { shown: [], at: null, where: 'ip:US' };
    const test = await consoleUnderTest({ ...QUARTER_HOUR, place });
    await test.until('Filter ip:US cannot be applied: No ip is “US”.');
    expect(await test.text()).not.toContain('FILTER');
  });

  it('is reported by a search, too', async () => {
    const test = await events();
    await test.press('/', 'ip:foo', KEYS.enter);
    expect(await test.text()).toContain('No ip is “foo”');
  });

  it('may be as the console writes it: a network as among the actors, a zone by its name', async () => {
    const test = await events();
    await test.press('H');
    await test.until(/❯ ?AS\d+/);
    const [, network] = /❯ ?AS(\d+)/.exec(await test.text()) ?? [];
    await test.press(KEYS.escape, '&', `asn:AS${network}`, KEYS.enter);
    await test.until(/FILTER: [1-9]\d* hidden/);
    await test.press('&', KEYS.ctrlU, 'zone:shop.example', KEYS.enter);
    await test.until(/FILTER: 0 hidden/);
    // It is kept by its id, which no other zone has.
    expect(await test.text()).toContain('[zone:120736]');
  });
});

it('the number of matches refers to a number of entries, and stays true while more arrive', async () => {
  const test = await events();
  await test.press('/', 'admin', KEYS.enter);
  const said = /\d+ matches among 640 entries/;
  const [before] = said.exec(await test.text()) ?? [];
  expect(before).toBeDefined();
  await test.pass(20_000);
  expect(await test.line('── Events')).not.toContain(' 640 loaded');
  expect(await test.text()).toContain(before);
});

describe('a text that less or lnav would take as a pattern', () => {
  it('is reported as literal if a search for it finds nothing', async () => {
    const test = await events();
    await test.press('/', 'sqlmap|nikto', KEYS.enter);
    expect(await test.text()).toContain(
      ' No match among 640 entries. Text is taken as it is, not as a pattern. log~ takes one.',
    );
    await test.press('/', KEYS.ctrlU, 'log~sqlmap|nikto', KEYS.enter);
    expect(await test.text()).toMatch(/ \d+ matches among 640 entries · N older, n newer/);
    await test.press('/', KEYS.ctrlU, 'log~sqlmop|nikta', KEYS.enter);
    expect(await test.text()).toMatch(/ No match among 640 entries\. {2,}/);
    await test.press('/', KEYS.ctrlU, 'ip:203.0.113.*', KEYS.enter);
    expect(await test.text()).toMatch(/ No match among 640 entries\. {2,}/);
    await test.press('/', KEYS.ctrlU, 'nowhere', KEYS.enter);
    expect(await test.text()).toMatch(/ No match among 640 entries\. {2,}/);
  });

  it('is reported as literal if a filter by it matches nothing', async () => {
    const test = await consoleUnderTest();
    await test.press('/', 'check|price', KEYS.enter);
    expect(await test.text()).toContain('not as a pattern.');
    for (const text of ['zzz', 'name~^zzz|yyy$', 'name:zzz.*', 'name !~ .*']) {
      await test.press('/', KEYS.ctrlU, text, KEYS.enter);
      expect(await test.text()).toContain('No application matches');
      expect(await test.text()).not.toContain('as it is');
    }
    await test.press('/', KEYS.ctrlU, 'name:checkout check.*', KEYS.enter);
    expect(await test.text()).toContain('not as a pattern.');
  });
});

describe('words that were perhaps meant otherwise', () => {
  it.each([
    ['since 15m', '“since” is taken as text; with a colon it is a field.'],
    ['10.0.0.0/8', '“10.0.0.0/8” is taken as text; try ip:10.0.0.0/8.'],
    ['AS4510200', '“AS4510200” is taken as text; try asn:AS4510200.'],
    ["'GET /'", 'Only double quotes keep words together.'],
    ['sqlmap|nikto', 'Text is taken as it is, not as a pattern. log~ takes one.'],
  ])('are named where nothing matches them: %s', async (text, said) => {
    const test = await events();
    await test.press('&', text, KEYS.enter);
    await test.until('None of the 640 loaded entries matches.');
    expect((await test.text()).replace(/\s+/g, ' ')).toContain(said);
    await test.press(KEYS.backspace, '/', text, KEYS.enter);
    expect((await test.text()).replace(/\s+/g, ' ')).toContain(said);
  });
});

describe('all lists take the same filter language', () => {
  it('rate limits and scripts', async () => {
    const test = await consoleUnderTest({ pane: 'limits' });
    await test.press('/', '-login or name:api*', KEYS.enter);
    expect(await test.text()).toContain('api-burst');
    expect(await test.text()).not.toMatch(/^..login-attempts/m);
    await test.press('/', KEYS.ctrlU, 'nam:api', KEYS.enter);
    expect(await test.text()).toContain('There is no field nam; did you mean name?');
    await test.press(KEYS.escape, '7', '/', 'edge or bot', KEYS.enter);
    expect(await test.text()).toMatch(/edge-redirects[^]*bot-challenge/);
    expect(await test.text()).not.toContain('geo-pricing');
  });

  it('the endpoints of a specification', async () => {
    const test = await guardianConsole();
    await test.press('o', '~/a', KEYS.tab, 'shop', KEYS.enter);
    expect(await test.text()).toContain('8 endpoints');
    await test.press('/', 'method:post -session', KEYS.enter);
    expect(await test.text()).toMatch(/POST +\/login/);
    expect(await test.text()).not.toMatch(/GET +\/search|POST +\/api\/v2\/session/);
  });
});
