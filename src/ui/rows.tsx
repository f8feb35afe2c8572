import { Box, Text } from 'ink';
import { memo, useRef } from 'react';
import type { Styled } from './line.ts';

/**
 * One row of the screen. The only user of Ink's `Text`: what it draws is {@link Styled}, so a string
 * that did not go through `printable` is a compile error and not an escape sequence in a terminal.
 */
export const Row = memo(function Row({ line }: { readonly line: Styled }) {
  // Ink gives an empty text no height.
  return <Text wrap="truncate">{line === '' ? ' ' : line}</Text>;
});

/** Rows from top to bottom in a box of a fixed size: one `Text` a row, unchanged rows untouched. */
export function Rows({
  lines,
  columns,
  rows,
}: {
  readonly lines: readonly Styled[];
  readonly columns: number;
  readonly rows: number;
}) {
  const shown: Styled[] = [];
  for (let at = 0; at < rows; at += 1) shown.push(lines[at] ?? BLANK);
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0}>
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its position
        <Row key={at} line={line} />
      ))}
    </Box>
  );
}

const BLANK = '' as Styled;

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
