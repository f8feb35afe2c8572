import type { ConsoleState } from '../../state/console-state.ts';
import { count } from '../../text/numbers.ts';
import { words } from '../../text/printable.ts';
import { theme } from '../../ui/theme.ts';
import { changesPage, comparedPage } from './changes-page.ts';
import { checkPage } from './check-page.ts';
import { endpointsPage } from './endpoints-page.ts';
import { type Mark, type Page, type PageFacts, type SectionId, sentences } from './page.ts';
import { problemMark } from './problems.ts';
import { sendPage } from './send-page.ts';
import { fileOf, type GuardianState, isComparing, workOf, type ZoneWork } from './state.ts';

const PAGES: Readonly<Record<SectionId, (work: ZoneWork, facts: PageFacts) => Page>> = {
  check: checkPage,
  changes: changesPage,
  send: sendPage,
  endpoints: endpointsPage,
  compared: comparedPage,
};

/** The parts of the console's state that pages are made of. */
export type PageSource = Pick<
  ConsoleState,
  'workspace' | 'profile' | 'changes' | 'timeZone' | 'keyNames'
>;

/** The section on screen. */
export function pageOf(state: GuardianState, console: PageSource): Page {
  const zone = console.workspace.shieldZones.find(({ id }) => id === state.zone);
  if (!zone) {
    return sentences(words`No shield zone is watched. Type :add zone ID, or start with --zone ID.`);
  }
  return PAGES[state.section](workOf(state), {
    zone,
    host: console.profile.host,
    readOnly: console.profile.readOnly,
    list: state.lists[state.section],
    changes: console.changes,
    stamps: console.timeZone,
    keyNames: console.keyNames,
  });
}

/** What the sections' tabs say beside their names. */
export function sectionMarks(
  work: ZoneWork,
  changes: ConsoleState['changes'],
): Readonly<Partial<Record<SectionId, Mark>>> {
  const file = fileOf(work);
  const diff = work.assessment?.against?.diff;
  const { returned, comparison } = work;
  const send = sendMark(work, changes);
  return {
    ...(file && { check: problemMark(file.preflight) }),
    ...(file?.preflight.kind === 'read' &&
      !diff && {
        changes: {
          text: isComparing(work.assessment) ? words`…` : words`?`,
          style: theme.warn,
        },
      }),
    ...(diff && {
      changes: {
        text: count(diff.removed.length + diff.changed.length + diff.added.length),
        style: diff.removed.length > 0 ? theme.bad : theme.plain,
      },
    }),
    ...(send && { send }),
    ...(returned && {
      endpoints: { text: count(returned.data.endpoints.length), style: theme.faint },
    }),
    ...(comparison && {
      compared:
        comparison.deviations.length === 0
          ? { text: words`✓`, style: theme.good }
          : { text: words`! ${count(comparison.deviations.length)}`, style: theme.warn },
    }),
  };
}

function sendMark({ sending }: ZoneWork, changes: ConsoleState['changes']): Mark | undefined {
  switch (sending.kind) {
    case 'nothing':
      return undefined;
    case 'looking':
      return { text: words`…`, style: theme.warn };
    case 'stopped':
      return { text: words`✖`, style: theme.bad };
    case 'sent': {
      const change = changes.find(({ attempt }) => attempt === sending.attempt);
      if (!change || change.state.kind === 'pending') return { text: words`…`, style: theme.warn };
      if (change.state.kind === 'accepted') return { text: words`✓`, style: theme.good };
      return change.state.kind === 'unknown'
        ? { text: words`?`, style: theme.bad }
        : { text: words`✖`, style: theme.bad };
    }
  }
}
