import { describe, expect, it } from 'vitest';
import { requested } from '../prompt.ts';
import { servedPrompt, step } from '../served.ts';

const served = servedPrompt();
const linesOf = (text: string) => text.trimEnd().split('\n');

/** Lets waits of `ms` pass until the platform has had so many requests, then interrupts. */
async function rounds(count: number, ms: number, interrupt: AbortController): Promise<void> {
  const wanted = served.platform.served.requests.length + count;
  while (served.platform.served.requests.length < wanted)
    await step(served.clock, { asleep: 1, ms });
  // The answer of the last one is taken in, and the next wait has begun.
  while (served.clock.sleeping === 0) await new Promise((resolve) => setImmediate(resolve));
  interrupt.abort();
}

describe('--watch', () => {
  it('prints a line of CSV per interval, under one heading', async () => {
    const { stdout, code } = await served.run(
      ['search', 'shop', '--size', '1', '-o', 'csv', '--watch', '5s'],
      {
        during: (interrupt) => rounds(3, 5000, interrupt),
      },
    );
    expect(code).toBe(130);
    expect(linesOf(stdout)).toEqual([
      'Type,Id,Name',
      ...Array(3).fill(expect.stringMatching(/^[a-z]+,\d+,/)),
    ]);
  });

  it('prints one document per line', async () => {
    for (const format of ['json', 'ndjson']) {
      const id = String(served.platform.world.rateLimits[0]?.id);
      const { stdout } = await served.run(['rate-limit', id, '-o', format, '--watch', '5s'], {
        during: (interrupt) => rounds(2, 5000, interrupt),
      });
      expect(linesOf(stdout).map((line) => typeof JSON.parse(line))).toEqual(['object', 'object']);
    }
  });

  it('continues through failures, and reports them', async () => {
    const { stdout, stderr } = await served.run(
      ['search', 'shop', '--size', '1', '-o', 'csv', '--watch', '5s'],
      {
        async during(interrupt) {
          await requested(served.platform);
          served.platform.faults.set({ kind: 'answer', status: 503, body: 'empty' }, { times: 1 });
          await rounds(2, 10_000, interrupt);
        },
      },
    );
    expect(linesOf(stdout)).toHaveLength(3);
    expect(stderr).toContain('The service is unavailable; retrying in ');
  });

  it('ends when the key is no longer accepted', async () => {
    const { code, stderr } = await served.run(['search', 'shop', '--watch', '5s'], {
      async during() {
        await requested(served.platform);
        served.platform.faults.set({ kind: 'answer', status: 401, body: 'empty' });
        const { length } = served.platform.served.requests;
        while (served.platform.served.requests.length === length)
          await step(served.clock, { asleep: 1, ms: 5000 });
      },
    });
    expect(code).toBe(5);
    expect(stderr).toContain('The access key was not accepted');
  });

  it('ends when the first read fails', async () => {
    served.platform.faults.set({ kind: 'answer', status: 503, body: 'empty' });
    expect(await served.run(['search', 'shop', '--watch', '5s'])).toMatchObject({ code: 1 });
  });

  it('ends when the reader is gone', async () => {
    const { code } = await served.run(['search', 'shop', '-o', 'csv', '--watch', '5s'], {
      taking: (_, soFar) => (soFar === '' ? 'take' : 'close'),
      async during() {
        const before = served.platform.served.requests.length;
        while (served.platform.served.requests.length < before + 2)
          await step(served.clock, { asleep: 1, ms: 5000 });
      },
    });
    expect(code).toBe(0);
  });

  it('polls at most once a second', async () => {
    expect(await served.run(['search', 'x', '--watch', '10ms'])).toMatchObject({ code: 2 });
  });
});

it('uses the configured service, or fails without one', async () => {
  const { code, stderr } = await served.run(['search', 'x'], { env: { WARREN_BASE_URL: '' } });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'warren: No service is configured.\nRun warren init, set WARREN_BASE_URL and WARREN_ACCESS_KEY, or add --demo for an embedded platform.\n',
  );
});

it('runs on its own platform with --demo', async () => {
  const { code, stdout } = await served.run(['search', 'shop', '--demo', '-o', 'csv']);
  expect(code).toBe(0);
  expect(stdout).toContain('shop.example');
  expect(served.platform.served.requests).toEqual([]);
});
