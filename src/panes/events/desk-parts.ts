import type { Command } from '../../commands/command.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { type DeskPart, deskPart } from './desk.ts';
import { actorsView } from './desk-actors.ts';
import type { EventsModel } from './model.ts';
import type { DeskSubject } from './state.ts';

/** The views of the desk, and the keys that open them. */
export interface Desk {
  readonly open: readonly Command[];
  readonly parts: readonly DeskPart[];
  /** The one that is open. */
  current(): DeskPart | undefined;
}

/** `changed` hears of answers. */
export function createDesk(context: PaneContext, model: EventsModel, changed: () => void): Desk {
  const { slice } = model;
  const parts: readonly DeskPart[] = [deskPart(actorsView(model), context, model, changed)];
  const current = () => {
    const { desk } = slice.getState();
    return parts.find(({ kind }) => kind === desk?.kind);
  };
  slice.subscribe(() => current()?.look());

  const opening = (
    id: string,
    key: string,
    label: Printable,
    subject: () => DeskSubject,
    sort: ListState['sort'] = null,
  ): Command => ({
    id: `events.${id}`,
    keys: [key],
    label,
    group: 'Events',
    unavailable: () => (model.shown() ? undefined : words`No zone is on screen.`),
    run: () =>
      slice.setState({
        desk: { ...subject(), list: { ...EMPTY_LIST, sort }, page: null },
        facets: null,
        patterns: null,
        inspecting: false,
      }),
  });
  return {
    parts,
    current,
    open: [
      opening(
        'actors',
        'H',
        words`Actors: who sends what, rotating addresses as one`,
        () => ({ kind: 'actors' }),
        {
          column: 'count',
          descending: true,
        },
      ),
    ],
  };
}
