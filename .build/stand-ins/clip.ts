/** The part of the screen that a box with hidden overflow shows: half-open bounds, an absent one is open. */
export interface Clip {
  readonly x1?: number | undefined;
  readonly x2?: number | undefined;
  readonly y1?: number | undefined;
  readonly y2?: number | undefined;
}

function tighter(
  a: number | undefined,
  b: number | undefined,
  pick: (a: number, b: number) => number,
): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : pick(a, b);
}

/** What both show: an inner box never lets content out of an outer one. */
export function intersect(outer: Clip | undefined, inner: Clip): Clip {
  if (!outer) return inner;
  return {
    x1: tighter(outer.x1, inner.x1, Math.max),
    x2: tighter(outer.x2, inner.x2, Math.min),
    y1: tighter(outer.y1, inner.y1, Math.max),
    y2: tighter(outer.y2, inner.y2, Math.min),
  };
}

const isEmptyRange = (from: number | undefined, to: number | undefined): boolean =>
  from !== undefined && to !== undefined && from >= to;

/** Whether nothing can be seen through it. */
export const isEmpty = ({ x1, x2, y1, y2 }: Clip): boolean =>
  isEmptyRange(x1, x2) || isEmptyRange(y1, y2);

/** Whether all of `area` can be seen through `clip`. */
export const holds = (clip: Clip, area: Required<Clip>): boolean => {
  const both = intersect(clip, area);
  return both.x1 === area.x1 && both.x2 === area.x2 && both.y1 === area.y1 && both.y2 === area.y2;
};
