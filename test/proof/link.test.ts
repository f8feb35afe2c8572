import { expect, it } from 'vitest';
import { playLink } from '../support/link-schedule.ts';

const FIRST = 1;

it.each(Array.from({ length: 12 }, (_, at) => FIRST + at))(
  'badge and title state what happened, and requests obey the backoff: schedule %i',
  async (seed) => {
    const { faults, requests } = await playLink(seed, 40);
    expect(faults.slice(0, 3), `seed ${seed}, of ${faults.length}`).toEqual([]);
    expect(requests).toBeGreaterThan(3);
  },
);
