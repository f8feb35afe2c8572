import type { Command } from '../../commands/command.ts';
import { words } from '../../text/printable.ts';
import type { GlobalContext } from './global-context.ts';

/** Goes from change to change in time: all panes that know the past show it as it was then. */
export function viewingCommands({
  store,
  past,
}: Pick<GlobalContext, 'store' | 'past'>): readonly Command[] {
  const facts = () => past.slice.getState().facts;
  const earlier = () => {
    const from = store.getState().viewing ?? Number.POSITIVE_INFINITY;
    return facts().findLast(({ by }) => by < from)?.by;
  };
  return [
    {
      id: 'view.earlier',
      keys: ['('],
      label: words`View the past: as it was one change before`,
      unavailable: () => (earlier() === undefined ? words`No earlier change is known.` : undefined),
      run: () => store.setState({ viewing: earlier() ?? null }),
    },
    {
      id: 'view.later',
      keys: [')'],
      label: words`View one change later, or the present`,
      unavailable: () =>
        store.getState().viewing === null
          ? words`This is now. ( views the change before.`
          : undefined,
      run() {
        const from = store.getState().viewing ?? Number.POSITIVE_INFINITY;
        store.setState({ viewing: facts().find(({ by }) => by > from)?.by ?? null });
      },
    },
  ];
}
