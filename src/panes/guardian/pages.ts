import type { ConsoleState } from '../../state/console-state.ts';
import { selectedRow } from '../../state/list.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { count } from '../../text/numbers.ts';
import { printable, words } from '../../text/printable.ts';
import { theme } from '../../ui/theme.ts';
import type { Copyable } from '../pane.ts';
import { changeRows } from './change-rows.ts';
import { changesPage, comparedPage } from './changes-page.ts';
import { checkPage } from './check-page.ts';
import { declaredRows } from './declared-endpoints.ts';
import { endpointRows, endpointsPage } from './endpoints-page.ts';
import { type Mark, type Page, type PageFacts, type SectionId, sentences } from './page.ts';
import { problemMark, problemRows } from './problems.ts';
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

/** How many rows the filter of the section on screen leaves out; null when there is none. */
export function hiddenRows(state: GuardianState, console: PageSource): number | null {
  const { lists, section } = state;
  const list = lists[section];
  if (list.filter === '') return null;
  const unfiltered = { ...state, lists: { ...lists, [section]: { ...list, filter: '' } } };
  const rows = (of: GuardianState) => pageOf(of, console).table?.ids.length ?? 0;
  return rows(unfiltered) - rows(state);
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

/** What can be copied of the row under the cursor, or of the section where it has no rows. */
export function copiesOf(state: GuardianState): readonly Copyable[] {
  const work = workOf(state);
  const list = state.lists[state.section];
  const under = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    selectedRow(list, rows);
  switch (state.section) {
    case 'check': {
      const file = fileOf(work);
      if (file?.preflight.kind === 'read' && file.preflight.problems.length === 0) {
        const declared = under(declaredRows(file.preflight, list));
        return declared ? [{ what: words`path`, text: printable(declared.endpoint.path) }] : [];
      }
      const row = file && under(problemRows(file.preflight, list.filter));
      if (!file || !row) return [];
      const { line, column, sentence } = row.problem;
      return [
        {
          what: words`place and problem`,
          text: printable(`${file.path}:${line}:${column}: ${sentence}`),
        },
      ];
    }
    case 'changes': {
      const row = work.assessment && under(changeRows(work.assessment, list));
      return row ? [{ what: words`path`, text: printable(row.path) }] : [];
    }
    case 'endpoints': {
      const row = work.returned && under(endpointRows(work.returned.data, list));
      if (!row) return [];
      const { requestPath, apiGuardianEndpointId } = row.endpoint;
      return [
        { what: words`path`, text: printable(requestPath ?? '') },
        { what: words`endpoint id`, text: printable(apiGuardianEndpointId ?? '') },
        { what: words`endpoint as JSON`, text: jsonText(row.endpoint) },
      ];
    }
    default:
      return ofTheFile(work);
  }
}

function ofTheFile(work: ZoneWork): readonly Copyable[] {
  const file = fileOf(work);
  return file
    ? [
        { what: words`sha256 of the file`, text: file.sha256 },
        { what: words`path of the file`, text: printable(file.path) },
      ]
    : [];
}
