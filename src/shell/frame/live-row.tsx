import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../state/console-state.ts';
import type { RowContent } from '../../ui/line.ts';
import { Row } from '../../ui/rows.tsx';
import { useRows } from '../../ui/use-selected.ts';

/** A row of the frame: made anew at each change, and drawn again only where its text is another. */
export function LiveRow({
  store,
  line,
}: {
  readonly store: StoreApi<ConsoleState>;
  line(state: ConsoleState): RowContent;
}) {
  const [row = ''] = useRows(store, (state) => [line(state)]);
  return <Row line={row as RowContent} />;
}
