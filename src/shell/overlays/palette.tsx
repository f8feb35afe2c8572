import { Box } from 'ink';
import { type Command, command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { keysOf, listedByKey, whileTyping } from '../../commands/table.ts';
import type { Pane } from '../../panes/pane.ts';
import {
  type Finder,
  type FoundItem,
  openFinder,
  workspaceItems,
} from '../../panes/search/finder.ts';
import { foundLines, remoteLine, whyNone } from '../../panes/search/found-table.ts';
import type { ListState } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { bodyRows } from '../../ui/layout.ts';
import { compose, gap } from '../../ui/line.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { useSlice } from '../../ui/use-selected.ts';
import { type Overlay, TopPrompt } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';

/** Commands that are pointless in the palette. */
const UNLISTED = new Set(['back', 'palette', 'interrupt']);

/** Commands available here, then those of other panes. */
function commandItems(context: OverlayContext, table: readonly Command[]): readonly FoundItem[] {
  const here = listedByKey(table)
    .filter(({ id, group }) => group !== 'Lists' && !UNLISTED.has(id) && !id.startsWith('show.'))
    .map((command): FoundItem => {
      const run = () => context.run(command);
      const keys = keysOf(table, command, context.store.getState().size);
      return commandItem(command.id, command.label, keys, words`here`, run);
    });
  const elsewhere = context.commandsElsewhere().map(({ pane, command, keys }) =>
    commandItem(`${pane.id} ${command.id}`, command.label, keys, pane.title, () => {
      context.show(pane.id);
      context.run(command);
    }),
  );
  return [...here, ...elsewhere];
}

function commandItem(
  id: string,
  name: Printable,
  note: Printable,
  where: Printable,
  run: () => void,
): FoundItem {
  return {
    id: `command ${id}`,
    kind: words`command`,
    name,
    note,
    source: 'here',
    where,
    target: { kind: 'command', run },
  };
}

/** Words for `:`, with each value if they take one of a few. */
function lineItems(
  { typedCommands }: OverlayContext,
  table: readonly Command[],
): readonly FoundItem[] {
  const withKeys: ReadonlySet<string> = new Set(
    listedByKey(table).flatMap(({ typed }) => typed ?? []),
  );
  return typedCommands()
    .filter(({ name }) => !PANE_WORDS.has(name))
    .flatMap(({ name, help, place, values, begin }) => {
      const where = place ?? words`here`;
      const item = (label: Printable, value: string) => {
        const line = value === '' ? name : `${name} ${value}`;
        return commandItem(`:${line}`, label, words`:${printable(line)}`, where, () =>
          begin(value),
        );
      };
      const choices = (values?.() ?? []).filter((value) => !value.endsWith(' '));
      if (choices.length === 0 && withKeys.has(name)) return [];
      if (choices.length === 0 || choices.length > MAX_CHOICES) return [item(help, '')];
      return choices.map((value) => item(words`${help}: ${printable(value)}`, value));
    });
}

/** Panes are listed separately. */
const PANE_WORDS = new Set(['pane', ...Object.keys(PANE_TABS)]);
const MAX_CHOICES = 12;

function paneItems(panes: readonly Pane[]): readonly FoundItem[] {
  return panes.map(({ id, title, digit }) => ({
    id: `pane ${id}`,
    kind: words`pane`,
    name: title,
    note: digit as Printable,
    source: 'here',
    where: words`console`,
    target: { kind: 'pane', pane: id },
  }));
}

/** Ctrl-P: one box over panes, watched things, commands and the service's search. */
export function openPalette(context: OverlayContext): Overlay {
  const { store } = context;
  let table: readonly Command[] = [];
  const finder = openFinder(context, 'palette', () => [
    ...paneItems(context.panes),
    ...workspaceItems(store.getState().workspace),
    ...commandItems(context, table),
    ...lineItems(context, table),
  ]);
  const { slice } = finder;

  const go = () => {
    const item = finder.selected();
    // The text stays: results may still arrive.
    if (!item) return context.say(whyNone(slice.getState()), 'warn');
    context.close();
    const { target } = item;
    if (target.kind !== 'none') context.cancelPrompt();
    switch (target.kind) {
      case 'none':
        context.say(target.reason, 'warn');
        break;
      case 'item':
        context.show(target.pane, target.subject);
        break;
      case 'pane':
        context.show(target.pane);
        break;
      case 'command':
        target.run();
    }
  };

  const movement = listCommands({
    get: () => slice.getState().list,
    set(list: ListState) {
      slice.setState({ list });
      if (list.at >= finder.ids().length - 1) finder.more();
    },
    ids: finder.ids,
    height: () => Math.max(1, bodyRows(store.getState()) - HEAD - 1),
  });

  return {
    id: 'palette',
    title: () => words`Find`,
    commands: [
      command('palette.go', 'enter', words`Go to what is under the cursor, or run it`, {
        footer: words`go`,
        run: go,
      }),
      command('palette.close', ['esc', 'ctrl-c', 'ctrl-p'], words`Close`, {
        footer: words`close`,
        run: context.close,
      }),
      command('palette.help', 'f1', words`Help: show the keys; Enter runs one`, {
        footer: words`help`,
        run() {
          const help = table.find(({ id }) => id === 'help');
          context.close();
          if (help) context.run(help);
        },
      }),
      ...whileTyping(movement),
    ],
    view: (room) => <Palette context={context} finder={finder} {...room} />,
    opened() {
      table = context.table();
      finder.stop();
      context.ask({
        id: 'palette',
        label: words` Find`,
        value: '',
        placeholder: words`an application, a zone, a record of the service, a pane, a command`,
        changed: finder.type,
        accepted: go,
      });
    },
    closed() {
      context.closePrompt();
      finder.stop();
    },
  };
}

/** Lines above the list: the prompt and the state of the service's search. */
const HEAD = 2;

function Palette({
  context,
  finder,
  ...room
}: Room & { readonly context: OverlayContext; readonly finder: Finder }) {
  const { columns, rows } = room;

  const state = useSlice(finder.slice);
  const { now, timeZone } = context.store.getState();
  return (
    <Box flexDirection="column">
      <TopPrompt store={context.store} room={room} />
      <Row
        line={compose([gap(1), ...remoteLine(state, columns - 1, now.wall, timeZone)], columns)}
      />
      <Rows
        lines={foundLines(finder.findings(), state, { ...room, rows: rows - HEAD })}
        columns={columns}
        rows={rows - HEAD}
      />
    </Box>
  );
}
