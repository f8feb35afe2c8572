import { expect, it } from 'vitest';
import { eventLogs } from '../../../src/contract/operations/event-logs.ts';
import { createFaultRegistry } from '../../../src/platform/faults/fault.ts';
import { faultNames, setNamedFaults } from '../../../src/platform/faults/named-faults.ts';
import { usDay, utcDay } from '../../../src/text/time.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { openPlatform } from '../../support/observed-platform.ts';
import { platformClient } from '../../support/platform-client.ts';

/** What becomes of a page of events under a fault: the kind of the error, or `answered`. */
async function outcomeUnder(name: string): Promise<string> {
  const clock = fakeClock();
  const platform = await openPlatform({ clock, seed: 1, events: { perDay: 1000 } });
  try {
    setNamedFaults(platform.faults, [name]);
    const call = platformClient(platform, {
      clock,
      // Only what never ends is not waited for.
      ...(/^(hang|slow)/.test(name) && {
        timeouts: { response: 200, request: 400, trickle: 200 },
      }),
    });
    const shieldZoneId = platform.world.shieldZones[0]?.id ?? '';
    const date = usDay(utcDay(clock.now()));
    return await call(eventLogs, { shieldZoneId: String(shieldZoneId), date }).then(
      () => 'answered',
      (error: { kind: string }) => error.kind,
    );
  } finally {
    await platform.close();
  }
}

it.each([
  ['reset', 'interrupted'],
  ['close-mid-answer', 'interrupted'],
  ['hang', 'timeout'],
  ['slow-headers', 'timeout'],
  ['truncated-json', 'unexpected'],
  ['gzip-checksum', 'unexpected'],
  ['unknown-encoding', 'unexpected'],
  ['html', 'unexpected'],
  ['no-http', 'unexpected'],
  ['401', 'unauthorised'],
  ['403', 'refused'],
  ['429', 'rate-limited'],
  ['503', 'service'],
  ['redirect', 'redirected'],
  ['repeated-token', 'answered'],
  ['shuffled', 'answered'],
])('the fault %s makes a request %s', async (name, outcome) => {
  expect(await outcomeUnder(name)).toBe(outcome);
});

it('faults are named in lists; an unknown name gets a suggestion and the list of all', () => {
  const faults = createFaultRegistry();
  setNamedFaults(faults, ['shuffled,duplicates', 'hang']);
  const taken = faults.take({ operation: 'event-logs', hasToken: false });
  expect(taken.paging.map(({ kind }) => kind)).toEqual(['shuffled', 'duplicates']);
  expect(taken.wire?.kind).toBe('hang');
  const all = faultNames.join(', ');
  expect(() => setNamedFaults(faults, ['hang,nope'])).toThrow(
    `There is no fault nope. There are: ${all}.`,
  );
  expect(() => setNamedFaults(faults, ['503,shuffled', 'hang'])).toThrow(
    'Of 503 and hang only one can apply to a request: name one.',
  );
  expect(() => setNamedFaults(faults, ['hagn'])).toThrow(
    `There is no fault hagn. Did you mean hang? There are: ${all}.`,
  );
});
