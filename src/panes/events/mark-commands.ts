import { type Command, type CommandSet, command, type Verb, verb } from '../../commands/command.ts';
import { marked, selectedId } from '../../state/list.ts';
import { cursorPlace } from '../../text/list-window.ts';
import { count } from '../../text/numbers.ts';
import { printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { knownMarks } from './marks.ts';
import type { EventsModel } from './model.ts';
import type { TimeJumps } from './time-jumps.ts';

/** Bookmarks: setting them, walking them, and notes on them. */
export function markCommands(
  context: PaneContext,
  model: EventsModel,
  jumps: Pick<TimeJumps, 'go'>,
): CommandSet {
  const { slice } = model;
  /** The newest time of a kept mark before what is loaded; undefined where there is none. */
  const markBefore = (): number | undefined => {
    const oldest = model.shown()?.store.span?.oldest ?? Number.POSITIVE_INFINITY;
    const times = knownMarks(slice.getState(), context.history.slice.getState().marks).flatMap(
      ({ time, removed }) => (removed || time >= oldest ? [] : time),
    );
    return times.length === 0 ? undefined : Math.max(...times);
  };
  const none = () =>
    slice.getState().list.marks.size === 0 && markBefore() === undefined
      ? words`No entry is marked. m marks the one under the cursor.`
      : undefined;

  /** Marked entries that are on screen's list, by where they stand. */
  const walk = (by: 1 | -1) => () => {
    const entries = model.entries();
    const { list } = slice.getState();
    const place = cursorPlace(list, entries);
    const here = place.kind === 'none' ? -1 : place.index;
    const ranks = [...list.marks]
      .map((id) => ({ id, rank: entries.indexOf(id) }))
      .filter(({ rank }) => rank >= 0 && (by > 0 ? rank > here : rank < here))
      .sort((a, b) => (a.rank - b.rank) * by);
    const [next] = ranks;
    if (next) {
      model.goTo(Number(next.id));
      const note = slice.getState().notes.get(next.id);
      if (note !== undefined) context.say(words`“${printable(note)}”`);
      return;
    }
    const time = by < 0 ? markBefore() : undefined;
    if (time !== undefined) return jumps.go({ time, range: { from: time, until: time + 1 } });
    context.say(by > 0 ? words`No newer mark in the list.` : words`No older mark in the list.`);
  };

  const here = () => selectedId(slice.getState().list, model.entries());
  const noEntry = () => (here() === null ? words`No entry is under the cursor.` : undefined);
  /** Marks the entry under the cursor, with a note; an empty one takes the note away and leaves the mark. */
  const note = (text: string) => {
    const id = here();
    if (id === null) return;
    slice.setState(({ list, notes: before }) => {
      const notes = new Map(before);
      if (text === '') notes.delete(id);
      else notes.set(id, text);
      return { notes, list: { ...list, marks: new Set(list.marks).add(id) } };
    });
  };

  const commands: readonly Command[] = [
    command('events.note', '"', words`Add a note to the entry`, {
      unavailable: noEntry,
      run: () =>
        context.ask({
          id: 'events-note',
          label: words`Note`,
          value: slice.getState().notes.get(here() ?? '') ?? '',
          placeholder: words`text of the note`,
          accepted: (text) => note(text.trim()),
        }),
    }),
    command('events.mark', 'm', words`Mark/unmark the entry`, () => {
      model.moveTo(marked(slice.getState().list, model.entries(), model.height()));
      context.say(words`${count(slice.getState().list.marks.size)} marked · u and U walk them`);
    }),
    command('events.mark-next', 'u', words`Next mark, newer`, { unavailable: none, run: walk(1) }),
    command('events.mark-previous', 'U', words`Previous mark, older`, {
      unavailable: none,
      run: walk(-1),
    }),
  ];
  const verbs: readonly Verb[] = [
    verb(words`note TEXT`, words`Add a note to the event under the cursor`, (rest) => {
      const reason = noEntry();
      if (reason === undefined) note(rest);
      return reason;
    }),
  ];
  return { commands, verbs };
}
