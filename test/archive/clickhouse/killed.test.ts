import { expect, it } from 'vitest';
import { archiveKills } from '../../support/archive-kills.ts';
import { hasEngine } from '../../support/engine.ts';

it.runIf(hasEngine)(
  'an engine that is killed, and writers that are killed, have everything once; no claim is false (npm run test:archive)',
  async () => {
    const plan = { seed: 11, archives: 1, rounds: 3, engineEvery: 1, perDay: 8000, longest: 1000 };
    const { faults, engineKilled, claimsLooked } = await archiveKills(plan);
    expect(faults).toEqual([]);
    expect(engineKilled).toBe(3);
    expect(claimsLooked).toBeGreaterThan(0);
  },
  180_000,
);
