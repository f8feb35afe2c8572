import type { Command } from '../../commands/command.ts';
import { marked, movedTo } from '../../state/list.ts';
import { cursorPlace } from '../../text/cursor.ts';
import { count } from '../../text/figures.ts';
import { words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import type { EventsModel } from './model.ts';

const GROUP = 'Events' as const;

/** Bookmarks: setting them and walking them. */
export function markCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const none = () =>
    slice.get().list.marks.size === 0
      ? words`No entry is marked. m marks the one under the cursor.`
      : undefined;

  /** Marked entries that are on screen's list, by where they stand. */
  const walk = (by: 1 | -1) => () => {
    const entries = model.entries();
    const { list } = slice.get();
    const place = cursorPlace(list, entries);
    const here = place.kind === 'none' ? -1 : place.index;
    const ranks = [...list.marks]
      .map((id) => ({ id, rank: entries.indexOf(id) }))
      .filter(({ rank }) => rank >= 0 && (by > 0 ? rank > here : rank < here))
      .sort((a, b) => (a.rank - b.rank) * by);
    const [next] = ranks;
    if (next) model.moveTo(movedTo(list, entries, next.id, model.height()));
    else
      context.say(
        by > 0
          ? words`There is no newer mark in the list.`
          : words`There is no older mark in the list.`,
      );
  };

  return [
    {
      id: 'events.mark',
      keys: ['m'],
      label: words`Mark the entry, or take its mark away`,
      group: GROUP,
      run: () => {
        model.moveTo(marked(slice.get().list, model.entries(), model.height()));
        context.say(words`${count(slice.get().list.marks.size)} marked · u and U walk them`);
      },
    },
    {
      id: 'events.mark-next',
      keys: ['u'],
      label: words`Next mark, newer`,
      group: GROUP,
      unavailable: none,
      run: walk(1),
    },
    {
      id: 'events.mark-previous',
      keys: ['U'],
      label: words`Previous mark, older`,
      group: GROUP,
      unavailable: none,
      run: walk(-1),
    },
  ];
}
