/**
 * The whole number that a proof was given as its argument `position` (from 1; options such as `--again` do not count),
 * or `otherwise` where there is none. Anything else ends the run: a count that is no number would try nothing and
 * report that nothing failed.
 */
export function numberArgument(position: number, otherwise: number): number {
  const given = process.argv.slice(2).filter((each) => !each.startsWith('--'))[position - 1];
  if (given === undefined) return otherwise;
  if (/^\d+$/.test(given)) return Number(given);
  throw new RangeError(`argument ${position} must be a whole number, not ${JSON.stringify(given)}`);
}
