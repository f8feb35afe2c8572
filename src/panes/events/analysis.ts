import { isDeepStrictEqual } from 'node:util';
import { type Command, command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import type { Answer, Answered, Extent, QuestionOf } from '../../events/questions/question.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { EMPTY_LIST, type ListState, selectedId } from '../../state/list.ts';
import { keyFor } from '../../text/key-names.ts';
import { memoizeEach } from '../../text/memoize.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { duration, type TimeZone } from '../../text/time.ts';
import { wantedWidth } from '../../ui/columns.ts';
import { detailsLayout, nextPage, withWholeCells } from '../../ui/details-layout.ts';
import {
  compose,
  gap,
  type Line,
  lineWidth,
  type Styled,
  span,
  wrappedLine,
} from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { composeRow } from '../../ui/spoken.ts';
import { type Column, sortedRows, tableLines, withSorted } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { noLog } from '../nothing-watched.ts';
import type { AsnNames, PaneContext } from '../pane.ts';
import { ASK_AGAIN_MS, extentOf, titleLines } from './counting.ts';
import type { Shown } from './engine.ts';
import { withFilter } from './filter-stack.ts';
import { analysisRoom, type EventsModel } from './model.ts';
import {
  type AnalysisKind,
  type AnalysisState,
  type AnalysisSubject,
  type EventsState,
  NOTHING_OPEN,
} from './state.ts';

/*
 * Analysis views: each asks a question about all entries in the list's scope and shows the answer as a table in place
 * of the list. Counting runs in slices so that keys stay responsive, and repeats while entries arrive.
 */

/** Returns to the list with one more filter, and with the time range of `change` if given. */
export const narrow = (
  { applyFilters }: EventsModel,
  term: string,
  change?: Pick<EventsState, 'timeRange'>,
): void => applyFilters((state) => ({ analysis: null, ...change, ...withFilter(term)(state) }));

/** What an analysis view is drawn from. */
export interface AnalysisFacts<Kind extends AnalysisKind = AnalysisKind> {
  readonly shown: Shown;
  readonly state: EventsState;
  readonly analysis: AnalysisState & { readonly kind: Kind };
  readonly zone: TimeZone;
  readonly asns: AsnNames;
}

/** An answer; `asked` is the question that it answers, which may differ from the current one. */
type AnsweredFacts<Kind extends AnalysisKind> = readonly [
  answer: Answer<QuestionOf<Kind>>,
  facts: AnalysisFacts<Kind>,
  asked: QuestionOf<Kind>,
];

/** An analysis view: its question, and how the answer is shown and used. */
export interface AnalysisView<Kind extends AnalysisKind, Row> {
  /** The initial subject. */
  readonly fresh: AnalysisSubject & { readonly kind: Kind };
  /** The initial sort order. */
  readonly order?: ListState['sort'];
  readonly title: Printable;
  /** The key that opens and closes it. */
  readonly key: string;
  readonly opens: Pick<Command, 'id' | 'label'>;
  readonly closes: Pick<Command, 'id' | 'label'>;
  /** Whether the question may change by itself, and is then asked even without new entries. */
  readonly isOfNow?: true;
  /** State that changes the question at once. */
  restartsOn?(state: EventsState): unknown;
  /** The question, or a sentence if it cannot be asked. */
  question(facts: AnalysisFacts<Kind>): QuestionOf<Kind> | Printable;
  rows(...answered: AnsweredFacts<Kind>): readonly Row[];
  id(row: Row): string;
  columns(...answered: AnsweredFacts<Kind>): readonly Column<Row>[];
  /** Sortable columns, in order. Known before there is an answer, so that keys can be typed ahead. */
  readonly sorts: readonly string[];
  /** A summary of the answer, shown after the title. */
  summary(...answered: AnsweredFacts<Kind>): Line;
  details(row: Row, ...answered: AnsweredFacts<Kind>): readonly RecordItem[];
  /** Extra content below a short list. */
  spare?(listed: Listed<Kind, Row>, room: Room): readonly Styled[];
  readonly empty: Printable | ((answer: Answer<QuestionOf<Kind>>) => Printable);
  /** State to keep about the selected row when an answer is first shown. */
  held?(row: Row, analysis: AnalysisFacts<Kind>['analysis']): AnalysisSubject;
  commands(rowHere: () => Row | undefined): readonly Command[];
}

/** How often the answer is recounted while entries arrive, in milliseconds. */
const RECOUNT_MS = 2000;

/** An answer ready to be drawn: sorted, with the selected row. */
interface Listed<Kind extends AnalysisKind, Row> {
  readonly own: AnalysisFacts<Kind>;
  readonly answer: Answer<QuestionOf<Kind>>;
  readonly asked: QuestionOf<Kind>;
  readonly of: Extent;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly ids: readonly string[];
  readonly list: ListState;
  readonly row: Row | undefined;
}

interface Last<Kind extends AnalysisKind> extends Answered<QuestionOf<Kind>> {
  readonly askedKey: string;
  readonly question: QuestionOf<Kind>;
}

function createAnswers<Kind extends AnalysisKind, Row>(
  view: AnalysisView<Kind, Row>,
  context: PaneContext,
  model: EventsModel,
  changed: () => void,
) {
  const serialOf = createSerials();
  let last: Last<Kind> | null = null;
  let completeKey: string | null = null;
  /** The row that the cursor stays on until it is moved. */
  let first: string | null = null;
  let problem: Printable | null = null;

  const facts = (): AnalysisFacts<Kind> | null => {
    const state = model.slice.getState();
    const shown = model.shown();
    if (!shown || !isOf(state.analysis, view.fresh.kind)) return null;
    const { timeZone: zone } = context.store.getState();
    return { shown, state, analysis: state.analysis, zone, asns: context.asnNames() };
  };
  /** Equal while an answer fits the current question, whatever the sort order. */
  const askedOf = ({ shown, state, analysis }: AnalysisFacts<Kind>) => {
    const subject = { ...analysis, list: null, page: null, moment: null };
    return `${serialOf(shown)} ${JSON.stringify([subject, view.restartsOn?.(state)])}`;
  };
  const keyOf = (own: AnalysisFacts<Kind>) => `${askedOf(own)} ${own.analysis.list.sort?.column}`;

  const questionOf = (own: AnalysisFacts<Kind>) => {
    const { store, archive } = own.shown;
    const isEmpty = store.size === 0 && archive === null;
    return isEmpty ? words`No entry is loaded yet.` : view.question(own);
  };
  const hasMovedOn = (question: unknown) => {
    const own = view.isOfNow && facts();
    return own ? !isDeepStrictEqual(questionOf(own), question) : false;
  };

  const feed = (key: string) => async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const own = facts();
      if (!own || keyOf(own) !== key) return;
      const question = questionOf(own);
      problem = typeof question === 'string' ? question : null;
      const { version } = own.shown.store;
      if (typeof question !== 'string') {
        const before = last;
        for await (const answered of own.shown.answers.ask(question, signal)) {
          last = { askedKey: askedOf(own), question, ...answered };
          changed();
        }
        if (signal.aborted) return;
        if (last === before) {
          problem = words`The archive has not answered; it is asked again in ${duration(ASK_AGAIN_MS)}.`;
          changed();
          await context.clock.sleep(ASK_AGAIN_MS, signal);
          continue;
        }
        completeKey = key;
      }
      changed();
      do {
        await context.clock.sleep(RECOUNT_MS, signal);
        if (signal.aborted) return;
      } while (own.shown.store.version === version && !hasMovedOn(question));
    }
  };

  /** Null if there is no answer to the current question yet. */
  const listed = (): Listed<Kind, Row> | null => {
    const own = facts();
    if (!own || last?.askedKey !== askedOf(own)) return null;
    const { answer, question: asked, of } = last;
    const { sort } = own.analysis.list;
    const columns = withSorted(view.columns(answer, own, asked), sort);
    const rows = sortedRows(view.rows(answer, own, asked), columns, sort);
    const ids = rows.map(view.id);
    const list = withCursor(own.analysis.list, ids);
    const id = selectedId(list, ids);
    const row = id === null ? undefined : rows[ids.indexOf(id)];
    return { own, answer, asked, of, columns, rows, ids, list, row };
  };
  /**
   * After the first complete answer the cursor stays on its first row, even if later counts put other rows before it.
   */
  const hold = ({ analysis }: AnalysisFacts<Kind>) => {
    const now = analysis.list.cursor === null ? listed() : null;
    if (now?.row === undefined) return;
    const { row, list } = now;
    first = list.cursor;
    model.slice.setState({ analysis: { ...analysis, ...view.held?.(row, analysis), list } });
  };

  return {
    facts,
    /** Why the question cannot be asked; null if it can. */
    problem: () => problem,
    listed,
    /** Whether the cursor has not been moved. */
    isFirst: ({ cursor }: ListState) => cursor === first,
    look() {
      const own = facts();
      if (!own) return;
      const key = keyOf(own);
      context.feeds.run('events.analysis', key, feed(key));
      if (key === completeKey) hold(own);
    },
  };
}

/** Draws a view: title, table or the reason why it is empty, and the details of the selected row. */
function drawn<Kind extends AnalysisKind, Row>(
  view: AnalysisView<Kind, Row>,
  answers: ReturnType<typeof createAnswers<Kind, Row>>,
  { preview, keyNames }: Pick<ConsoleState, 'preview' | 'keyNames'>,
  room: Room,
) {
  if (!answers.facts()) return null;
  const listed = answers.listed();
  const summary: Line = listed
    ? view.summary(listed.answer, listed.own, listed.asked)
    : [span(answers.problem() ?? words`Counting…`, theme.faint)];
  const head = [gap(1), span(view.title, theme.heading), gap(2)];
  const extent = (listed && extentOf(listed.own.shown, listed.of)) ?? [];
  const left = room.columns - lineWidth([...head, ...extent]);
  // A sentence that does not fit beside the title stands below it.
  const isLong = !listed && lineWidth(summary) > left;
  const title = (isLong ? [head] : titleLines(head, summary, extent, room.columns)).map((line) =>
    composeRow(line, room.columns),
  );
  const inner = { ...room, rows: room.rows - title.length };
  if (!listed || listed.rows.length === 0) {
    const below = isLong ? [gap(2), ...summary] : [];
    const { empty } = view;
    const none = listed && (typeof empty === 'function' ? empty(listed.answer) : empty);
    const why = none ? [span(words`  ${none}`, theme.faint)] : below;
    const lines = wrappedLine(why, room.columns, 2).map((line) => compose(line, room.columns));
    return { title, details: null, shown: null, list: inner, lines };
  }
  const { own, answer, asked, row, ...table } = listed;
  const items = row === undefined ? null : view.details(row, answer, own, asked);
  const layout = detailsLayout(
    {
      page: own.analysis.page,
      preview,
      details: items && (() => items),
      why: items ?? [],
      hasWhy: true,
      listLines: listed.rows.length + 1,
      wants: wantedWidth(table.columns.filter(({ extra }) => !extra)),
      key: keyFor(keyNames, 'events.analysis-details', words`d`),
    },
    inner,
  );
  const listRoom = { ...room, ...layout.list };
  const lines = tableLines({ ...table, room: listRoom });
  const spare = view.spare?.(listed, { ...listRoom, rows: listRoom.rows - lines.length }) ?? [];
  const all = withWholeCells([...lines, ...spare], table.columns, table.rows, listRoom);
  return { title, ...layout, lines: all };
}

/** A view together with its running question, last answer and keys. */
export function analysisPart<Kind extends AnalysisKind, Row>(
  view: AnalysisView<Kind, Row>,
  context: PaneContext,
  model: EventsModel,
  changed: () => void,
) {
  const { slice } = model;
  const answers = createAnswers(view, context, model, changed);
  const body = (room: Room) => drawn(view, answers, context.store.getState(), room);
  const bodyNow = () => body(analysisRoom(context, slice.getState()));
  const set = (change: Partial<Pick<AnalysisState, 'list' | 'page'>>) => {
    const { analysis } = slice.getState();
    if (analysis) slice.setState({ analysis: { ...analysis, ...change } });
  };
  /**
   * The list with the requested sort order; figures start in descending order. A cursor that was not moved goes to the
   * new first row.
   */
  const sortedAnew = (asked: ListState): ListState => {
    const listed = answers.listed();
    const { sort } = asked;
    const before = slice.getState().analysis?.list.sort;
    if (sort === before) return asked;
    const list = answers.isFirst(asked) ? { ...asked, cursor: null, at: 0, top: 0 } : asked;
    if (!sort || sort.column === before?.column) return list;
    const row = listed?.rows[0];
    const key = row && listed?.columns.find(({ id }) => id === sort.column)?.sortBy?.(row);
    return { ...list, sort: { ...sort, descending: typeof key !== 'string' } };
  };

  return {
    kind: view.fresh.kind,
    title: view.title,
    body,
    /** What can be copied from the selected row: its filter first, then the details. */
    copies() {
      const listed = answers.listed();
      if (listed?.row === undefined) return [];
      return view
        .details(listed.row, listed.answer, listed.own, listed.asked)
        .flatMap((item) =>
          'name' in item ? [{ what: item.name, text: `${item.value}${item.rest ?? ''}` }] : [],
        )
        .sort((a, b) => Number(b.what === 'filter') - Number(a.what === 'filter'));
    },
    /** Starts answering the current question. */
    look: answers.look,
    open: {
      ...view.opens,
      keys: [view.key],
      unavailable: () => (model.shown() ? undefined : noLog(context.store.getState())),
      run: () =>
        slice.setState({
          ...NOTHING_OPEN,
          analysis: {
            ...view.fresh,
            list: { ...EMPTY_LIST, sort: view.order ?? null },
            page: null,
          },
        }),
    } satisfies Command,
    commands: [
      command('events.analysis-details', 'd', words`Show all of the row, page by page`, () =>
        set({ page: nextPage(bodyNow() ?? { shown: null }) }),
      ),
      {
        ...view.closes,
        keys: [view.key],
        footer: words`list`,
        run: () => slice.setState({ analysis: null }),
      },
      ...view.commands(() => answers.listed()?.row),
      ...listCommands({
        get: () => slice.getState().analysis?.list ?? EMPTY_LIST,
        set: (list) => set({ list: sortedAnew(list) }),
        ids: () => answers.listed()?.ids ?? [],
        height: () => (bodyNow()?.list.rows ?? 2) - 1,
        sortable: () => view.sorts,
        keyNames: () => context.store.getState().keyNames,
        isAlwaysSorted: view.order !== undefined,
      }),
    ],
  };
}

/** A view without its type parameters, as the pane uses it. */
export type AnalysisPart = ReturnType<typeof analysisPart>;

/** Reads and changes the subject of an open view. */
export function subjectOf<Kind extends AnalysisKind>({ slice }: EventsModel, kind: Kind) {
  type Subject = AnalysisState & { readonly kind: Kind };
  const get = (): Subject | null => {
    const { analysis } = slice.getState();
    return isOf(analysis, kind) ? analysis : null;
  };
  const change = (make: (subject: Subject) => AnalysisState) => () => {
    const subject = get();
    if (subject) slice.setState({ analysis: make(subject) });
  };
  return { get, change };
}

const isOf = <Kind extends AnalysisKind>(
  analysis: AnalysisState | null,
  kind: Kind,
): analysis is AnalysisState & { readonly kind: Kind } => analysis?.kind === kind;

/** The cursor is on the first row until it is moved. */
const withCursor = (list: ListState, ids: readonly string[]): ListState =>
  list.cursor === null ? { ...list, cursor: ids[0] ?? null } : list;

/** Numbers each `Shown`, so that different entries or filters can be told apart. */
function createSerials(): (shown: Shown) => number {
  let last = 0;
  return memoizeEach(() => (last += 1));
}
