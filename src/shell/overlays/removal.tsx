import { ITEM_KINDS } from '../../state/item-kinds.ts';
import type { Slice } from '../../state/slice.ts';
import { printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { compose, type Line, lookAlikeLines, nameLine, span } from '../../ui/line.ts';

import { Rows } from '../../ui/rows.tsx';
import { theme } from '../../ui/theme.ts';
import { useSlice } from '../../ui/use-selected.ts';
import type { Removal, RemovalState } from '../keys/workspace-commands.ts';
import type { Overlay } from '../overlay.ts';

/** The question whether to remove a thing from the workspace. */
export function openRemoval({ slice, removed, close }: Removal): Overlay {
  return {
    id: 'removal',
    title: () => words`Remove from workspace`,
    commands: [
      {
        id: 'removal.leave',
        keys: ['enter', 'esc', 'ctrl-c'],
        label: words`Cancel: it stays in the workspace`,
        footer: words`cancel`,
        run: close,
      },
      {
        id: 'removal.remove',
        keys: ['ctrl-y'],
        label: words`Remove from workspace; the service keeps it`,
        footer: words`remove`,
        run: () => {
          const { item: thing } = slice.getState();
          close();
          return thing ? removed(thing) : undefined;
        },
      },
    ],
    handleInput() {},
    about: () => [
      words`Asks whether to remove this from the workspace. Nothing is deleted at the service; :add adds it again.`,
    ],
    view: (room) => <Question slice={slice} {...room} />,
  };
}

function Question({ slice, columns, rows }: Room & { readonly slice: Slice<RemovalState> }) {
  const { item: thing } = useSlice(slice);
  if (!thing) return null;
  const lines: readonly Line[] = [
    [],
    [
      span(words` Remove the ${ITEM_KINDS[thing.kind].noun} `),
      ...nameLine(thing.name, theme.strong),
      span(thing.name === thing.id ? words`` : words` ${printable(thing.id)}`, theme.faint),
      span(words` from the workspace?`),
    ],
    ...lookAlikeLines(thing),
    [],
    [span(words` It is removed here, and from the configuration if it is there.`)],
    [span(words` Nothing is deleted at the service.`, theme.good)],
    [],
    [
      span(words` Enter`, theme.key),
      span(words` cancels  `),
      span(words`Ctrl-Y`, theme.key),
      span(words` removes it`),
    ],
  ];
  return <Rows lines={lines.map((line) => compose(line, columns))} columns={columns} rows={rows} />;
}
