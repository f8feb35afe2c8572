import { Box, type DOMElement, Text } from 'ink';
import { createContext, memo, useContext, useRef } from 'react';
import type { SpokenItem } from '../text/spoken.ts';
import { isStyled, type RowContent, type Styled } from './line.ts';
import { spokenRow } from './spoken.ts';

/** What is spoken of each row that is drawn into a spoken room, by its node in Ink's tree. */
export type SpokenRows = WeakMap<DOMElement, SpokenItem>;

/** Set around everything that is drawn into a spoken room: its rows are spoken, not drawn. */
export const Spoken = createContext<SpokenRows | null>(null);

/** The items under `root`, from top to bottom. */
export function spokenItems(root: DOMElement, rows: SpokenRows): readonly SpokenItem[] {
  const own = rows.get(root);
  const below = root.childNodes.flatMap((node) =>
    node.nodeName === '#text' ? [] : spokenItems(node, rows),
  );
  return own ? [own, ...below] : below;
}

/**
 * One row of the screen. The only user of Ink's `Text`: what it draws is {@link Styled}, so a string
 * that did not go through `printable` is a compile error and not an escape sequence in a terminal.
 */
export const Row = memo(function Row({ line }: { readonly line: RowContent }) {
  const spoken = useContext(Spoken);
  if (spoken || !isStyled(line)) {
    return <Box ref={(node) => void (node && spoken?.set(node, spokenRow(line)))} />;
  }
  // Ink gives an empty text no height.
  return <Text wrap="truncate">{line === '' ? ' ' : line}</Text>;
});

/** Rows from top to bottom in a box of a fixed size: one `Text` for all of them, since Ink's work is by the node. */
export const Rows = memo(function Rows({
  lines,
  columns,
  rows,
}: {
  readonly lines: readonly RowContent[];
  readonly columns: number;
  readonly rows: number;
}) {
  const spoken = useContext(Spoken);
  const shown = lines.slice(0, rows);
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0}>
      {spoken ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its position
        shown.map((line, at) => <Row key={at} line={line} />)
      ) : (
        <Text wrap="truncate">{shown.filter(isStyled).join('\n')}</Text>
      )}
    </Box>
  );
});

/**
 * Rows that stay as they are while `held`: the detail beside a list whose cursor is on the move. A held
 * key then costs the link two rows a press and not a page; once the cursor rests the detail follows, and is made only then.
 * In a room of another size they are made at once: Ink would cut what does not fit, and remember all of it.
 *
 * @param of the row of the list that is spoken: what was said of another one is no part of what is said of it
 */
export function HeldRows({
  lines,
  held,
  of,
  columns,
  rows,
}: {
  lines(): readonly RowContent[];
  readonly held: boolean;
  readonly of?: string | undefined;
  readonly columns: number;
  readonly rows: number;
}) {
  const drawn = useRef<Parameters<typeof Rows>[0] & { readonly of: string | undefined }>(null);
  const { current } = drawn;
  const stays = held && current?.columns === columns && current.rows === rows;
  const kept = current?.of === of ? current?.lines : undefined;
  const shown = stays ? (kept ?? []) : lines();
  drawn.current = { lines: shown, columns, rows, of };
  return <Rows lines={shown} columns={columns} rows={rows} />;
}
