import type { Command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { templateTerm } from '../../events/patterns.ts';
import { selectedId } from '../../state/list.ts';
import { words } from '../../text/printable.ts';
import { stacked } from './looking.ts';
import type { EventsModel } from './model.ts';
import { FRESH_PATTERNS, type Patterns, patternId } from './patterns.ts';

const GROUP = 'Events' as const;

/** The key that opens the patterns. */
export const openPatternsCommand = (model: EventsModel, patterns: Patterns): Command => ({
  id: 'events.patterns',
  keys: ['M'],
  label: words`Message patterns: near-equal messages as one, with their count`,
  group: GROUP,
  unavailable: () =>
    (model.shown()?.view.size ?? 0) === 0 ? words`There is no entry to read.` : undefined,
  run: () => {
    const shown = model.shown();
    if (!shown) return;
    patterns.begin(shown);
    model.slice.set({ patterns: FRESH_PATTERNS, board: null, inspecting: false });
  },
});

/** The keys while the patterns have them. */
export function patternCommands(model: EventsModel, patterns: Patterns): readonly Command[] {
  const { slice } = model;
  const list = () => (slice.get().patterns ?? FRESH_PATTERNS).list;
  const selected = () => {
    const rows = patterns.rows();
    const id = selectedId(list(), rows.map(patternId));
    return rows.find((pattern) => patternId(pattern) === id);
  };
  const none = () => (selected() ? undefined : words`There is no pattern under the cursor.`);
  const filterBy = (sign: '' | '-') => () => {
    const pattern = selected();
    if (!pattern) return;
    slice.set(({ filters }) => ({
      patterns: null,
      filters: [...filters, stacked(`${sign}${templateTerm(pattern.template, pattern.of)}`)],
    }));
    model.look();
  };
  return [
    {
      id: 'events.patterns-close',
      keys: ['M'],
      label: words`Close the patterns`,
      footer: words`list`,
      group: GROUP,
      run: () => slice.set({ patterns: null }),
    },
    {
      id: 'events.pattern-only',
      keys: ['enter', '+'],
      label: words`Keep only entries of this pattern`,
      footer: words`keep`,
      group: GROUP,
      unavailable: none,
      run: filterBy(''),
    },
    {
      id: 'events.pattern-without',
      keys: ['-'],
      label: words`Take away entries of this pattern`,
      footer: words`exclude`,
      group: GROUP,
      unavailable: none,
      run: filterBy('-'),
    },
    ...listCommands({
      get: list,
      set: (next) => slice.set({ patterns: { list: next } }),
      ids: () => patterns.rows().map(patternId),
      height: model.height,
      sortable: () => [],
    }),
  ];
}
