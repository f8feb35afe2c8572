/** How the body of the pane is divided, in lines. */
export interface EventsLayout {
  /** Zone tabs and the line about how the day is followed. */
  readonly head: 2;
  /** The strip of entries over time: one row, or a row a status and an axis. */
  readonly strip: 1 | 4;
  /** The list, its column heads among them. */
  readonly list: number;
  /** The inspector or the facets under the list, where they are not beside it. */
  readonly below: number;
}

/** From this many lines on the strip has a row for each status. */
const TALL = 26;

/** `beside`: whether detail stands beside the list. `below`: what is asked for where it does not. */
export function eventsLayout(
  rows: number,
  beside: boolean,
  below: 'nothing' | 'inspector' | 'board',
): EventsLayout {
  const strip = rows >= TALL ? 4 : 1;
  const rest = rows - 2 - strip;
  if (beside || below === 'nothing') return { head: 2, strip, list: rest, below: 0 };
  const under = Math.floor(rest * (below === 'board' ? 0.7 : 0.55));
  return { head: 2, strip, list: rest - under, below: under };
}
