import { Box } from 'ink';
import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../state/console-state.ts';
import type { DetailsLayout } from '../ui/details-layout.ts';
import { APART } from '../ui/layout.ts';
import type { Block } from '../ui/line.ts';
import { HeldRows, Rows } from '../ui/rows.tsx';
import { useSelected } from '../ui/use-selected.ts';

/** A list, and what is said of the row under its cursor where the layout has put it. */
export function ListAndDetails({
  store,
  list,
  details,
}: Pick<DetailsLayout, 'details'> & {
  readonly store: StoreApi<ConsoleState>;
  readonly list: Block & { readonly rows: number };
}) {
  const moving = useSelected(store, (state) => state.moving);
  const below = details?.where === 'below';
  return (
    <Box flexDirection={below ? 'column' : 'row'} gap={below ? 0 : APART}>
      <Rows {...list} />
      {details && <HeldRows {...details} lines={() => details.lines} held={moving} />}
    </Box>
  );
}
