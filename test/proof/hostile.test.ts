import { afterEach, describe, expect, it } from 'vitest';
import { prompt } from '../cli/prompt.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { type HostileService, hostileService } from '../support/hostile-service.ts';
import { faultsOf, hostileSinks } from '../support/hostile-sinks.ts';

it('A4, A5: no output in any format contains control or bidirectional characters or formulas', async () => {
  const seed = Date.now() % 2 ** 31;
  const { outputs, texts, faults } = await hostileSinks(seed, 4000);
  expect(faults, `seed ${seed}`).toEqual([]);
  expect(outputs).toBeGreaterThan(100);
  expect(texts).toBeGreaterThan(4000);
});

describe('A4: --raw', () => {
  let service: HostileService | undefined;
  afterEach(() => service?.close());

  async function events(format: string, columns?: number) {
    service = await hostileService(5, 200);
    return prompt(['events', '1', '--since', '30m', '-o', format, '--raw'], {
      env: { WARREN_BASE_URL: service.baseUrl, WARREN_ACCESS_KEY: 'not-a-secret-for-this-test' },
      clock: fakeClock(Date.now()),
      ...(columns !== undefined && { columns }),
    });
  }

  it.each(['csv', 'ndjson'] as const)(
    'writes exactly what the service sent to a pipe, in %s',
    async (format) => {
      const { code, stdout } = await events(format);
      expect(code).toBe(0);
      // Shows that the check detects such characters.
      expect(faultsOf(stdout, format)).toEqual(
        expect.arrayContaining(['control', 'bidirectional']),
      );
    },
  );

  it('is refused on a terminal before any request', async () => {
    const { code, stdout, stderr } = await events('csv', 80);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'warren: --raw is not for a terminal: send the output to a file or a program.\n',
    );
    expect(service?.served()).toBe(0);
  });

  it('cannot be combined with a table, in which text is aligned', async () => {
    const { code, stderr } = await events('table');
    expect([code, stderr]).toEqual([2, 'warren: --raw is for -o json, ndjson or csv.\n']);
  });
});
