import { type Command, command } from '../../commands/command.ts';
import { listCommands, zoneTabCommands } from '../../commands/list-commands.ts';
import { pendingChanges } from '../../state/change.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { type IdList, stepped } from '../../text/list-window.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { askFilter } from '../prompts.ts';
import type { GuardianActions } from './actions.ts';
import { ENFORCE, enforceWords } from './authorization.ts';
import type { FilePrompt } from './file-prompt.ts';
import { lastTop, type SectionLayoutOf, scrolledText } from './layout.ts';
import {
  type GuardianState,
  isComparing,
  SECTIONS,
  type SectionId,
  withWork,
  workOf,
} from './state.ts';
import { changesWords, uploadRequest, whyNotNow } from './upload-request.ts';
import { warningsOf } from './upload-warnings.ts';

interface GuardianKeys {
  readonly context: PaneContext;
  readonly slice: Slice<GuardianState>;
  readonly layoutOfSection: SectionLayoutOf;
  readonly actions: GuardianActions;
  readonly filePrompt: FilePrompt;
  showZone(zone: string | null): void;
}

/** Scroll positions of a text as a list, so that list keys scroll it. Empty if all of it is visible. */
const positions = (last: number, length = last === 0 ? 0 : last + 1): IdList => ({
  length,
  at: (index) => (index >= 0 && index < length ? String(index) : undefined),
  indexOf: (id) => (Number(id) < length ? Number(id) : -1),
});

export function guardianCommands(keys: GuardianKeys): readonly Command[] {
  const { context, slice } = keys;
  const zones = () => context.store.getState().workspace.shieldZones;
  const view = sectionView(keys);
  return [
    ...uploadCommands(keys),
    ...sectionCommands(slice, view),
    reloadCommand(keys),
    ...zoneTabCommands({
      ids: () => zones().map(({ id }) => id),
      current: () => slice.getState().zone,
      show: keys.showZone,
    }),
    ...listCommands({
      ...view.list,
      sortable: () => view.table()?.table.sortable ?? [],
      keyNames: () => context.store.getState().keyNames,
      filter: () => {
        slice.setState({ detail: false, detailTop: 0 });
        askFilter(context, view.section);
      },
    }),
  ];
}

const zoneOf = ({ context, slice }: GuardianKeys) =>
  context.store.getState().workspace.shieldZones.find(({ id }) => id === slice.getState().zone);

const noZone = (keys: GuardianKeys): Printable | undefined =>
  zoneOf(keys) ? undefined : words`No shield zone is watched.`;

const chooseKey = ({ context }: GuardianKeys): Printable =>
  keyFor(context.store.getState().keyNames, 'guardian.choose', words`o`);

const sectionShown = (section: SectionId) => ({ section, detail: false, detailTop: 0 });

const showSection = (slice: GuardianKeys['slice'], section: SectionId): void =>
  slice.setState(sectionShown(section));

function chosenPath({ slice }: GuardianKeys): string {
  const { choice } = workOf(slice.getState());
  if (choice.kind === 'none') return '';
  return choice.kind === 'read' ? choice.file.path : choice.path;
}

type SectionView = ReturnType<typeof sectionView>;

function sectionView({ context, slice, layoutOfSection }: GuardianKeys) {
  const current = () => layoutOfSection(context.store.getState());
  const table = () => {
    const { layout } = current();
    return layout.kind === 'table' ? layout : null;
  };
  const scrolled = () => scrolledText(current().layout, slice.getState().detail);
  const section = {
    get: () => slice.getState().lists[slice.getState().section],
    set: (list: ListState) =>
      slice.setState(({ lists, section: id }) => ({
        lists: { ...lists, [id]: list },
        detailTop: 0,
      })),
    ids: (): IdList => current().page.table?.ids ?? [],
  };
  /** Movement keys move the table's cursor or scroll the text. */
  const list = {
    get: (): ListState => {
      if (!scrolled()) return section.get();
      const { detailTop } = slice.getState();
      return { ...EMPTY_LIST, cursor: String(detailTop), at: detailTop };
    },
    set(next: ListState) {
      if (scrolled()) slice.setState({ detailTop: next.at });
      else section.set(next);
    },
    ids: (): IdList => {
      const text = scrolled();
      return text ? positions(lastTop(text.lines.length, current().rows)) : section.ids();
    },
    height: () => (scrolled() ? current().rows : Math.max(1, (table()?.room.rows ?? 2) - 1)),
  };
  return { table, section, list };
}

function whyNotSend(keys: GuardianKeys): Printable | undefined {
  const { context, slice } = keys;
  const zone = zoneOf(keys);
  const { choice, sending, enforce, assessment } = workOf(slice.getState());
  if (!zone) return noZone(keys);
  if (choice.kind === 'none')
    return words`There is nothing to send: ${chooseKey(keys)} chooses a file.`;
  if (choice.kind === 'reading') return words`The file is still being read.`;
  if (choice.kind === 'unusable')
    return words`The chosen file could not be read: ${chooseKey(keys)} chooses another.`;
  const { file } = choice;
  if (file.preflight.kind === 'unreadable') {
    return words`This file cannot be read as OpenAPI 3.0 or 3.1, so its effects are unknown: see Check.`;
  }
  const { path } = uploadRequest(zone, file, enforce);
  if (path.kind === 'fault') return words`The zone's id is not valid: ${path.reason}`;
  const isPending = pendingChanges(context.store.getState().changes).some(
    ({ subject }) => subject.kind === 'zone' && subject.id === zone.id,
  );
  if (isPending || sending.kind === 'looking') {
    return words`A change of this zone is under way. Wait for its outcome.`;
  }
  if (isComparing(assessment)) {
    return words`The file is still being compared with what the service returned: see Changes.`;
  }
  return whyNotNow(context);
}

function askToSend(keys: GuardianKeys): void {
  const { context, slice, actions } = keys;
  const zone = zoneOf(keys);
  // Newly loaded events may change the warnings.
  actions.assess();
  const { choice, enforce, assessment, returned } = workOf(slice.getState());
  if (!zone || choice.kind !== 'read') return;
  const { file } = choice;
  const request = uploadRequest(zone, file, enforce);
  slice.setState({
    ...sectionShown('send'),
    question: {
      request,
      warnings: warningsOf(file.preflight, assessment, returned, request, null),
      changes: changesWords(assessment),
      isKnown: returned !== null,
      askedAt: context.moment().elapsed,
      top: 0,
      isRead: false,
    },
  });
}

function changeEnforce({ context, slice }: GuardianKeys): void {
  const { zone } = slice.getState();
  if (zone === null) return;
  slice.setState((state) =>
    withWork(state, zone, ({ enforce }) => ({ enforce: stepped(ENFORCE, enforce) })),
  );
  showSection(slice, 'send');
  const { enforce, returned } = workOf(slice.getState());
  context.say(words`Authorization ${enforceWords(enforce, returned !== null)}.`);
}

const uploadCommands = (keys: GuardianKeys): readonly Command[] => [
  command('guardian.choose', 'o', words`Choose a specification to check`, {
    footer: words`choose`,
    unavailable: () => noZone(keys),
    run: () => keys.filePrompt.open(chosenPath(keys)),
  }),
  command('guardian.upload', 'U', words`Send the specification, after a question`, {
    footer: words`upload`,
    danger: true,
    unavailable: () => whyNotSend(keys),
    run: () => askToSend(keys),
  }),
  command('guardian.enforce', 'a', words`Authorization in the request: keep, yes, no`, {
    footer: words`authorization`,
    unavailable: () => noZone(keys),
    run: () => changeEnforce(keys),
  }),
];

const sectionCommands = (
  slice: GuardianKeys['slice'],
  { table }: SectionView,
): readonly Command[] => [
  command('guardian.open', ['enter', 'd'], words`Show all of the row under the cursor`, {
    footer: () => (table() || slice.getState().detail ? words`details` : undefined),
    unavailable: () =>
      table() || slice.getState().detail ? undefined : words`There is no row to show more of.`,
    run: () => slice.setState(({ detail }) => ({ detail: !detail, detailTop: 0 })),
  }),
  command('guardian.section-next', ['right', 'l'], words`Next section`, {
    footer: words`section`,
    run: () => showSection(slice, stepped(SECTIONS, slice.getState().section)),
  }),
  command('guardian.section-previous', ['left', 'h'], words`Previous section`, () =>
    showSection(slice, stepped(SECTIONS, slice.getState().section, -1)),
  ),
];

const reloadCommand = (keys: GuardianKeys): Command =>
  command('guardian.reload', 'r', words`Read the file again, and check it`, {
    footer: words`read again`,
    unavailable: () =>
      chosenPath(keys) === ''
        ? words`No file is chosen: ${chooseKey(keys)} chooses one.`
        : undefined,
    run: () => keys.actions.read(chosenPath(keys)),
  });

export const filePromptCommands = (filePrompt: FilePrompt): readonly Command[] => {
  return [
    command('guardian.take', 'enter', words`Read the marked file, or open the directory`, {
      footer: words`open`,
      run: filePrompt.take,
    }),
    command('guardian.complete', 'tab', words`Complete the path with the marked name`, {
      footer: words`complete`,
      run: filePrompt.complete,
    }),
    command('guardian.next-name', ['down', 'ctrl-n'], words`Next suggested name`, () =>
      filePrompt.move(1),
    ),
    command('guardian.previous-name', 'up', words`Previous suggested name`, () =>
      filePrompt.move(-1),
    ),
  ];
};
