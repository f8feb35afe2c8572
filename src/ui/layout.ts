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

/** Below this nothing but connection state and quitting is drawn. */
export const LEAST = { columns: 60, rows: 15 } as const;

/** Badge line, tabs, title above; notice and footer below. */
const CHROME = { full: 5, pane: 3 } as const;

export function layoutOf(
  size: { readonly columns: number; readonly rows: number },
  fullPane: boolean,
): Layout {
  if (size.columns < LEAST.columns || size.rows < LEAST.rows) return { kind: 'emergency' };
  const around = fullPane ? CHROME.pane : CHROME.full;
  return { kind: 'full', columns: size.columns, body: size.rows - around, chrome: !fullPane };
}

/** What decides how large the body is. */
interface ScreenFacts {
  readonly size: Room;
  readonly fullPane: boolean;
}

/** The room of the pane's body; null where the screen is too small for one. */
export function bodyRoom({ size, fullPane }: ScreenFacts): Room | null {
  const layout = layoutOf(size, fullPane);
  return layout.kind === 'emergency' ? null : { ...size, rows: layout.body };
}

/** Lines of the pane's body; none where the screen is too small for one. */
export const bodyRows = (facts: ScreenFacts): number => bodyRoom(facts)?.rows ?? 0;

/** From this width on details that were asked for stand at the right of their list; else they stand below it. */
export const BESIDE = 120;

/** From this width on the details of what the cursor is on stand there unasked. */
export const WIDE = 140;

/** Columns between a list and what stands beside it. */
export const APART = 2;

/** The most that details take: longer lines are hard to read. The least: what they give to a list that has more to show. */
const DETAIL = { most: 110, least: 54 } as const;

/**
 * How a wide body is divided between a list and its details; null when it is not. What is spoken has no sides.
 *
 * @param wants the columns in which the list shows all it has
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
