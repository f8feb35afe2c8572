import { expect, it } from 'vitest';
import { type Coverage, dayRange, noCoverage } from '../../src/events/coverage.ts';
import { firstOpenDay } from '../../src/events/log-archive.ts';

const TODAY = 20_000;

/** A log in which each day is complete, half complete, or has only an entry. */
const logOf = (days: Readonly<Record<number, 'all' | 'half' | 'none'>>) => ({
  days: async () => Object.keys(days).map(Number),
  async coverage(_: string, day: number): Promise<Coverage> {
    const { from, until } = dayRange(day);
    const loaded = {
      all: [{ from, until }],
      half: [{ from, until: (from + until) / 2 }],
      none: [],
    }[days[day] ?? 'none'];
    return { ...noCoverage(day), loaded };
  },
});

it.each([
  ['nothing was ever kept', {}, TODAY],
  ['today alone was kept', { [TODAY]: 'half' }, TODAY],
  ['yesterday was kept to its end', { [TODAY - 1]: 'all' }, TODAY],
  ['yesterday was left unfinished', { [TODAY - 1]: 'half', [TODAY]: 'half' }, TODAY - 1],
  ['no run was there yesterday', { [TODAY - 2]: 'all', [TODAY]: 'half' }, TODAY - 1],
  ['two days lack something', { [TODAY - 2]: 'none', [TODAY - 1]: 'half' }, TODAY - 2],
  ['the service has forgotten the day', { [TODAY - 3]: 'half', [TODAY - 2]: 'all' }, TODAY - 1],
  ['keeping began long ago', { [TODAY - 400]: 'half' }, TODAY - 2],
] as const)('if %s, a run starts with the earliest day it can complete', async (_, days, first) => {
  expect(await firstOpenDay(logOf(days), '7', TODAY)).toBe(first);
});
