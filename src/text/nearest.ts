/** Maximum edit distance of similar words. */
const MAX_DISTANCE = 3;

/**
 * The edit distance between two words: insertions, deletions, substitutions and swaps of neighbours (optimal string
 * alignment).
 */
export function editDistance(a: string, b: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) {
        least = Math.min(least, (twoBefore[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    twoBefore = before;
    before = current;
  }
  return before[b.length] ?? 0;
}

/**
 * The name most similar to `word`, ignoring case. Undefined if none is within three edits and half the length of the
 * word.
 */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const meant = word.toLowerCase().slice(0, 64);
  const allowed = Math.min(MAX_DISTANCE, Math.floor(meant.length / 2));
  let best: string | undefined;
  let least = allowed + 1;
  for (const name of names) {
    // Skip the slow comparison of long names that are too far apart anyway.
    if (Math.abs(name.length - meant.length) > MAX_DISTANCE) continue;
    const distance = editDistance(meant, name.toLowerCase());
    if (distance < least) {
      best = name;
      least = distance;
    }
  }
  return best;
}

/** ` Did you mean …?` if one of `names` is similar to `word`. */
export function suggestion(word: string, names: readonly string[]): string {
  const meant = nearest(word, names);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** Says that nothing of this kind has the name, and which names there are. */
export function noSuch(kind: string, name: string, names: readonly string[]): string {
  if (names.length === 0) return `No ${kind} “${name}”; none is configured.`;
  const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`;
  return `No ${kind} “${name}”. ${label}: ${names.join(', ')}.${suggestion(name, names)}`;
}
