import { selectedId } from '../../state/list.ts';
import { printable, words } from '../../text/printable.ts';
import type { Copyable } from '../pane.ts';
import { changeRows } from './change-rows.ts';
import { endpointRows } from './endpoint-rows.ts';
import { problemRows } from './problems.ts';
import { fileOf, type GuardianState, workOf, type ZoneWork } from './state.ts';

/** What can be copied of the row under the cursor, or of the section where it has no rows. */
export function copiesOf(state: GuardianState): readonly Copyable[] {
  const work = workOf(state);
  const list = state.lists[state.section];
  const under = <Row extends { readonly id: string }>(rows: readonly Row[]): Row | undefined => {
    const id = selectedId(
      list,
      rows.map((row) => row.id),
    );
    return rows.find((row) => row.id === id);
  };
  switch (state.section) {
    case 'check': {
      const file = fileOf(work);
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
      const row = work.returned && under(endpointRows(work.returned.data.endpoints, list));
      if (!row) return [];
      const { requestPath, apiGuardianEndpointId } = row.endpoint;
      return [
        { what: words`path`, text: printable(requestPath ?? '') },
        { what: words`endpoint id`, text: printable(apiGuardianEndpointId ?? '') },
        { what: words`endpoint as JSON`, text: JSON.stringify(row.endpoint) },
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
