import { outcomeSpan } from '../../panes/change-lines.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { pendingChanges } from '../../state/change.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { timeOfDay } from '../../text/time.ts';
import { compose, type Line, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { theme } from '../../ui/theme.ts';
import { useSelected } from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.ts';

/** What the question needs. */
interface LeavingContext extends Pick<PaneContext, 'store'> {
  close(): void;
  leave(): void;
}

/** Asks before the console is left with a change under way: nobody would learn what became of it. */
export function openLeaving({ store, close, leave }: LeavingContext): Overlay {
  const group = 'Dialogs' as const;
  return {
    id: 'leaving',
    title: () => words`A change is under way`,
    commands: [
      {
        id: 'leaving.stay',
        keys: ['enter', 'esc', 'ctrl-c'],
        label: words`Stay until the outcome of the change is known`,
        footer: words`stay`,
        group,
        run: close,
      },
      {
        id: 'leaving.leave',
        keys: ['ctrl-y'],
        label: words`Quit although a change is under way`,
        footer: words`quit anyway`,
        group,
        run: leave,
      },
    ],
    handleInput() {},
    view: (room) => <Leaving store={store} {...room} />,
    opened() {},
    closed() {},
  };
}

function Leaving({ store, columns, rows }: Room & Pick<PaneContext, 'store'>) {
  const state = useSelected(store, whole);
  const pending = pendingChanges(state.changes);
  const lines: readonly Line[] = [
    [],
    ...pending.map((change) => [
      span(words` `),
      outcomeSpan(change),
      span(
        words` ${printable(change.subject.name)} since ${timeOfDay(change.begun.wall, state.timeZone)}`,
      ),
    ]),
    [],
    pending.length > 0
      ? [span(words` It was sent and cannot be called back. Left now, its outcome is not learned.`)]
      : [span(words` Its outcome is known now: :changes shows it.`, theme.good)],
    [
      span(words` The audit file says what was begun.  `, theme.faint),
      span(words`Enter`, theme.key),
      span(words` stays  `),
      span(words`Ctrl-Y`, theme.key),
      span(words` quits`),
    ],
  ];
  return <Rows lines={lines.map((line) => compose(line, columns))} columns={columns} rows={rows} />;
}

const whole = (state: ConsoleState) => state;
