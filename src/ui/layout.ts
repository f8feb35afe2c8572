import type { Room } from '../text/spoken.ts';

export type Layout =
  | { readonly kind: 'emergency' }
  | {
      readonly kind: 'full';
      readonly columns: number;
      readonly body: number;
      /** Whether tabs and footer are drawn; a full pane leaves them out. */
      readonly chrome: boolean;
    };

/** Minimum size for panes. */
export const MIN_SIZE = { columns: 60, rows: 15 } as const;

/** Badge line, tabs, title above; notice and footer below. */
const CHROME = { full: 5, pane: 3 } as const;

export function layoutOf(
  size: { readonly columns: number; readonly rows: number },
  fullPane: boolean,
): Layout {
  if (size.columns < MIN_SIZE.columns || size.rows < MIN_SIZE.rows) return { kind: 'emergency' };
  const around = fullPane ? CHROME.pane : CHROME.full;
  return { kind: 'full', columns: size.columns, body: size.rows - around, chrome: !fullPane };
}

interface ScreenFacts {
  readonly size: Room;
  readonly fullPane: boolean;
}

/** Room of the pane's body; null if the screen is too small. */
export function bodyRoom({ size, fullPane }: ScreenFacts): Room | null {
  const layout = layoutOf(size, fullPane);
  return layout.kind === 'emergency' ? null : { ...size, rows: layout.body };
}

/** Lines of the pane's body; 0 if the screen is too small. */
export const bodyRows = (facts: ScreenFacts): number => bodyRoom(facts)?.rows ?? 0;

/** Minimum width for requested details at the right of a list. */
export const BESIDE = 120;

/** Minimum width for details that are shown by default. */
export const WIDE = 140;

/** Columns between a list and its details. */
export const APART = 2;

/** Widths of details: the maximum for readability, and the minimum when the list needs room. */
const DETAIL = { most: 110, least: 54 } as const;

/**
 * Division of a wide body between list and details; null if details are not beside the list. `wants`: width in which
 * the list shows everything.
 */
export function sideBySide(
  { kind, columns }: Pick<Room, 'kind' | 'columns'>,
  preview: boolean,
  asked = false,
  wants = 0,
): { readonly list: number; readonly detail: number } | null {
  if (kind === 'spoken' || columns < (asked ? BESIDE : WIDE) || !(preview || asked)) return null;
  const usual = Math.min(DETAIL.most, Math.floor(columns * 0.38));
  const left = Math.max(DETAIL.least, columns - APART - wants);
  const detail = wants > 0 ? Math.min(usual, left) : usual;
  return { list: columns - detail - APART, detail };
}
