import { Box, type DOMElement, Text } from 'ink';
import { createContext, memo, useContext, useRef } from 'react';
import type { SpokenItem } from '../text/spoken.ts';
import { isStyled, type RowContent, type Styled } from './line.ts';
import { spokenRow } from './spoken.ts';

/** The spoken item of each row, by its node in Ink's tree. */
export type SpokenRows = WeakMap<DOMElement, SpokenItem>;

/** Provided in spoken rooms: rows are spoken, not drawn. */
export const Spoken = createContext<SpokenRows | null>(null);

/** Items below `root`, top to bottom. */
export function spokenItems(root: DOMElement, rows: SpokenRows): readonly SpokenItem[] {
  const own = rows.get(root);
  const below = root.childNodes.flatMap((node) =>
    node.nodeName === '#text' ? [] : spokenItems(node, rows),
  );
  return own ? [own, ...below] : below;
}

/**
 * One row of the screen. Only this file uses Ink's `Text`, and it draws {@link Styled}: a string that did not pass
 * `printable` is a compile error.
 */
export const Row = memo(function Row({ line }: { readonly line: RowContent }) {
  const spoken = useContext(Spoken);
  if (spoken || !isStyled(line)) {
    return <Box ref={(node) => void (node && spoken?.set(node, spokenRow(line)))} />;
  }
  return <Text wrap="truncate">{line === '' ? ' ' : line}</Text>;
});

/** Rows in a box of fixed size: one `Text` for all, since Ink's work is per node. */
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
 * Rows that keep their content while `held`, for details during cursor movement: a held key then sends two rows per
 * press instead of a page. Another size is drawn at once, because Ink would cut what does not fit. `of`: id of the
 * spoken row: another row's details are dropped.
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
