import type { CommandSet } from '../../commands/command.ts';
import { expandHome } from '../../edges/machine.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import type { Feeding } from './feeding.ts';
import type { EventsModel } from './model.ts';
import { fileName } from './state.ts';

/** Keys and words for keeping what is followed, and for looking at what was kept. */
export function archiveCommands(
  context: PaneContext,
  { slice }: EventsModel,
  archives: Feeding['archives'],
): CommandSet {
  const notFollowed = (): Printable | undefined => {
    const { source, zones } = slice.getState();
    if (source.kind === 'archive') {
      return words`${fileName(source.path)} is an archive already. :close returns to the service.`;
    }
    return zones.length === 0 ? words`No zone is on screen.` : undefined;
  };
  const notOpen = () => {
    if (slice.getState().source.kind !== 'archive') return words`No archive is open.`;
    return context.archive === undefined
      ? undefined
      : words`There is no service to return to: warren was started with --from.`;
  };

  const fromHome = (path: string) => expandHome(path, context.mutations.directories.home);
  const askForFile = (label: Printable, take: (path: string) => void) =>
    context.ask({
      id: 'events-archive',
      label,
      value: '',
      placeholder: words`a file name, as shop.db, or a URL (warren help team)`,
      accepted: (path) => {
        if (path.trim() !== '') take(fromHome(path.trim()));
      },
    });

  return {
    commands: [
      {
        id: 'events.archive',
        keys: ['A'],
        label: words`Archive events to a file, on/off`,
        unavailable: notFollowed,
        run: () =>
          slice.getState().archiving.kind === 'on'
            ? archives.keep(null)
            : askForFile(words`Archive to`, archives.keep),
      },
      {
        id: 'events.open-archive',
        keys: [],
        label: words`Open an archive, offline`,
        run: () => askForFile(words`Open`, archives.open),
      },
      {
        id: 'events.close-archive',
        keys: [],
        label: words`Close the archive, follow the service again`,
        unavailable: notOpen,
        run: () => archives.close(),
      },
    ],
    verbs: [
      {
        name: 'archive',
        usage: words`archive FILE|URL|off`,
        help: words`Archive events to a file or team, on/off`,
        run(rest) {
          if (rest === '') return words`Type it as: ${this.usage}`;
          const reason = notFollowed();
          if (reason === undefined) archives.keep(rest === 'off' ? null : fromHome(rest));
          return reason;
        },
      },
      {
        name: 'open',
        usage: words`open FILE|URL`,
        help: words`Open an archive of events, offline`,
        run(rest) {
          if (rest === '') return words`Type it as: ${this.usage}`;
          archives.open(fromHome(rest));
          return undefined;
        },
      },
      {
        name: 'close',
        usage: words`close`,
        help: words`Close the archive, follow the service again`,
        run() {
          const reason = notOpen();
          if (reason === undefined) archives.close();
          return reason;
        },
      },
    ],
  };
}
