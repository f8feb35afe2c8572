import { DEFAULT_INTERVAL_MS, DEFAULT_WAIT_MS } from '../../config/defaults.ts';
import { flaggedWorkspace, itemGiven } from '../../session/config-file.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { durationOption, intervalOption } from '../../session/option-values.ts';
import { ITEM_KINDS } from '../../state/item-kinds.ts';
import type { Workspace, WorkspaceItem } from '../../state/workspace.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { duration } from '../../text/time.ts';
import { askedFields, type Expression, itemsOf, readExpression } from '../../watches/expression.ts';
import { howOf } from '../../watches/subjects.ts';
import type { Action } from '../context.ts';
import { displayValue, grid, type OutputColumn } from '../output/grid.ts';
import { facts, printerFor, type Report } from '../output/report.ts';
import { withService } from '../service.ts';
import { awaitCondition, type Met } from './await-condition.ts';

export const waitCommand: Action<'wait'> = async (
  { arguments: { EXPRESSION }, options },
  context,
) => {
  const read = readExpression(EXPRESSION);
  if (read.kind === 'refused') {
    throw new UserError([words`${printable(read.message)} (column ${read.column + 1})`]);
  }
  const { expression } = read;
  const timeout = durationOption(words`timeout`, options.timeout, 0) ?? DEFAULT_WAIT_MS;
  const every = intervalOption(words`every`, options.every) ?? DEFAULT_INTERVAL_MS;
  if (expression.lasting > timeout) {
    throw new UserError([
      words`The condition must hold for longer than --timeout allows: raise --timeout.`,
    ]);
  }
  return withService(options, context, async (service) => {
    const workspace = flaggedWorkspace(options, service.session);
    const items = awaited(expression, workspace);
    service.unknown.push(...items.map(({ name }) => name));
    const what = words`the condition holds`;
    const met = await awaitCondition({ expression, items, what, timeout, every }, service, context);
    await printerFor(context, options, 'one').print(reportOf(expression, met));
    return EXIT.done;
  });
};

/**
 * The items of the expression. A name that is not in the workspace is taken as an id.
 *
 * @throws UserError for an ambiguous name
 */
function awaited(expression: Expression, workspace: Workspace): readonly WorkspaceItem[] {
  const { name, kind } = expression;
  const known = itemsOf(expression, workspace);
  if (known.length > 1 && name !== null && !name.includes('*')) {
    const given = itemGiven(workspace, kind, name);
    return given ? [given] : known;
  }
  if (known.length > 0) return known;
  if (name !== null && !name.includes('*')) return [{ id: name, name }];
  throw new UserError([
    words`No ${ITEM_KINDS[kind].noun}${name === null ? words`` : words` “${printable(name)}”`} in this workspace: name one by its id, or with --${printable(ITEM_KINDS[kind].option)}.`,
  ]);
}

const COLUMNS: readonly OutputColumn<Outcome>[] = [
  { name: 'expression' },
  { name: 'id' },
  { name: 'name' },
  { name: 'how' },
  { name: 'waitedMs' },
];

interface Outcome {
  readonly expression: string;
  readonly id: string;
  readonly name: string;
  readonly how: Printable;
  readonly waitedMs: number;
}

function reportOf(expression: Expression, { item, rows, waitedMs }: Met): Report {
  const how = howOf(rows, askedFields(expression));
  const outcome: Outcome = {
    expression: expression.text,
    id: item.id,
    name: item.name,
    how,
    waitedMs,
  };
  return {
    document: outcome,
    sections: [
      facts(
        [words`met`, displayValue(outcome.expression)],
        [words`by`, displayValue(outcome.name)],
        ...(how === '' ? [] : [[words`how`, how] as const]),
        [words`waited`, duration(waitedMs)],
      ),
    ],
    csv: grid(COLUMNS, [outcome]),
  };
}
