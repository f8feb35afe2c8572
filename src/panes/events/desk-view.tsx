import { Box } from 'ink';
import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../state/console-state.ts';
import type { Room } from '../../text/spoken.ts';
import { Rows } from '../../ui/rows.tsx';
import { ListAndDetails } from '../list-and-details.tsx';
import type { DeskPart } from './desk.ts';

/** A view of the desk in place of the list: what was counted, its table, the details of a row. */
export function Desk({
  store,
  part,
  room,
}: {
  readonly store: StoreApi<ConsoleState>;
  readonly part: DeskPart;
  readonly room: Room;
}) {
  const body = part.body(room);
  if (!body) return null;
  return (
    <Box flexDirection="column">
      <Rows lines={[body.title]} columns={room.columns} rows={1} />
      <ListAndDetails store={store} list={body.list} details={body.details} />
    </Box>
  );
}
