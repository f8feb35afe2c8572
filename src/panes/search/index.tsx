import { type Command, command } from '../../commands/command.ts';
import { type ListHandle, listCommands } from '../../commands/list-commands.ts';
import { whileTyping } from '../../commands/table.ts';
import { isOutage } from '../../state/connection.ts';
import { addToWorkspace, type ConsoleState } from '../../state/console-state.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { keyFor } from '../../text/key-names.ts';
import { printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type DetailsLayout, detailsLayout } from '../../ui/details-layout.ts';
import { PromptField } from '../../ui/field.tsx';
import { compose, type Line, span } from '../../ui/line.ts';
import { Row } from '../../ui/rows.tsx';
import { theme } from '../../ui/theme.ts';
import { usePicked, useSelected, useSlice } from '../../ui/use-selected.ts';
import { eventsOnly } from '../nothing-watched.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { ListAndDetails, listWithDetails } from '../pane-list.tsx';
import { type Finder, openFinder, workspaceItems } from './finder.ts';
import { foundDetails, foundLines, remoteLine } from './found-table.ts';

/** Columns of the title line for the title, rules and blanks. */
const AROUND = 15;

/** Search: one box over the workspace and the service's search (operation 7). */
export function openSearch(context: PaneContext): Pane {
  const { store } = context;
  const finder = openFinder(context, 'search', () => workspaceItems(store.getState().workspace));
  const { slice, ids, selected } = finder;

  const { list, turnPage } = listWithDetails(context, {
    get: slice.getState,
    set(change) {
      const { list: before } = slice.getState();
      slice.setState(change);
      // A move to the last row asks for the next page; turning the pages of the details does not.
      if (change.list !== before && change.list.at >= ids().length - 1) finder.more();
    },
    ids,
    layout: (room, state) => foundLayout(finder, state, { ...room, rows: room.rows - HEAD }),
  });

  const openSelected = () => {
    const item = selected();
    if (!item) return;
    const { target } = item;
    if (target.kind === 'none') context.say(target.reason, 'warn');
    else if (target.kind === 'item') {
      context.closePrompt();
      context.show(target.pane, target.subject);
    }
  };

  const box = () =>
    context.ask({
      id: 'search',
      label: words` Search`,
      value: slice.getState().query,
      placeholder: words`a name or an id, type:dns for one type`,
      changed: finder.type,
      accepted: openSelected,
    });

  // A search that an outage interrupted is repeated afterwards: while one types, no key refreshes.
  store.subscribe((state, before) => {
    if (isOutage(before.connection) && !isOutage(state.connection) && isRefused(finder))
      finder.again();
  });

  const commands = searchCommands(context, finder, list, {
    open: openSelected,
    showDetails: turnPage,
    type: box,
  });

  return {
    ...PANE_TABS.search,
    commands,
    typing: whileTyping(commands),
    heading(state) {
      const own = slice.getState();
      const isTyping = state.prompt?.id === 'search';
      return {
        left: [],
        // Until the box is opened, letters are list keys.
        right:
          own.remote.kind === 'idle' && !isTyping
            ? []
            : remoteLine(own, state.size.columns - AROUND, state.now.wall, state.timeZone),
      };
    },
    badges: () => [],
    addable() {
      const target = selected()?.target;
      return target?.kind === 'item' ? { kind: target.watched, ...target.subject } : null;
    },
    view: (room) => <SearchView context={context} finder={finder} {...room} />,
    // The pane opens on the list, not in the box.
    shown: () => {},
    hidden: context.closePrompt,
    copies() {
      const item = selected();
      return item
        ? [
            { what: words`id`, text: item.note },
            { what: words`name`, text: item.name },
          ]
        : [];
    },
    refresh: finder.again,
    wayBack() {
      const { detail, query } = slice.getState();
      // Without a row or a failure no details are on screen.
      if (detail !== null && (selected() || isRefused(finder)))
        return () => slice.setState({ detail: null });
      return query === '' ? undefined : () => finder.type('');
    },
  };
}

const isRefused = ({ slice }: Finder): boolean => slice.getState().remote.kind === 'failed';

function searchCommands(
  { store, say }: PaneContext,
  finder: Finder,
  list: ListHandle,
  actions: { open(): void; showDetails(): void; type(): void },
): readonly Command[] {
  const { selected } = finder;
  const nothing = () => {
    if (selected()) return undefined;
    const state = store.getState();
    const { prompt, keyNames } = state;
    if (prompt?.id === 'search') return words`There is no row to open. Ctrl-U clears the text.`;
    return (
      eventsOnly(state) ??
      words`There is no row to open. ${keyFor(keyNames, 'search.type', words`/`)} types a name or an id.`
    );
  };
  return [
    command('search.open', 'enter', words`Open in its pane`, {
      footer: words`open`,
      unavailable: nothing,
      run: actions.open,
    }),
    command('search.details', 'd', words`Show details`, {
      footer: words`details`,
      unavailable: () => (isRefused(finder) ? undefined : nothing()),
      run: actions.showDetails,
    }),
    command('search.type', ['/', 'i'], words`Type into the search`, {
      footer: words`type`,
      unavailable: () => eventsOnly(store.getState()),
      run: actions.type,
    }),
    command('search.add', 'a', words`Add to workspace`, {
      footer: words`add`,
      unavailable: () => {
        const item = selected();
        if (!item) return nothing();
        if (item.target.kind === 'none') return item.target.reason;
        return item.source === 'here' ? words`It is in the workspace already.` : undefined;
      },
      run: () => {
        const target = selected()?.target;
        if (target?.kind !== 'item') return;
        const saves = keyFor(store.getState().keyNames, 'workspace.keep', words`*`);
        // The row moves to the workspace items; the cursor follows it.
        list.set({ ...list.get(), cursor: selected()?.id ?? null });
        addToWorkspace(store, target.watched, target.subject);
        say(
          words`${printable(target.subject.name)} added for this session; ${saves} saves it to the config.`,
        );
      },
    }),
    ...listCommands(list),
  ];
}

const HEAD = 1;

function SearchView({
  context,
  finder,
  ...room
}: Room & { readonly context: PaneContext; readonly finder: Finder }) {
  const state = useSlice(finder.slice);
  // Results include the workspace.
  const picked = usePicked(context.store, 'prompt', 'behind', 'workspace', 'keyNames', 'preview');
  const none = useSelected(context.store, eventsOnly);
  const { prompt, behind, keyNames } = picked;
  const { columns, rows } = room;
  const typing = prompt?.id === 'search';
  const layout = foundLayout(finder, picked, { ...room, rows: rows - HEAD });
  const hint: Line = [
    span(keyFor(keyNames, 'search.type', words`/`), theme.key),
    span(words` types a name or an id, type:dns for one type`, theme.faint),
  ];
  const untyped = none === undefined ? hint : [];
  const query: Line = state.query === '' ? untyped : [span(printableStart(state.query))];
  return (
    <ListAndDetails
      store={context.store}
      layout={layout}
      lines={foundLines(finder.findings(), state, { ...room, ...layout.list }, none)}
    >
      {typing && prompt ? (
        <PromptField prompt={prompt} behind={behind} room={room} />
      ) : (
        <Row line={compose([span(words` Search `, theme.faint), ...query], columns)} />
      )}
    </ListAndDetails>
  );
}

function foundLayout(
  finder: Finder,
  { keyNames, preview }: Pick<ConsoleState, 'keyNames' | 'preview'>,
  room: Room,
): DetailsLayout {
  const state = finder.slice.getState();
  const findings = finder.findings();
  const found = finder.selected();
  return detailsLayout(
    {
      page: state.detail,
      preview: preview && findings.length > 0,
      details: found || state.remote.kind === 'failed' ? () => foundDetails(found, state) : null,
      why: [],
      hasWhy: false,
      key: keyFor(keyNames, 'search.details', words`d`),
    },
    room,
  );
}
