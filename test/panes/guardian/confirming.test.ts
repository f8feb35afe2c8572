import { describe, expect, it } from 'vitest';
import { KEYS } from '../../support/console.ts';
import { CTRL_Y, guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';

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
    await test.press(...'UUUyYqjr15:?', KEYS.tab, KEYS.down, ' ');
    expect(await test.text()).toContain('Send this specification to shop.example?');
    expect(await test.text()).toContain('Ctrl-Y sends, Enter cancels.');
    await test.paste(`yes${CTRL_Y}${KEYS.enter}`);
    expect(await test.text()).toContain('A paste answers no question.');
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
    expect(await test.text()).toContain('The screen is too small to show all that is asked about.');
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
    expect(await test.line('warren')).toContain('✖ service unreachable');
    await test.press(CTRL_Y);
    expect(await test.text()).toContain('Nothing is sent while the connection is down: ');
  });
});
