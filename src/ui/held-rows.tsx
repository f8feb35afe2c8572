import { useRef } from 'react';
import type { Styled } from './line.ts';
import { Rows } from './text.tsx';

/**
 * Rows that stay as they are while `held`: the detail beside a list whose cursor is on the move. A held
 * key then costs the link two rows a press and not a page; once the cursor rests the detail follows.
 */
export function HeldRows({
  lines,
  held,
  columns,
  rows,
}: {
  readonly lines: readonly Styled[];
  readonly held: boolean;
  readonly columns: number;
  readonly rows: number;
}) {
  const shown = useRef(lines);
  if (!held) shown.current = lines;
  return <Rows lines={shown.current} columns={columns} rows={rows} />;
}
