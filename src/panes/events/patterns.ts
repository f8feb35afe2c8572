import { type FoundPattern, PatternSearch, templateText } from '../../events/patterns.ts';
import { breathe } from '../../feeds/breathe.ts';
import type { Supervisor } from '../../feeds/supervisor.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import { count } from '../../text/figures.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { compose, type Styled, span } from '../../ui/line.ts';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';

/** The message patterns, while they have the keys. */
export interface PatternsState {
  readonly list: ListState;
}

export const FRESH_PATTERNS: PatternsState = { list: EMPTY_LIST };

/** Near-equal messages collapsed, of what the list was held to when they were asked for. */
export interface Patterns {
  /** Begins anew, over what is shown now. */
  begin(shown: Shown): void;
  search(): PatternSearch | null;
  rows(): readonly FoundPattern[];
}

/** The longest that reading messages may keep a key waiting, milliseconds. */
const SLICE = 8;

export function createPatterns(feeds: Supervisor, changed: () => void): Patterns {
  let current: PatternSearch | null = null;
  let serial = 0;
  return {
    begin({ store, view }) {
      const search = new PatternSearch(store, { view });
      current = search;
      serial += 1;
      feeds.run('events.patterns', String(serial), async (signal) => {
        while (!signal.aborted && search.advance(SLICE)) {
          changed();
          await breathe();
        }
        changed();
      });
    },
    search: () => current,
    rows: () => current?.patterns ?? [],
  };
}

/** The id of a pattern in its list. */
export const patternId = ({ of, template }: FoundPattern): string =>
  `${of} ${templateText(template)}`;

const columnsOf = (total: number): readonly Column<FoundPattern>[] => [
  {
    id: 'count',
    title: words`ENTRIES`,
    width: 9,
    align: 'right',
    cell: (pattern) => span(count(pattern.count)),
  },
  {
    id: 'share',
    title: words`SHARE`,
    live: true,
    width: 6,
    align: 'right',
    cell: (pattern) =>
      span(
        words`${((pattern.count / Math.max(1, total)) * 100).toFixed(1) as Printable}%`,
        theme.faint,
      ),
  },
  {
    id: 'template',
    title: words`MESSAGES LIKE`,
    width: 24,
    grow: 1,
    cell: (pattern) => span(printable(templateText(pattern.template))),
  },
];

export function patternLines(
  patterns: Patterns,
  list: ListState,
  width: number,
  height: number,
): readonly Styled[] {
  const search = patterns.search();
  const rows = patterns.rows();
  const read = search?.read ?? 0;
  const said = search?.complete
    ? words` ${count(rows.length)} patterns in the messages of ${count(read)} entries`
    : words` reading… ${count(read)} entries so far`;
  return [
    compose([span(said, theme.faint)], width),
    ...tableLines({
      columns: columnsOf(read),
      rows,
      ids: rows.map(patternId),
      list,
      width,
      height: height - 1,
      focused: true,
    }),
  ];
}
