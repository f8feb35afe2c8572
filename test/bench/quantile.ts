/** The value that `share` of `values` do not exceed; the median unless told. NaN without values. */
export function quantile(values: readonly number[], share = 0.5): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values);
