import { describe, expect, it } from 'vitest';
import { changesWords, questionLines } from '../../../src/panes/guardian/confirm-upload.ts';
import type { Question, SpecificationFile } from '../../../src/panes/guardian/state.ts';
import { uploadRequest, warningsOf } from '../../../src/panes/guardian/upload-request.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { assessed } from '../../support/assessed.ts';
import { KEYS } from '../../support/console.ts';
import { CTRL_Y, guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';
import { linesText } from '../../support/line-text.ts';

/** A console that asks whether to send the shop's specification. */
async function asking(...setting: Parameters<typeof guardianConsole>) {
  const test = await guardianConsole(...setting);
  await test.choose(SHOP_FILE);
  await test.press('U');
  expect(await test.text()).toContain('Send this specification to shop.example?');
  return test;
}

describe('the question before an upload', () => {
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

  it('every other key leaves it open and sends nothing, the one that opened it among them', async () => {
    const test = await asking();
    await test.pass(1000);
    await test.press(...'UUUyYqjr15:', KEYS.tab, KEYS.down, ' ');
    expect(await test.text()).toContain('Send this specification to shop.example?');
    expect(await test.text()).toContain('Ctrl-Y sends, Enter cancels.');
    await test.press('?');
    expect(await test.text()).toContain('Enter or Esc cancels: nothing is sent.');
    await test.press(KEYS.escape);
    expect(await test.text()).toContain('Send this specification to shop.example?');
    await test.paste(`yes${CTRL_Y}${KEYS.enter}`);
    expect(await test.text()).toContain('Pasted input ignored.');
    expect(test.uploads()).toEqual([]);
  });

  it('keys that come in one go do not confirm what nobody has read', async () => {
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

  it('shows the request as it was when it was asked about', async () => {
    const test = await asking();
    const before = (await test.screen()).slice(3, -2);
    await test.pass(5000);
    expect((await test.screen()).slice(3, -2)).toEqual(before);
    expect(before).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ zone +shop\.example \(\d+\)$/),
        ' host          embedded platform · profile demo',
        ' file          /home/tester/api/shop.yaml',
        expect.stringMatching(/^ document +3,343 bytes · sha256 0cfc6b19ad3343ff…$/),
        ' authorization keep: left out; on a first upload that means yes',
      ]),
    );
  });

  it('cannot be answered on a screen that does not show all of it', async () => {
    const test = await asking();
    await test.resize(60, 16);
    await test.pass(1000);
    await test.press(CTRL_Y);
    expect(await test.text()).toContain(
      'Make the screen larger: not all that is asked about fits.',
    );
    await test.resize(80, 24);
    await test.press(CTRL_Y);
    expect(test.uploads()).toHaveLength(1);
  });

  it('is not asked while the connection is down', async () => {
    const test = await guardianConsole({ accessKey: 'not-the-key' });
    await test.choose(SHOP_FILE);
    await test.upload();
    expect(await test.text()).toContain('✖ REFUSED at ');
    await test.press('U');
    expect(await test.text()).toContain('Nothing is sent while the connection is down: ');
    expect(await test.text()).not.toContain('Send this specification');
    expect(test.uploads()).toHaveLength(1);
  });

  it('a connection that went down meanwhile stops it', async () => {
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

const preflight = checked(WITHOUT_BASKET);
const FILE: SpecificationFile = {
  path: '/home/tester/shop.yaml',
  content: WITHOUT_BASKET,
  bytes: 2888,
  sha256: '0123456789abcdef'.repeat(4),
  readAt: { wall: 0, elapsed: 0 },
  preflight,
};
const returned = { data: returnedFor(SHOP), sent: null, at: FILE.readAt, doubtedAt: null };
const seen = [{ method: 'POST', path: '/api/v2/basket/items', count: 322 }];
const assessment = assessed(preflight, returned.data, seen);

const question = (path = FILE.path): Question => ({
  request: uploadRequest({ id: '7', name: 'shop.example' }, { ...FILE, path }, 'no'),
  warnings: warningsOf(preflight, assessment, returned),
  changes: changesWords(assessment),
  isKnown: true,
  askedAt: 0,
});
const PROFILE = { name: words`prod`, host: words`api.example` };

it('shows all that is decided about, the way to cancel first', () => {
  expect(linesText(questionLines(question(), PROFILE, 80))).toEqual([
    ' Send this specification to shop.example?',
    '',
    ' zone          shop.example (7)',
    ' host          api.example · profile prod',
    ' file          /home/tester/shop.yaml',
    ' document      2,888 bytes · sha256 0123456789abcdef…',
    ' authorization no: requests without credentials pass',
    ' endpoints     1 removed, 0 changed, 0 added, 7 the same',
    '',
    ' ✖ 322 requests in the loaded events, for 1 endpoint that the file removes,',
    '   would be blocked: see Changes.',
    '',
    ' Enter cancels: nothing is sent    Ctrl-Y sends it, once',
  ]);
});

it('of a long path the end is shown: that is what tells files apart', () => {
  const lines = linesText(questionLines(question(`/${'d/'.repeat(60)}shop.yaml`), PROFILE, 60));
  expect(lines.find((line) => line.startsWith(' file'))).toMatch(/^ file +….*\/shop\.yaml$/);
});

it('what would move the cursor is shown', () => {
  const [head] = linesText(
    questionLines(
      {
        ...question(),
        request: uploadRequest({ id: '7', name: 'a\u001b[2Jb' }, FILE, 'keep'),
      },
      PROFILE,
      80,
    ),
  );
  expect(head).toBe(` Send this specification to ${printable('a\u001b[2Jb')}?`);
});

it('that nothing is known of the zone is said in so many words', () => {
  expect(changesWords(null)).toBe("not known: the zone's configuration cannot be read");
});
