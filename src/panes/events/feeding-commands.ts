import { command } from '../../commands/command.ts';
import { TYPED_COMMANDS, wrongUsage } from '../../commands/typed-commands.ts';
import { parseDuration } from '../../config/duration.ts';
import { expandHome } from '../../edges/machine.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { asSentence, type Printable, printable, words } from '../../text/printable.ts';
import { duration, startOfDay, utcDay } from '../../text/time.ts';
import { failureWords } from '../freshness.ts';
import { noLog } from '../nothing-watched.ts';
import type { PaneContext } from '../pane.ts';
import type { Feeding } from './feeding.ts';
import { refusedLoad } from './load-budget.ts';
import type { EventsModel } from './model.ts';
import { type EventsState, fileName, newestEnd } from './state.ts';

/** Commands to archive the followed log and to open archives. */
export function archiveCommands(
  context: PaneContext,
  { slice }: EventsModel,
  archives: Feeding['archives'],
) {
  const notFollowed = (): Printable | undefined => {
    // Anyone may have made it: an archive holds only what the service said.
    if (context.store.getState().replay) return words`Only a live log is archived.`;
    const { source, zones } = slice.getState();
    if (source.kind === 'archive') {
      return words`${fileName(source.path)} is an archive already. :close returns to the service.`;
    }
    return zones.length === 0 ? noLog(context.store.getState()) : undefined;
  };
  const notOpen = () => {
    if (slice.getState().opening !== null) return undefined;
    if (slice.getState().source.kind !== 'archive') return words`No archive is open.`;
    return context.archive === undefined
      ? undefined
      : words`There is no service to return to: warren was started with --from.`;
  };

  const close = () => (slice.getState().opening === null ? archives.close() : archives.cancel());

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
      command('events.archive', 'A', TYPED_COMMANDS.archive.help, {
        typed: 'archive',
        unavailable: notFollowed,
        run: () =>
          slice.getState().archiving.kind === 'on'
            ? archives.keep(null)
            : askForFile(words`Archive to`, archives.keep),
      }),
      command('events.open-archive', [], TYPED_COMMANDS.open.help, {
        typed: 'open',
        run: () => askForFile(words`Open`, archives.open),
      }),
      command('events.close-archive', [], TYPED_COMMANDS.close.help, {
        typed: 'close',
        unavailable: notOpen,
        run: close,
      }),
    ],
    typed: {
      archive: {
        run(rest: string) {
          if (rest === '') return wrongUsage('archive');
          const reason = notFollowed();
          if (reason === undefined) archives.keep(rest === 'off' ? null : fromHome(rest));
          return reason;
        },
      },
      open: {
        run(rest: string) {
          if (rest === '') return wrongUsage('open');
          archives.open(fromHome(rest));
          return undefined;
        },
      },
      close: {
        run() {
          const reason = notOpen();
          if (reason === undefined) close();
          return reason;
        },
      },
    },
  };
}

/** `B` and `:load` load older entries. */
export function loadCommands(
  context: Pick<PaneContext, 'say' | 'moment' | 'store'>,
  slice: Slice<EventsState>,
  loading: Feeding['loading'],
) {
  const notFollowed = (): Printable | undefined => {
    const { source, zones } = slice.getState();
    if (source.kind === 'archive') return words`An archive is open: what it has is loaded.`;
    return zones.length === 0 ? noLog(context.store.getState()) : undefined;
  };
  const refusal = (): Printable | undefined => {
    const error = refusedLoad(slice.getState());
    return error ? words`${printable(error.title)}.` : undefined;
  };
  let isAsked = false;
  // Reports when older entries turn out not to be available.
  slice.subscribe(({ days }, before) => {
    if (!isAsked || days === before.days) return;
    const why = refusal();
    if (why === undefined) return;
    isAsked = false;
    context.say(why, 'warn');
  });
  return {
    commands: [
      command('events.load-more', 'B', words`Load another hour of what came before`, {
        unavailable: () => {
          if (loading.restsAt() !== null) return undefined;
          const { loadable } = newestEnd(slice.getState());
          return (
            notFollowed() ??
            refusal() ??
            (loadable.kind === 'failed'
              ? asSentence(failureWords(loadable))
              : words`All that was asked for is loaded, or on its way.`)
          );
        },
        run() {
          const isArchive = slice.getState().source.kind === 'archive';
          const again = keyFor(context.store.getState().keyNames, 'refresh', words`r`);
          loading.more();
          isAsked = !isArchive;
          context.say(
            isArchive
              ? words`Listing what passes the filters and came before, as much as fits into memory. ${again} lists the newest again.`
              : words`Asked for another hour, or 50 MB.`,
          );
        },
      }),
    ],
    typed: {
      load: {
        values: () => ['6h', 'day', 'all'],
        run(rest: string) {
          const reason = notFollowed();
          if (reason !== undefined) return reason;
          const { archiving } = slice.getState();
          if (archiving.kind === 'on') {
            context.say(
              words`All of today is loaded while it is kept in ${fileName(archiving.path)}, back to its beginning (UTC).`,
            );
            return undefined;
          }
          const now = context.moment().wall;
          const today = startOfDay(utcDay(now));
          const ms = rest === 'day' || rest === 'all' ? now - today : parseDuration(rest);
          const since = rest === 'all' ? words`72h` : printable(rest);
          if (ms === undefined) return wrongUsage('load');
          loading.backTo(Math.max(today, now - ms));
          context.say(
            now - ms < today || rest === 'all'
              ? words`Asked for today (UTC); warren events ZONE --since ${since} reads further back.`
              : words`Asked for the last ${duration(ms)}.`,
          );
          return undefined;
        },
      },
    },
  };
}
