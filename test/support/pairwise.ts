type Choices = readonly (readonly string[])[];

/**
 * Rows with one value of every choice, such that any two values of different choices share a row. They reveal every fault that
 * needs two settings, in hardly more rows than the product of the two longest choices. Values must be unique, so they name
 * their choice: `log-order=oldest`.
 *
 * Greedy: a row starts with a pair that is not covered yet. Every other choice, the longest first, then takes the value that
 * covers most new pairs.
 */
export function pairwise(choices: Choices): readonly (readonly string[])[] {
  if (choices.length < 2) return choices.flat().map((value) => [value]);
  const longestFirst = choices.toSorted((a, b) => b.length - a.length);
  const missing = new Set(pairsOf(longestFirst));
  const rows: string[][] = [];
  for (let [next] = missing; next !== undefined; [next] = missing) {
    const row = rowWith(next.split(SEPARATOR), longestFirst, missing);
    for (const pair of pairsOf(row.map((value) => [value]))) missing.delete(pair);
    rows.push(row);
  }
  return rows;
}

const SEPARATOR = ' & ';

/** All pairs of values of different choices, with the earlier choice first. */
export function pairsOf(choices: Choices): readonly string[] {
  return choices.flatMap((values, at) =>
    choices
      .slice(at + 1)
      .flatMap((others) =>
        values.flatMap((value) => others.map((other) => value + SEPARATOR + other)),
      ),
  );
}

function rowWith(pair: readonly string[], choices: Choices, missing: ReadonlySet<string>) {
  const row = choices.map((values) => values.find((value) => pair.includes(value)));
  const added = (at: number, value: string) =>
    row.filter(
      (other, there) =>
        other !== undefined &&
        missing.has(there < at ? other + SEPARATOR + value : value + SEPARATOR + other),
    ).length;
  for (const [at, values] of choices.entries())
    row[at] ??= values.toSorted((a, b) => added(at, b) - added(at, a))[0];
  return row.filter((value) => value !== undefined);
}
