import { command } from '../../commands/command.ts';
import { NAMED } from '../../commands/list-filter.ts';
import { type AuditedChange, changedPart, changesOrNone } from '../../mutations/audit.ts';
import { type Change, pendingChanges } from '../../state/change.ts';
import { addToWorkspace, type ConsoleState } from '../../state/console-state.ts';
import { selectedRow } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { keyFor } from '../../text/key-names.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { stamp, type TimeZone } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { type DetailsLayout, ruleLine, steadyLayout, withSpare } from '../../ui/details-layout.ts';
import { RowsWithField } from '../../ui/field.tsx';
import { lookAlikeLines, nameLine, type RowContent, span } from '../../ui/line.ts';
import {
  headingItem,
  lineItem,
  type RecordItem,
  recordLines,
  signItem,
  textItem,
  wrappedItem,
} from '../../ui/record-lines.ts';
import { Rows } from '../../ui/rows.tsx';
import { composeRow } from '../../ui/spoken.ts';
import { emptyLines, listTable, sortsOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import { nothingWatched } from '../nothing-watched.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { ListAndDetails, type PaneViewProps, paneList } from '../pane-list.tsx';
import { noMatch } from '../prompts.ts';
import { changeLines, outcomeSpan } from '../record-items.ts';
import { MAX_NAME_LENGTH, type VariableForm, variableForm } from './form.ts';
import { variableFormOf } from './form-commands.ts';
import { formField, formLines, summaryLines } from './form-lines.ts';
import {
  addedEarlier,
  EMPTY_SCRIPTS,
  type ScriptRow,
  type ScriptsState,
  scriptColumns,
  visibleScripts,
} from './state.ts';

/** Scripts: adds variables to watched scripts (operation 2). Variables cannot be read. */
export function openScripts(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_SCRIPTS);

  const visible = () =>
    visibleScripts(slice.getState(), store.getState().workspace.scripts, store.getState().changes);
  const list = paneList(context, {
    slice,
    sortable: () => sortsOf(scriptColumns),
    rows: visible,
    total: () => store.getState().workspace.scripts.length,
    filtered: { grammar: NAMED, rows: () => store.getState().workspace.scripts },
    layout: (room, state) => scriptLayout(slice.getState(), state, visible(), room),
  });

  const readAudited = async () =>
    slice.setState({ audited: await changesOrNone(context.mutations.audited()) });

  const form = variableFormOf(context, slice);
  return {
    ...PANE_TABS.scripts,
    form,
    commands: [
      command('scripts.add', ['a', 'enter'], words`Add a variable to the script`, {
        footer: words`add a variable`,
        danger: true,
        unavailable: () => {
          const script = list.selected();
          const { keyNames, workspace } = store.getState();
          if (workspace.scripts.length === 0) return nothingWatched(store.getState(), 'scripts');
          if (!script) {
            return words`There is no script under the cursor: ${keyFor(keyNames, 'list.down', words`j`)} and ${keyFor(keyNames, 'list.up', words`k`)} move to one.`;
          }
          return pendingChanges(store.getState().changes).some(
            ({ subject }) => subject.kind === 'script' && subject.id === script.id,
          )
            ? words`A change of this script is under way. Wait for its outcome.`
            : undefined;
        },
        run: () => {
          const script = list.selected();
          if (!script) return;
          const { id, name } = script;
          slice.setState({ form: variableForm({ id, name }, context.moment().elapsed) });
        },
      }),
      ...list.commands,
    ],
    heading: (state) => ({
      left: [span(words`${count(state.workspace.scripts.length)} watched`)],
      right: [],
    }),
    badges: list.badges,
    view: (room) => <ScriptsView store={store} slice={slice} changed={form.changed} {...room} />,
    subject() {
      const row = list.selected();
      return row ? { kind: 'scripts', id: row.id, name: row.name, loadedAt: null } : null;
    },
    shown(subject) {
      context.feeds.run('scripts.audit', String(context.moment().elapsed), readAudited);
      if (!subject) return;
      addToWorkspace(store, 'scripts', subject);
      list.goTo(subject.id);
    },
    hidden() {},
    refresh() {},
    wayBack: list.wayBack,
  };
}

/** Lines of the list and its head: at most half of the room. */
const listRows = (rows: number, scripts: number): number =>
  Math.max(3, Math.min(scripts + 1, Math.ceil(rows / 2)));

function changeItem(change: Change, zone: TimeZone, of: Printable = words``): RecordItem {
  const time = words`${stamp(change.begun.wall, zone)} `;
  const summary = change.state.kind === 'accepted' ? (change.state.summary ?? '') : '';
  const line = [
    span(time, theme.faint),
    span(words`${printableStart(change.what)}${of} `, theme.strong),
    outcomeSpan(change),
    span(words`  ${printableStart(summary)}`, theme.faint),
  ];
  return wrappedItem(line, width(time));
}

const auditedItem = (change: AuditedChange, zone: TimeZone, of: Printable = words``): RecordItem =>
  signItem(
    stamp(Date.parse(change.time), zone),
    words`${printable(changedPart(change) ?? '?')}${of}: ${printable(change.outcome)} · by ${printable(change.user)}`,
  );

/** Changes of a script, the newest in full; then how to add a variable. */
function scriptDetails(
  row: ScriptRow | undefined,
  { columns }: Pick<Room, 'columns'>,
  { timeZone: zone, keyNames, profile }: Pick<ConsoleState, 'timeZone' | 'keyNames' | 'profile'>,
  earlier: readonly AuditedChange[],
): readonly RecordItem[] {
  if (!row) return [];
  const [newest, ...older] = row.changes;
  const add = keyFor(keyNames, 'scripts.add', words`a`);
  const isFixed = profile.readOnly || profile.offline === true;
  const audited = earlier.filter(({ subject }) => subject.id === row.id);
  return [
    lineItem([
      ...nameLine(row.name, theme.strong),
      span(words`  ${printableStart(row.id)}`, theme.faint),
    ]),
    ...lookAlikeLines(row).map(lineItem),
    ...(newest
      ? [
          headingItem(words`${printable(newest.what)} in ${printable(row.name)}`),
          ...changeLines(newest, columns, zone).map(lineItem),
        ]
      : [
          textItem(
            words`Nothing added in this session.${isFixed ? words`` : words` Press ${add} to add a variable.`}`,
          ),
        ]),
    ...(older.length > 0 ? [headingItem(words`Earlier in this session`)] : []),
    ...older.map((change) => changeItem(change, zone)),
    ...(audited.length > 0 ? [headingItem(words`Earlier, from this machine`)] : []),
    ...audited.map((change) => auditedItem(change, zone)),
    textItem(
      words`No operation of the service lists its variables: the dashboard shows them.`,
      theme.faint,
    ),
    ...(isFixed ? [] : guideItems(row.id, add)),
  ];
}

const guideItems = (id: string, add: Printable): readonly RecordItem[] => [
  headingItem(words`Adding a variable`),
  { name: words`${add}`, value: words`opens the form; Ctrl-Y sends it, once` },
  {
    name: words`name`,
    value: words`letters, digits and _, or confirmed; at most ${MAX_NAME_LENGTH} characters`,
  },
  { name: words`required`, value: words`yes or no; no unless chosen` },
  {
    name: words`default value`,
    value: words`hidden while typed; in no file, except while Ctrl-X edits it`,
  },
  {
    name: words`at the prompt`,
    value: words`warren script add-variable ${printable(id)} NAME --default-stdin`,
  },
];

/** Variables added to all scripts, newest first, for spare lines of a wide list. */
function addedItems(
  changes: readonly Change[],
  earlier: readonly AuditedChange[],
  zone: TimeZone,
): readonly RecordItem[] {
  const ofScripts = changes.filter(({ subject }) => subject.kind === 'script').toReversed();
  return [
    ...(ofScripts.length > 0 ? [headingItem(words`Variables added in this session`)] : []),
    ...ofScripts.map((change) =>
      changeItem(change, zone, words` in ${printableStart(change.subject.name)}`),
    ),
    ...(earlier.length > 0 ? [headingItem(words`Variables added earlier, from this machine`)] : []),
    ...earlier.map((change) =>
      auditedItem(change, zone, words` in ${printable(change.subject.name)}`),
    ),
  ];
}

/** Divides the room between the scripts and the details, which are always shown. */
export function scriptLayout(
  own: Pick<ScriptsState, 'list' | 'detail' | 'audited'>,
  state: Pick<ConsoleState, 'timeZone' | 'keyNames' | 'preview' | 'profile' | 'changes'>,
  shown: readonly ScriptRow[],
  room: Room,
): DetailsLayout {
  const row = selectedRow(own.list, shown);
  const key = keyFor(state.keyNames, 'list.details', words`d`);
  const earlier = addedEarlier(own, state.changes, state.profile);
  const details = (at: Room) => scriptDetails(row, at, state, earlier);
  const facts = { page: own.detail, preview: state.preview, key, details };
  return steadyLayout(facts, listRows(room.rows, shown.length), room);
}

const addedBefore = (row: ScriptRow, earlier: readonly AuditedChange[], zone: TimeZone) => [
  ...row.changes
    .filter((change) => change.state.kind === 'accepted')
    .map(({ what, begun }) => ({
      name: what,
      sentence: words`This session added ${printable(what)} at ${stamp(begun.wall, zone)}`,
    })),
  ...earlier
    .filter(({ subject, outcome }) => subject.id === row.id && outcome === 'accepted')
    .map((change) => {
      const name = changedPart(change) ?? '';
      const at = stamp(Date.parse(change.time), zone);
      return { name, sentence: words`${printable(name)} was added from this machine at ${at}` };
    }),
];

function formRows(
  form: VariableForm,
  row: ScriptRow | undefined,
  state: ConsoleState,
  earlier: readonly AuditedChange[],
  room: Room,
): readonly RowContent[] {
  const { columns, rows, kind } = room;
  const above = formLines(form, state.profile, room, state.behind).map((line) =>
    composeRow(line, columns),
  );
  const before = row ? addedBefore(row, earlier, state.timeZone) : [];
  const left = { ...room, rows: Math.max(0, rows - above.length - 1) };
  const summary = form.attempt === null ? summaryLines(form, state.profile, before, left) : [];
  const rest = { ...left, rows: left.rows - summary.length - 1 };
  const history =
    kind === 'spoken' || !row?.changes.length
      ? []
      : recordLines(scriptDetails(row, rest, state, earlier), rest);
  return [
    ...above,
    ...(summary.length > 0 && summary.length + above.length < rows ? [ruleLine(columns)] : []),
    ...summary,
    ...(history.length > 0 && rest.rows > 2 ? [ruleLine(columns), ...history] : []),
  ].slice(0, kind === 'spoken' ? undefined : rows);
}

function ScriptsView({
  store,
  slice,
  changed,
  ...room
}: PaneViewProps<ScriptsState> & {
  readonly changed: (text: string) => void;
}) {
  const state = useSlice(store);
  const own = useSlice(slice);
  const { columns, rows } = room;
  const shown = visibleScripts(own, state.workspace.scripts, state.changes);
  const earlier = addedEarlier(own, state.changes, state.profile);
  if (own.form) {
    const { form } = own;
    const field = formField(form);
    return (
      <RowsWithField
        lines={formRows(
          form,
          shown.find(({ id }) => id === form.script.id),
          state,
          earlier,
          room,
        )}
        field={
          field && { ...field, behind: state.behind, changed, inactive: state.prompt !== null }
        }
        columns={columns}
        rows={rows}
      />
    );
  }
  if (shown.length === 0) {
    const lines = emptyLines(whyEmpty(own, state), columns);
    return <Rows lines={lines} columns={columns} rows={rows} />;
  }
  const layout = scriptLayout(own, state, shown, room);
  const listRoom = { ...room, ...layout.list };
  const added =
    layout.details?.where === 'beside' ? addedItems(state.changes, earlier, state.timeZone) : [];
  const table = listTable(scriptColumns, shown, own.list, listRoom);
  return <ListAndDetails store={store} layout={layout} lines={withSpare(table, added, listRoom)} />;
}

const whyEmpty = ({ list }: ScriptsState, console: ConsoleState): Printable =>
  list.filter === ''
    ? nothingWatched(console, 'scripts')
    : noMatch(words`No script`, list.filter, console.keyNames);
