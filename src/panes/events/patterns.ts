import { type Command, command, onRow } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import {
  type FoundPattern,
  PatternSearch,
  templateTerm,
  templateText,
} from '../../events/message-patterns.ts';
import type { Outcome } from '../../events/outcome.ts';
import { yieldToEventLoop } from '../../feeds/scheduling.ts';
import type { Supervisor } from '../../feeds/supervisor.ts';
import { type ListState, selectedId } from '../../state/list.ts';
import { count, counted, percentExact } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { compose, type RowContent, span } from '../../ui/line.ts';
import { type Column, column, sortedRows, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';
import { withFilter } from './filter-stack.ts';
import type { EventsModel } from './model.ts';
import { INITIAL_PATTERNS, NOTHING_OPEN } from './state.ts';
import { figureColumn, splitBar } from './values.ts';

/** Time limit for one slice of reading, in milliseconds, so that key presses are not delayed. */
const SLICE_MS = 8;

/** Message patterns of the listing at the time they were asked for. */
export function createPatterns(feeds: Supervisor, changed: () => void) {
  let current: PatternSearch | null = null;
  let serial = 0;
  return {
    /** Starts again on the current listing. */
    begin({ store, view }: Shown) {
      const search = new PatternSearch(store, view);
      current = search;
      serial += 1;
      feeds.run('events.patterns', String(serial), async (signal) => {
        while (!signal.aborted && search.advance(SLICE_MS)) {
          changed();
          await yieldToEventLoop();
        }
        changed();
      });
    },
    /** Stops, and releases the listing. */
    end() {
      feeds.stop('events.patterns');
      current = null;
    },
    search: () => current,
    rows: () => current?.patterns ?? [],
  };
}

export type Patterns = ReturnType<typeof createPatterns>;

const patternId = ({ of, template }: FoundPattern): string => `${of} ${templateText(template)}`;

/** Stopped entries are dim, passed ones stand out. */
const outcomeColumn = (
  id: Exclude<Outcome, 'other'>,
  title: Printable,
  leaves?: number,
): Column<FoundPattern> =>
  figureColumn(({ split }) => split[id], {
    id,
    title,
    spoken: printable(id),
    width: 9,
    live: true,
    ...(leaves !== undefined && { leaves }),
    cell: ({ split }) =>
      span(count(split[id]), id === 'logged' && split.logged > 0 ? theme.passed : theme.faint),
  });

const OUTCOME_COLUMNS = [
  outcomeColumn('blocked', words`BLOCKED`, 2),
  outcomeColumn('challenged', words`CHAL`, 4),
  outcomeColumn('logged', words`LOGGED`),
];

const orderedRows = (
  patterns: Pick<Patterns, 'rows'>,
  { sort }: ListState,
): readonly FoundPattern[] => sortedRows(patterns.rows(), columnsOf(1), sort);

const columnsOf = (total: number): readonly Column<FoundPattern>[] => [
  figureColumn((row) => row.count, { id: 'count', title: words`ENTRIES`, width: 9, live: true }),
  column('share', words`SHARE`, 6, {
    live: true,
    leaves: 3,
    align: 'right',
    cell: (pattern) => span(percentExact(pattern.count / Math.max(1, total)), theme.faint),
  }),
  column('split', words`B░C▒L█`, 6, {
    isGraphic: true,
    leaves: 1,
    cell: ({ split }, width) => splitBar(split, width),
  }),
  ...OUTCOME_COLUMNS,
  column('template', words`PATTERN`, 24, {
    grow: 1,
    cell: (pattern) => span(printableStart(templateText(pattern.template))),
  }),
];

export function patternLines(
  patterns: Pick<Patterns, 'search' | 'rows'>,
  list: ListState,
  room: Room,
): readonly RowContent[] {
  const search = patterns.search();
  const rows = orderedRows(patterns, list);
  const read = search?.read ?? 0;
  const unmatched = search?.unmatched ?? 0;
  const summary = search?.complete
    ? words` ${counted(rows.length, words`pattern`)} in the messages of ${counted(read, words`entry`, words`entries`)}`
    : words` reading… ${count(read)} entries so far`;
  return [
    compose(
      [
        span(summary, theme.faint),
        span(unmatched > 0 ? words` · ${count(unmatched)} match none` : words``, theme.warn),
      ],
      room.columns,
    ),
    ...tableLines({
      columns: columnsOf(read),
      rows,
      ids: rows.map(patternId),
      list,
      room: { ...room, rows: room.rows - 1 },
    }),
  ];
}

export const openPatternsCommand = (model: EventsModel, patterns: Patterns): Command =>
  command('events.patterns', 'M', words`Message patterns: similar messages, counted`, {
    unavailable: () =>
      (model.shown()?.view.size ?? 0) === 0 ? words`There is no entry to read.` : undefined,
    run: () => {
      const shown = model.shown();
      if (!shown) return;
      patterns.begin(shown);
      model.slice.setState({ ...NOTHING_OPEN, patterns: INITIAL_PATTERNS });
    },
  });

export function patternCommands(model: EventsModel, patterns: Patterns): readonly Command[] {
  const { slice } = model;
  const list = () => (slice.getState().patterns ?? INITIAL_PATTERNS).list;
  const selected = () => {
    const rows = orderedRows(patterns, list());
    const id = selectedId(list(), rows.map(patternId));
    return rows.find((pattern) => patternId(pattern) === id);
  };
  const filterBy = (sign: '' | '-') =>
    onRow(selected, words`There is no pattern under the cursor.`, ({ template, of }) => {
      const filter = withFilter(`${sign}${templateTerm(template, of)}`);
      model.applyFilters((state) => ({ ...filter(state), patterns: null }));
    });
  return [
    command('events.patterns-close', 'M', words`Close the patterns`, {
      footer: words`list`,
      run: () => slice.setState({ patterns: null }),
    }),
    command('events.pattern-only', ['enter', '+'], words`Filter for this pattern`, {
      footer: words`include`,
      ...filterBy(''),
    }),
    command('events.pattern-without', '-', words`Filter out this pattern`, {
      footer: words`exclude`,
      ...filterBy('-'),
    }),
    ...listCommands({
      get: list,
      set: (next) => slice.setState({ patterns: { list: next } }),
      ids: () => orderedRows(patterns, list()).map(patternId),
      height: model.height,
      sortable: () => ['count', 'blocked', 'challenged', 'logged'],
      isAlwaysSorted: true,
    }),
  ];
}
