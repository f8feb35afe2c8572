import type { Command } from '../../commands/command.ts';
import { listCommands, tabCommands } from '../../commands/list-commands.ts';
import { pendingChanges } from '../../state/change.ts';
import { keyFor } from '../../state/key-names.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';

import type { IdList } from '../../text/list-window.ts';

import { type Printable, words } from '../../text/printable.ts';
import { askFilter } from '../filter-prompt.ts';
import type { PaneContext } from '../pane.ts';
import type { GuardianActions } from './actions.ts';
import { enforceWords, nextEnforce } from './authorization.ts';
import { changesWords, whyNotNow } from './confirm-upload.ts';
import type { Choosing } from './file-prompt.ts';
import { type Arranging, lastTop, scrolledText } from './layout.ts';
import { type SectionId, sectionBeside } from './page.ts';
import { type GuardianState, isComparing, withWork, workOf } from './state.ts';
import { uploadRequest, warningsOf } from './upload-request.ts';

/** What the pane's keys act on. */
interface GuardianKeys {
  readonly context: PaneContext;
  readonly slice: Slice<GuardianState>;
  readonly arranging: Arranging;
  readonly actions: GuardianActions;
  readonly choosing: Choosing;
  showZone(zone: string | null): void;
}

/** As many positions as a text can be scrolled to, as a list: the same keys move both. */
const positions = (length: number): IdList => ({
  length,
  at: (index) => (index >= 0 && index < length ? String(index) : undefined),
  indexOf: (id) => (Number(id) < length ? Number(id) : -1),
});

export function guardianCommands(keys: GuardianKeys): readonly Command[] {
  const { context, slice, arranging, actions, choosing } = keys;
  const { store } = context;
  const group = 'Guardian' as const;
  const zones = () => store.getState().workspace.shieldZones;
  const zone = () => zones().find(({ id }) => id === slice.get().zone);

  const arranged = () => arranging(store.getState());
  const table = () => {
    const { arrangement } = arranged();
    return arrangement.kind === 'table' ? arrangement : null;
  };
  const scrolled = () => scrolledText(arranged().arrangement, slice.get().detail);

  const section = {
    get: () => slice.get().lists[slice.get().section],
    set: (list: ListState) =>
      slice.set(({ lists, section: id }) => ({ lists: { ...lists, [id]: list }, detailTop: 0 })),
    ids: (): IdList => arranged().page.table?.ids ?? [],
  };
  /** Movement keys move the cursor of the table, or scroll the text that is looked at. */
  const list = {
    get: (): ListState => {
      if (!scrolled()) return section.get();
      const { detailTop } = slice.get();
      return { ...EMPTY_LIST, cursor: String(detailTop), at: detailTop };
    },
    set(next: ListState) {
      if (scrolled()) slice.set({ detailTop: next.at });
      else section.set(next);
    },
    ids: (): IdList => {
      const text = scrolled();
      return text ? positions(lastTop(text.lines.length, arranged().rows) + 1) : section.ids();
    },
    height: () => (scrolled() ? arranged().rows : Math.max(1, (table()?.room.rows ?? 2) - 1)),
  };

  const goTo = (id: SectionId) => slice.set({ section: id, detail: false, detailTop: 0 });
  const noZone = () => (zone() ? undefined : words`No shield zone is watched.`);

  const choosesKey = () => keyFor(store.getState().keyNames, 'guardian.choose', words`o`);

  /** Why the file on screen cannot be sent now. */
  const whyNotSend = (): Printable | undefined => {
    const watched = zone();
    const { choice, sending, enforce, assessment } = workOf(slice.get());
    if (!watched) return noZone();
    if (choice.kind === 'none')
      return words`There is nothing to send: ${choosesKey()} chooses a file.`;
    if (choice.kind === 'reading') return words`The file is still being read.`;
    if (choice.kind === 'unusable')
      return words`The chosen file could not be read: ${choosesKey()} chooses another.`;
    const { file } = choice;
    if (file.preflight.kind === 'unreadable') {
      return words`This file cannot be read as OpenAPI 3.0 or 3.1, so that what it would do cannot be told: see Check.`;
    }
    const { path } = uploadRequest(watched, file, enforce);
    if (path.kind === 'fault') return words`The zone's id is none: ${path.reason}`;
    const isPending = pendingChanges(store.getState().changes).some(
      ({ subject }) => subject.kind === 'zone' && subject.id === watched.id,
    );
    if (isPending || sending.kind === 'looking') {
      return words`A change of this zone is under way. Wait for its outcome.`;
    }
    if (isComparing(assessment)) {
      return words`The file is still being compared with what the service returned: see Changes.`;
    }
    return whyNotNow(context);
  };

  const askToSend = () => {
    const watched = zone();
    // What was asked for meanwhile may be in the way.
    actions.assess();
    const { choice, enforce, assessment, returned } = workOf(slice.get());
    if (!watched || choice.kind !== 'read') return;
    const { file } = choice;
    slice.set({
      section: 'send',
      detail: false,
      detailTop: 0,
      question: {
        request: uploadRequest(watched, file, enforce),
        warnings: warningsOf(file.preflight, assessment, returned),
        changes: changesWords(assessment),
        askedAt: context.moment().elapsed,
      },
    });
  };

  const changeEnforce = () => {
    const { zone: id } = slice.get();
    if (id === null) return;
    slice.set((state) => withWork(state, id, ({ enforce }) => ({ enforce: nextEnforce(enforce) })));
    goTo('send');
    context.say(words`Authorization ${enforceWords(workOf(slice.get()).enforce)}.`);
  };

  const path = () => {
    const { choice } = workOf(slice.get());
    if (choice.kind === 'none') return '';
    return choice.kind === 'read' ? choice.file.path : choice.path;
  };

  return [
    {
      id: 'guardian.choose',
      keys: ['o'],
      label: words`Choose a specification; it is read and checked, nothing is sent`,
      footer: words`choose`,
      group,
      unavailable: noZone,
      run: () => choosing.open(path()),
    },
    {
      id: 'guardian.upload',
      keys: ['U'],
      label: words`Send the specification to the zone, after a question`,
      footer: words`upload`,
      group,
      danger: true,
      unavailable: whyNotSend,
      run: askToSend,
    },
    {
      id: 'guardian.enforce',
      keys: ['a'],
      label: words`What the request says of authorization: keep, yes or no`,
      footer: words`authorization`,
      group,
      unavailable: noZone,
      run: changeEnforce,
    },
    {
      id: 'guardian.open',
      keys: ['enter', 'd'],
      label: words`Show all of the row under the cursor`,
      footer: words`details`,
      group,
      unavailable: () =>
        table() || slice.get().detail ? undefined : words`There is no row to show more of.`,
      run: () => slice.set(({ detail }) => ({ detail: !detail, detailTop: 0 })),
    },
    {
      id: 'guardian.section-next',
      keys: ['right', 'l'],
      label: words`Next section`,
      footer: words`section`,
      group,
      run: () => goTo(sectionBeside(slice.get().section, 1)),
    },
    {
      id: 'guardian.section-previous',
      keys: ['left', 'h'],
      label: words`Previous section`,
      group,
      run: () => goTo(sectionBeside(slice.get().section, -1)),
    },
    {
      id: 'guardian.reload',
      keys: ['r'],
      label: words`Read the file again, and check it`,
      footer: words`read again`,
      group,
      unavailable: () =>
        path() === '' ? words`No file is chosen: ${choosesKey()} chooses one.` : undefined,
      run: () => actions.read(path()),
    },
    ...tabCommands({
      group,
      what: words`zones`,
      ids: () => zones().map(({ id }) => id),
      current: () => slice.get().zone,
      show: keys.showZone,
    }),
    ...listCommands({
      ...list,
      sortable: () => table()?.table.sortable ?? [],
      filter: () => {
        slice.set({ detail: false, detailTop: 0 });
        askFilter(context, section);
      },
    }),
  ];
}

/** The keys in force while a path is typed. */
export const choosingCommands = (choosing: Choosing): readonly Command[] => {
  const group = 'Guardian' as const;
  return [
    {
      id: 'guardian.take',
      keys: ['enter'],
      label: words`Read the marked file, or look into the marked directory`,
      footer: words`take`,
      group,
      run: choosing.take,
    },
    {
      id: 'guardian.complete',
      keys: ['tab'],
      label: words`Complete the path with the marked name`,
      footer: words`complete`,
      group,
      run: choosing.complete,
    },
    {
      id: 'guardian.next-name',
      keys: ['down', 'ctrl-n'],
      label: words`Next of the names offered`,
      group,
      run: () => choosing.move(1),
    },
    {
      id: 'guardian.previous-name',
      keys: ['up'],
      label: words`Previous of the names offered`,
      group,
      run: () => choosing.move(-1),
    },
  ];
};
