import { expect, it } from 'vitest';
import { openAudit } from '../../src/mutations/audit.ts';
import { KEYS } from '../support/console.ts';
import {
  CTRL_Y,
  type GuardianConsole,
  guardianConsole,
  SHOP_FILE,
} from '../support/guardian-console.ts';
import { SHOP, WITHOUT_BASKET } from '../support/guardian-samples.ts';

const OTHER_FILE = '/home/tester/api/next.yaml';
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** A console whose upload was accepted, with another file chosen. */
async function afterAnUpload(): Promise<GuardianConsole> {
  const test = await guardianConsole();
  await test.choose(SHOP_FILE);
  await test.upload();
  test.files.contents.set(OTHER_FILE, WITHOUT_BASKET);
  await test.choose(OTHER_FILE);
  await test.pass(5000);
  return test;
}

/** What another run of this user records in the same audit file. */
async function anotherRunUploads(
  test: GuardianConsole,
  outcome: 'accepted' | 'unknown' | 'refused',
): Promise<void> {
  const state = test.console.state();
  const [zone] = state.workspace.shieldZones;
  const { wall } = state.now;
  const audit = openAudit({
    files: test.files,
    path: '/state/warren/audit.ndjson',
    clock: { now: () => wall },
    operator: { user: 'grace', tty: '', ssh: '' },
    profile: 'demo',
    host: state.profile.host,
  });
  const attempt = {
    attempt: `other-${outcome}`,
    operation: 'guardian-upload',
    subject: { kind: 'zone', id: zone?.id ?? '', name: '' },
    request: { file: 'good.yaml', bytes: 2048, sha256: 'ab12'.repeat(16) },
  } as const;
  await audit.begun(attempt);
  await audit.ended(attempt, { outcome, requestId: null, status: 200, error: null });
}

const OTHER =
  /Another upload of this zone was sent from here at 2026-03-14 14:02:\d\dZ: good\.yaml sha256 ab12ab12ab12 2\.0 KiB, (accepted|outcome unknown)\. (! )?What this zone has now is not known: no operation reads it\./;

it('the question says as of when it compares with what the service returned', async () => {
  const test = await afterAnUpload();
  await test.press('U');
  expect(await test.line(' endpoints')).toMatch(
    / endpoints +1 removed, 0 changed, 0 added, 7 the same, as of 14:02:\d\d$/,
  );
});

it.each(['accepted', 'unknown'] as const)(
  'after an upload of another run that was %s, nothing is compared with the configuration before it',
  async (outcome) => {
    const test = await afterAnUpload();
    await anotherRunUploads(test, outcome);
    await test.press('U');
    expect(inOneLine(await test.settledText())).toMatch(OTHER);
    expect(await test.line(' endpoints')).toMatch(/ endpoints +not known: /);
    expect(await test.line('── Guardian')).toContain('IN DOUBT');
    await test.press(KEYS.escape, KEYS.left);
    const text = inOneLine(await test.settledText());
    expect(text).toMatch(OTHER);
    expect(text).not.toContain('the same');
  },
);

it('an upload of another run that was refused changes nothing', async () => {
  const test = await afterAnUpload();
  await anotherRunUploads(test, 'refused');
  await test.press('U');
  expect(await test.line(' endpoints')).toContain('7 the same, as of ');
});

it('a question is not confirmed if another run uploaded since it was asked', async () => {
  const test = await afterAnUpload();
  await test.press('U');
  await test.settledText();
  await test.pass(1000);
  await anotherRunUploads(test, 'accepted');
  await test.press(CTRL_Y);
  const text = inOneLine(await test.settledText());
  expect(text).toContain('✖ NOT SENT at ');
  expect(text).toContain(
    'Another upload of this zone was sent from here after the question was asked',
  );
  expect(text).toMatch(OTHER);
  expect(test.uploads()).toHaveLength(1);
  // Asked again, with what is known now, it is sent.
  await test.upload();
  expect(test.uploads()).toHaveLength(2);
  expect(await test.settledText()).toContain('● ACCEPTED at ');
});

it('after sending, the way back is to the upload of the other run, not to the one before it', async () => {
  const test = await afterAnUpload();
  await anotherRunUploads(test, 'accepted');
  await test.pass(1000);
  await test.upload();
  const text = inOneLine(await test.settledText());
  expect(text).toContain('Before it the last upload from here was good.yaml sha256 ab12ab12ab12');
  expect(text).not.toContain(`Before it the last upload from here was ${SHOP_FILE}`);
  expect(await test.line('── Guardian')).not.toContain('IN DOUBT');
  // The zone is known again from the answer.
  test.files.contents.set(OTHER_FILE, SHOP);
  await test.press('r', KEYS.left);
  expect(await test.settledText()).toContain(' 0 removed, 0 changed, 1 added, 7 the same');
});
