/**
 * The whole number in argument `position` of a proof (from 1, without options such as `--again`), by default `otherwise`.
 * Anything else ends the run, because a proof with an invalid count would run no case and report success.
 */
export function numberArgument(position: number, otherwise: number): number {
  const given = process.argv.slice(2).filter((each) => !each.startsWith('--'))[position - 1];
  if (given === undefined) return otherwise;
  if (/^\d+$/.test(given)) return Number(given);
  throw new RangeError(`argument ${position} must be a whole number, not ${JSON.stringify(given)}`);
}
