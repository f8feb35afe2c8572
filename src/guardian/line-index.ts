/** A place in a text as editors number them: both from 1, columns in UTF-16 units. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** A function from offsets in `text` to lines and columns; offsets outside it mean its ends. */
export function lineIndex(text: string): (offset: number) => LineAndColumn {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const within = Math.max(0, Math.min(offset, text.length));
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= within) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: within - (starts[low] ?? 0) + 1 };
  };
}
