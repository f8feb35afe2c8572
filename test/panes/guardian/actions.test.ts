import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import type { Steps } from '../../../src/guardian/diff.ts';
import {
  MAX_FILE_BYTES,
  readSpecification,
  runInTimeSlices,
} from '../../../src/panes/guardian/actions.ts';
import { KEYS } from '../../support/console.ts';
import { CTRL_Y, guardianConsole, SHOP_FILE } from '../../support/guardian-console.ts';
import { SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';
import { memoryFiles } from '../../support/memory-files.ts';
import { nextThread } from '../../support/next-thread.ts';
import { documentWith } from '../../support/preflights.ts';

const LARGE_FILE = '/home/tester/large.yaml';
/** It is checked in a thread. */
const LARGE = `${SHOP}${'# so many words\n'.repeat(20_000)}`;

describe('reading a file', () => {
  it('the last of two chosen files counts, however long the first takes', async () => {
    const test = await guardianConsole();
    test.files.contents.set('/home/tester/slow.yaml', WITHOUT_BASKET);
    const slow = Promise.withResolvers<void>();
    const { readText } = test.files;
    test.files.readText = async (path, most) => {
      const text = await readText(path, most);
      if (path.endsWith('slow.yaml')) await slow.promise;
      return text;
    };
    await test.console.settled();
    // Not waited for: it is still being read when the next one is chosen.
    await test.pressLoose('o', KEYS.ctrlU, '/home/tester/slow.yaml', KEYS.enter);
    expect(await test.text()).toContain('Reading /home/tester/slow.yaml');
    await test.pressLoose('U');
    expect(await test.text()).toContain('The file is still being read.');
    await test.pressLoose('o', KEYS.ctrlU, SHOP_FILE, KEYS.enter);
    slow.resolve();
    await test.console.settled();
    expect(await test.text()).toContain(' 8 endpoints');
    expect(await test.line('sha256')).toContain(SHOP_FILE);
  });

  it('a zone keeps its own file', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press(']');
    expect(await test.text()).toContain('No specification is chosen for api.shop.example.');
    await test.press('[');
    expect(await test.text()).toContain(' Shop  version 2.4.0');
  });

  it('r reads it again, R does not: what was checked is what is sent', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    test.files.contents.set(SHOP_FILE, WITHOUT_BASKET);
    await test.press('R');
    expect(await test.text()).toContain(' 8 endpoints');
    await test.press('r');
    expect(await test.text()).toContain(' 7 endpoints');
  });
});

describe('a check whose thread ends', () => {
  it('says so, sends nothing, and is repeated by r', async () => {
    const test = await guardianConsole({ columns: 120 });
    test.files.contents.set(LARGE_FILE, LARGE);
    const thread = nextThread();
    await test.pressLoose('o', KEYS.ctrlU, LARGE_FILE, KEYS.enter);
    await (await thread).terminate();
    await test.until(
      '✖ The check of large.yaml stopped; r tries again. Its thread ended: exit code 1.',
    );
    await test.press('U');
    expect(await test.text()).toContain(
      'The chosen file was not read and checked: r tries again, o chooses another.',
    );
    expect(test.uploads()).toEqual([]);
    await test.press('r');
    await test.until(' 8 endpoints');
    expect(await test.line('sha256')).toContain(LARGE_FILE);
  });
});

describe('sending it', () => {
  it('is written into the audit file, without the document itself', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press('a', 'a');
    await test.upload();
    const [path, text] =
      [...test.files.contents].find(([name]) => name.startsWith('/state/')) ?? [];
    expect(path).toMatch(/^\/state\/warren\/.*audit.*/);
    const lines = (text ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      {
        event: 'begun',
        operation: 'guardian-upload',
        subject: { kind: 'zone', name: 'shop.example' },
        request: {
          file: SHOP_FILE,
          bytes: 3343,
          sha256: expect.stringMatching(/^0cfc6b19/),
          enforceAuthorizationValidation: false,
        },
      },
      { event: 'ended', outcome: 'accepted' },
    ]);
    expect(text).not.toContain('components');
  });

  it('sends the chosen authorization once, and the next upload leaves it out', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press('a', 'a');
    expect(await test.text()).toContain(' ● no ');
    await test.upload();
    await test.press(KEYS.right, '/', 'basket', KEYS.enter);
    expect(await test.line('/api/v2/basket')).toMatch(/items +not/);
    await test.press(KEYS.escape, KEYS.left);
    expect(await test.text()).toContain(' ● keep ');
    await test.upload();
    await test.press(KEYS.right, '/', 'basket', KEYS.enter);
    expect(await test.line('/api/v2/basket')).toMatch(/items +not/);
    expect(await test.line(' Compared')).toContain('Compared ✓');
  });

  it('allows one upload per zone at a time', async () => {
    const release = Promise.withResolvers<void>();
    const test = await guardianConsole({
      call: (call) => async (operation, input, signal) => {
        const answer = await call(operation, input, signal);
        if (operation.id === 'guardian-upload') await release.promise;
        return answer;
      },
    });
    await test.choose(SHOP_FILE);
    await test.press('U');
    await test.pass(1000);
    await test.pressLoose(CTRL_Y);
    expect(await test.text()).toContain('◐ SENT, NO ANSWER YET');
    expect(await test.line('Send')).toContain('Send …');
    await test.pressLoose('U');
    expect(await test.text()).toContain(
      'A change of this zone is under way. Wait for its outcome.',
    );
    // Another zone is another matter.
    await test.pressLoose(']', 'U');
    expect(await test.text()).toContain('There is nothing to send: o chooses a file.');
    release.resolve();
    await test.console.settled();
    await test.press('[');
    expect(await test.text()).toContain('● ACCEPTED');
    expect(test.uploads()).toHaveLength(1);
  });

  it('does not send a file that disappeared after its check', async () => {
    const test = await guardianConsole();
    await test.choose(SHOP_FILE);
    await test.press('U');
    await test.pass(1000);
    test.files.contents.delete(SHOP_FILE);
    await test.press(CTRL_Y);
    expect(await test.text()).toMatch(/ ✖ NOT SENT at .*\n +The file cannot be read any more: /);
    expect(test.uploads()).toEqual([]);
  });

  it('sends a file with errors after confirmation', async () => {
    const test = await guardianConsole();
    test.files.contents.set(SHOP_FILE, SHOP.replace('  /login:', '  login:'));
    await test.choose(SHOP_FILE);
    await test.press('U');
    expect(await test.text()).toContain('✖ The file has 1 error: see Check.');
    await test.pass(1000);
    await test.press(CTRL_Y);
    expect(await test.text()).toContain('✖ REFUSED');
    expect(test.uploads()).toHaveLength(1);
  });

  it('does not send an unreadable file', async () => {
    const test = await guardianConsole();
    test.files.contents.set(SHOP_FILE, 'openapi: 3.0.0\npaths: {');
    await test.choose(SHOP_FILE);
    expect(await test.line('✖ error')).toMatch(/✖ error +\d+:\d+ /);
    await test.press('U');
    expect(await test.text()).toContain('This file cannot be read as OpenAPI 3.0 or 3.1');
    expect(test.uploads()).toEqual([]);
  });
});

describe('a configuration that takes long to compare', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** A console that has sent a large file, on a machine on which every endpoint takes a slice. */
  const slowComparison = async () => {
    const test = await guardianConsole();
    const large = '/home/tester/large.json';
    const paths = Array.from({ length: 450 }, (_, at) => [`/things/${at}`, { get: {} }]);
    test.files.contents.set(large, documentWith(Object.fromEntries(paths)));
    await test.choose(large);
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 10;
      return now;
    });
    await test.upload();
    return test;
  };

  it('is compared in the background while keys are handled', async () => {
    const test = await slowComparison();
    expect(await test.text()).toContain('● ACCEPTED');
    expect(await test.text()).toContain(
      'What it returned is being compared with what was predicted.',
    );
    expect(await test.line(' Compared')).toContain('Changes …');
    await test.press('U');
    expect(await test.text()).toContain('The file is still being compared with what the service');
    await test.press(KEYS.left);
    expect(await test.text()).toContain(
      'The file is being compared with what the service returned',
    );
    await test.until('The file changes nothing');
    await test.press(KEYS.right);
    await test.until('What it returned is as predicted');
    expect(test.uploads()).toHaveLength(1);
  });

  it('is compared only once', async () => {
    const test = await slowComparison();
    expect(await test.text()).toContain('is being compared');
    await test.until('What it returned is as predicted');
    await test.press('1', '5', 'R');
    expect(await test.text()).toContain('What it returned is as predicted');
  });
});

it('a file has its size and the hash of sha256sum', async () => {
  const files = memoryFiles();
  files.contents.set('/x/shop.yaml', `${SHOP}# ünïcode\n`);
  const bytes = Buffer.from(`${SHOP}# ünïcode\n`);
  expect(await readSpecification(files, '/x/shop.yaml')).toEqual({
    kind: 'read',
    content: `${SHOP}# ünïcode\n`,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
});

it('an unreadable file gives a reason in one line', async () => {
  const files = memoryFiles();
  files.contents.set('/x/large.yaml', 'x'.repeat(MAX_FILE_BYTES + 1));
  expect(await readSpecification(files, '/x/large.yaml')).toEqual({
    kind: 'trouble',
    reason: '/x/large.yaml is larger than 5 MiB.',
  });
  expect(await readSpecification(files, '/x/\u001b[2J')).toEqual({
    kind: 'trouble',
    reason: '/x/␛[2J could not be read: it does not exist.',
  });
});

const bugs: unknown[] = [];
const supervisor = () => createSupervisor((error) => bugs.push(error));
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** As many steps, each of which takes `ms`. */
function* steps(count: number, ms: number, taken: { count: number }): Steps<string> {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + ms;
    while (performance.now() < end);
    taken.count += 1;
    yield;
  }
  return 'done';
}

it('little work is done synchronously', () => {
  const found: string[] = [];
  runInTimeSlices(supervisor(), 'compare', steps(5, 0, { count: 0 }), (value) => found.push(value));
  expect(found).toEqual(['done']);
});

it('much work yields between slices and gives the same result', async () => {
  const found: string[] = [];
  const taken = { count: 0 };
  const seen: number[] = [];
  runInTimeSlices(supervisor(), 'compare', steps(30, 2, taken), (value) => found.push(value));
  expect(found).toEqual([]);
  while (found.length === 0) {
    seen.push(taken.count);
    await turn();
  }
  expect(found).toEqual(['done']);
  // A slice is about 8 ms: never the most of it.
  const largest = seen.map((count, at) => count - (seen[at - 1] ?? 0));
  expect(Math.max(...largest)).toBeLessThan(10);
});

it('replaced or stopped work is abandoned', async () => {
  const feeds = supervisor();
  const found: string[] = [];
  const taken = { count: 0 };
  runInTimeSlices(feeds, 'compare', steps(1000, 2, taken), () => found.push('first'));
  runInTimeSlices(feeds, 'compare', steps(1, 0, { count: 0 }), () => found.push('second'));
  runInTimeSlices(feeds, 'other', steps(1000, 2, taken), () => found.push('third'));
  feeds.stopAll();
  const before = taken.count;
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(taken.count).toBe(before);
  expect(found).toEqual(['second']);
  expect(bugs).toEqual([]);
});

describe('a large file', () => {
  /** Long enough to be checked in a thread. */
  const LARGE = `${SHOP}${'# so many words\n'.repeat(20_000)}`;

  it('is checked in a thread, and Esc cancels it', async () => {
    const test = await guardianConsole();
    test.files.contents.set('/home/tester/large.yaml', LARGE);
    await test.choose(SHOP_FILE);
    await test.pressLoose('o', KEYS.ctrlU, '/home/tester/large.yaml', KEYS.enter);
    expect(await test.text()).toMatch(/(?:Reading|Checking) \/home\/tester\/large\.yaml/);
    // Of the file before it nothing is on screen meanwhile.
    expect(await test.text()).not.toContain('Shop  version');
    await test.pressLoose(KEYS.escape);
    expect(await test.text()).toContain('Reading was cancelled.');
    expect(await test.line('sha256')).toContain(SHOP_FILE);
  });

  it('is shown once it is checked', async () => {
    const test = await guardianConsole();
    test.files.contents.set(SHOP_FILE, LARGE);
    await test.choose(SHOP_FILE);
    expect(await test.text()).toContain(' 8 endpoints');
  });
});
