import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../state/console-state.ts';
import type { Styled } from '../../ui/line.ts';
import { Row } from '../../ui/rows.tsx';
import { useSelected } from '../../ui/use-selected.ts';

/** A row of the frame: made anew at each change, and drawn again only where its text is another. */
export function LiveRow({
  store,
  line,
}: {
  readonly store: StoreApi<ConsoleState>;
  line(state: ConsoleState): Styled;
}) {
  return <Row line={useSelected(store, line)} />;
}
