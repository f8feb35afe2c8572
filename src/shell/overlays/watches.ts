import { command, onRow } from '../../commands/command.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type ListState, selectedId } from '../../state/list.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { duration, timeNear } from '../../text/time.ts';
import { cutCells } from '../../ui/columns.ts';
import { spareLines } from '../../ui/details-layout.ts';
import { compose, type RowContent, type Span, span, wrappedText } from '../../ui/line.ts';
import { type Column, column, tableLines, widest, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { itemsOf } from '../../watches/expression.ts';
import { isUnjudged, type Judged } from '../../watches/judging.ts';
import { type Watch, type Watches, watchGap } from '../../watches/watching.ts';
import { listOverlay, type Overlay } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';

type WatchStatus = 'fired' | 'held' | 'unjudged' | 'quiet';

interface WatchRow {
  readonly watch: Watch;
  readonly status: WatchStatus;
  readonly says: Printable;
}

const FROM: Readonly<Record<Watch['from'], Printable>> = {
  'built-in': words`built in`,
  configuration: words`configuration`,
  session: words`this session`,
};

function rowOf(watch: Watch, state: ConsoleState): WatchRow {
  const { workspace, now, timeZone } = state;
  const gap = watchGap(state);
  const items = itemsOf(watch.expression, workspace);
  const judged = items.flatMap(({ id, name }) => {
    const thing = watch.things.get(`${watch.expression.kind} ${id}`);
    return thing ? [{ ...thing, name }] : [];
  });
  const names = (some: readonly { readonly name: string }[]): Printable => {
    const [first] = some;
    const others = some.length - 1;
    return words`${printable(first?.name ?? '')}${others > 0 ? words` and ${count(others)} more` : words``}`;
  };
  const row = (status: WatchStatus, says: Printable) => ({ watch, status, says });
  if (items.length === 0) return row('unjudged', words`nothing in the workspace matches`);
  const isSo = (at: keyof Judged) => judged.filter((each) => each.judged[at] !== null);
  const fired = isSo('firedAt');
  const gone = judged.filter(({ isGone }) => isGone);
  const known = judged.filter((each) => !each.isGone && !isUnjudged(each.judged, now.wall, gap));
  const { subject, asks } = watch.expression;
  const isOfRows = subject === 'zone' && asks.kind === 'rows';
  const left = (some: number, why: Printable) =>
    some > 0 ? words` · ${count(some)} ${why}` : words``;
  const unjudged = [
    left(gone.length, words`not found`),
    left(
      items.length - judged.length,
      isOfRows ? words`unknown: newest 10 min not loaded` : words`unknown: no answer yet`,
    ),
    left(
      judged.length - known.length - gone.length,
      words`unknown: no answer for ${duration(gap)}`,
    ),
  ].join('') as Printable;
  const [first] = fired;
  if (first) {
    const at = first.judged.firedAt ?? 0;
    return row(
      'fired',
      words`fired ${timeNear(now.wall, at, timeZone)}: ${names(fired)}${unjudged}`,
    );
  }
  const held = isSo('heldSince');
  const [since] = held;
  if (since) {
    const at = since.judged.heldSince ?? 0;
    return row(
      'held',
      words`pending since ${timeNear(now.wall, at, timeZone)}: ${names(held)}${unjudged}`,
    );
  }
  if (known.length === 0) {
    const unasked = isOfRows ? words`no zone’s newest 10 min are loaded` : words`no answer yet`;
    const why = judged.length === gone.length ? unasked : words`no answer for ${duration(gap)}`;
    const isAllGone = gone.length === items.length;
    return row('unjudged', words`unknown: ${isAllGone ? words`not found` : why}`);
  }
  return row('quiet', words`ok: ${count(known.length)} checked${unjudged}`);
}

const STATUS_SPANS: Readonly<Record<WatchStatus, (says: Printable) => Span>> = {
  fired: (says) => span(words`✖ ${says}`, theme.bad),
  held: (says) => span(words`! ${says}`, theme.warn),
  unjudged: (says) => span(words`? ${says}`, theme.warn),
  quiet: (says) => span(words`✓ ${says}`, theme.faint),
};

/** Widths of the expression: minimum, and maximum. */
const EXPRESSION = { least: 20, most: 60 } as const;

const columnsOf = (rows: readonly WatchRow[]): readonly Column<WatchRow>[] => {
  const expressions = rows.map(({ watch: { expression } }) => printable(expression.text));
  const wanted = Math.min(EXPRESSION.most, widest(expressions, EXPRESSION.least));
  return [
    column('watch', words`WATCH`, Math.min(wanted, 42), {
      enough: wanted,
      cell: ({ watch: { expression } }) => span(printable(expression.text), theme.strong),
    }),
    column('state', words`STATE`, 28, {
      enough: widestOf(rows, ({ says }) => says) + 2,
      grow: 1,
      cell: ({ status, says }) => STATUS_SPANS[status](says),
    }),
    column('from', words`FROM`, 13, {
      leaves: 1,
      cell: ({ watch: { from } }) => span(FROM[from], theme.faint),
    }),
  ];
};

export function openWatches(context: OverlayContext): Overlay {
  const { watches } = context;
  const ids = () => watches.slice.getState().watches.map(({ id }) => id);
  return listOverlay(context, {
    id: 'watches',
    title: () => words`Watches ${count(ids().length)}`,
    ids,
    listRows(rows, { size: { columns } }) {
      const { problems } = watches.slice.getState();
      return rows - 1 - problemLines(problems, { rows, columns }).length;
    },
    commands: (list) => [
      command('watches.remove', 'backspace', words`Remove the watch for this session`, {
        footer: words`remove`,
        ...onRow(
          () => selectedId(list(), ids()) ?? undefined,
          words`There is no watch.`,
          (id) => {
            watches.remove(id);
            context.say(words`Removed for this session: ${printable(id)}.`);
          },
        ),
      }),
    ],
    lines: (state, list, room) => linesOf(watches.slice.getState(), state, list, room),
  });
}

/** Problems above the list, in full unless they take more than half of the room. */
function problemLines(
  problems: readonly Printable[],
  { rows, columns }: Room,
): readonly (readonly Span[])[] {
  const whole = problems.flatMap((problem) => wrappedText(problem, columns - 1, theme.warn));
  return whole.length <= rows / 2
    ? whole
    : problems.map((problem) => [span(words` ${problem}`, theme.warn)]);
}

const HINT = words` :watch adds one for this session; watches: in the configuration keeps it.`;

function linesOf(
  { watches, problems }: ReturnType<Watches['slice']['getState']>,
  state: ConsoleState,
  list: ListState,
  room: Room,
): readonly RowContent[] {
  const rows = watches.map((watch) => rowOf(watch, state));
  const columns = columnsOf(rows);
  const above = problemLines(problems, room).map((line) => compose(line, room.columns));
  const table = tableLines({
    columns,
    rows,
    ids: watches.map(({ id }) => id),
    list,
    room: { ...room, rows: Math.max(1, room.rows - above.length - 1) },
  });
  const left = room.rows - above.length - table.length - 1;
  const cut = left > 0 ? cutCells(columns, rows, room.columns) : [];
  return [
    ...above,
    ...table,
    compose([span(HINT, theme.faint)], room.columns),
    ...spareLines(cut, { ...room, rows: left }),
  ];
}
