import { type Command, command } from '../../commands/command.ts';
import { zoneTabCommands } from '../../commands/list-commands.ts';
import { pendingChanges } from '../../state/change.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { stepped } from '../../text/list-window.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import type { PaneList } from '../pane-list.tsx';
import type { GuardianActions } from './actions.ts';
import { ENFORCE, enforceWords } from './authorization.ts';
import type { FilePrompt } from './file-prompt.ts';
import {
  type GuardianState,
  isComparing,
  onSection,
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
  readonly list: Pick<PaneList<never>, 'commands'>;
  readonly actions: GuardianActions;
  readonly filePrompt: FilePrompt;
  showZone(zone: string | null): void;
}

export function guardianCommands(keys: GuardianKeys): readonly Command[] {
  const { context, slice, list } = keys;
  const zones = () => context.store.getState().workspace.shieldZones;
  return [
    ...uploadCommands(keys),
    ...list.commands,
    ...sectionCommands(slice),
    reloadCommand(keys),
    ...zoneTabCommands({
      ids: () => zones().map(({ id }) => id),
      current: () => slice.getState().zone,
      show: keys.showZone,
    }),
  ];
}

const zoneOf = ({ context, slice }: GuardianKeys) =>
  context.store.getState().workspace.shieldZones.find(({ id }) => id === slice.getState().zone);

const noZone = (keys: GuardianKeys): Printable | undefined =>
  zoneOf(keys) ? undefined : words`No shield zone is watched.`;

const chooseKey = ({ context }: GuardianKeys): Printable =>
  keyFor(context.store.getState().keyNames, 'guardian.choose', words`o`);

const showSection = (slice: GuardianKeys['slice'], section: SectionId): void =>
  slice.setState((state) => onSection(state, section));

function chosenPath({ slice }: GuardianKeys): string {
  const { choice } = workOf(slice.getState());
  if (choice.kind === 'none') return '';
  return choice.kind === 'read' ? choice.file.path : choice.path;
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
    return words`The chosen file was not read and checked: ${keyFor(context.store.getState().keyNames, 'guardian.reload', words`r`)} tries again, ${chooseKey(keys)} chooses another.`;
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

/** Asks at once, as keys may be typed ahead, and again if another run has uploaded meanwhile. */
async function askToSend(keys: GuardianKeys): Promise<void> {
  const { slice, actions } = keys;
  ask(keys);
  const { returned } = workOf(slice.getState());
  await actions.findOtherUploads();
  const state = slice.getState();
  if (state.question && workOf(state).returned !== returned) ask(keys);
}

function ask(keys: GuardianKeys): void {
  const { context, slice, actions } = keys;
  const zone = zoneOf(keys);
  // Newly loaded events may change the warnings.
  actions.assess();
  const { choice, enforce, assessment, returned } = workOf(slice.getState());
  if (!zone || choice.kind !== 'read') return;
  const { file } = choice;
  const request = uploadRequest(zone, file, enforce);
  const { now, timeZone } = context.store.getState();
  slice.setState((state) => ({
    ...onSection(state, 'send'),
    question: {
      request,
      warnings: warningsOf(file.preflight, assessment, returned, request, {
        keyNames: null,
        stamps: timeZone,
      }),
      changes: changesWords(assessment, returned, { now, timeZone }),
      isKnown: returned !== null,
      askedAt: context.moment().elapsed,
      top: 0,
      isRead: false,
    },
  }));
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

const sectionCommands = (slice: GuardianKeys['slice']): readonly Command[] => [
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
