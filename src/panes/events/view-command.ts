import { type Command, command, onRow } from '../../commands/command.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { keyFor } from '../../text/key-names.ts';
import { listed, words } from '../../text/printable.ts';
import { timeOfDay } from '../../text/time.ts';
import { eventsOnly } from '../nothing-watched.ts';
import type { PaneContext } from '../pane.ts';

/** Shows the time of the entry in every pane that knows the past, and says which those are. */
export const viewCommand = (
  { store, say }: Pick<PaneContext, 'store' | 'say'>,
  timeUnderCursor: () => number | undefined,
): Command => {
  const none = words`No entry with a time is under the cursor.`;
  const view = onRow(timeUnderCursor, none, (time) => {
    store.setState({ viewing: time });
    const { workspace, timeZone, keyNames } = store.getState();
    const { apps, dns, events, timeline } = PANE_TABS;
    const panes = [
      ...(workspace.apps.length > 0 ? [apps] : []),
      ...(workspace.dnsZones.length > 0 ? [dns] : []),
      events,
      timeline,
    ].map(({ title }) => title);
    say(
      words`${listed(panes)} show ${timeOfDay(time, timeZone)}. ${keyFor(keyNames, 'back', words`Esc`)} goes back.`,
    );
  });
  return command('events.view', 'x', words`View the time of the entry in every pane`, {
    footer: words`view that minute`,
    ...view,
    unavailable: () =>
      eventsOnly(store.getState())
        ? words`No other pane can show that minute: an archive has events only.`
        : view.unavailable?.(),
  });
};
