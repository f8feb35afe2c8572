import { expect, it } from 'vitest';
import { prompt } from '../prompt.ts';

/** Runs a platform until it has told its address. */
function serving(...argv: readonly string[]) {
  const said = Promise.withResolvers<string>();
  return prompt(['platform', ...argv], {
    taking: (piece) => {
      if (piece !== '') said.resolve(piece);
      return 'take';
    },
    async during(interrupt) {
      await said.promise;
      interrupt.abort();
    },
  });
}

it('a platform tells its address and its own key, and serves until Ctrl-C', async () => {
  const { code, stdout, stderr } = await serving('-o', 'ndjson');
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toEqual({
    WARREN_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    WARREN_ACCESS_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(stderr).toContain('Serving until Ctrl-C.');
});

it('a platform’s table is what a shell can evaluate', async () => {
  expect((await serving('-o', 'table')).stdout).toMatch(
    /^export WARREN_BASE_URL=http:\/\/127\.0\.0\.1:\d+\nexport WARREN_ACCESS_KEY=[0-9a-f]{64}\n$/,
  );
});

it.each([
  [['--port', '99999'], '--port takes a whole number from 0 to 65535.'],
  [['--seed', 'x'], '--seed takes a whole number'],
  [['--dialect', 'wat=1'], 'There is no dialect "wat"'],
  [['--dialect', 'log-order=sideways'], 'log-order cannot be "sideways"'],
  [['--data', '/proc/x'], "cannot keep the platform's data"],
])('a platform is not opened with %j', async (argv, words) => {
  const { code, stdout, stderr } = await prompt(['platform', ...argv]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(words);
});
