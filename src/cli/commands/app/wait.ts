import { DEFAULT_INTERVAL_MS, DEFAULT_WAIT_MS } from '../../../config/defaults.ts';
import { APPLICATION_STATUSES } from '../../../contract/operations/app-overview.ts';
import { EXIT, UserError } from '../../../session/errors.ts';
import { durationOption, intervalOption } from '../../../session/option-values.ts';
import { nearest } from '../../../text/nearest.ts';
import { printable, words } from '../../../text/printable.ts';
import { duration } from '../../../text/time.ts';
import { readExpression } from '../../../watches/expression.ts';
import type { Action } from '../../context.ts';
import { nameOf } from '../../make-change.ts';
import { displayValue, grid, type OutputColumn } from '../../output/grid.ts';
import { facts, printerFor, type Report } from '../../output/report.ts';
import { idOf, withService } from '../../service.ts';
import { awaitCondition, type Waiting } from '../await-condition.ts';

export const appWaitCommand: Action<'app wait'> = async (
  { arguments: { ID }, options },
  context,
) => {
  if (options.until === undefined) throw new UserError([words`--until is missing.`]);
  const statuses = readCondition(options.until);
  const timeout = durationOption(words`timeout`, options.timeout, 0) ?? DEFAULT_WAIT_MS;
  const every = intervalOption(words`every`, options.every) ?? DEFAULT_INTERVAL_MS;
  return withService(options, context, async (service) => {
    const appId = idOf(service, 'apps', ID);
    const items = [{ id: appId, name: nameOf(service, 'apps', appId) }];
    const { rows, waitedMs } = await awaitCondition(
      { ...expectationOf(statuses), items, timeout, every },
      service,
      context,
    );
    const status = String(rows[0]?.fields['status'] ?? 'gone');
    await printerFor(context, options, 'one').print(outcomeReport(appId, status, waitedMs));
    return EXIT.done;
  });
};

const STATUSES: readonly string[] = APPLICATION_STATUSES;

/** The status that an application has once it is not found any more. */
const GONE = 'gone';

/**
 * The statuses to wait for: those of `status=active` or `status=failing,suspended`, or `gone`.
 *
 * @throws UserError for anything else
 */
export function readCondition(text: string): readonly string[] {
  if (text === GONE) return [GONE];
  const [, values] = /^status=(.+)$/.exec(text) ?? [];
  if (values === undefined) {
    throw new UserError([words`--until takes status=VALUE[,VALUE…] or gone.`]);
  }
  const statuses = values.split(',').map((value) => value.trim().toLowerCase());
  for (const value of statuses) {
    if (STATUSES.includes(value)) continue;
    const meant = nearest(value, STATUSES);
    const guess = meant ? words` Did you mean status=${printable(meant)}?` : words``;
    throw new UserError([words`A status is one of ${printable(STATUSES.join(', '))}.${guess}`]);
  }
  return statuses;
}

/** Waiting for one of these statuses, as for `warren wait`. */
function expectationOf(statuses: readonly string[]): Pick<Waiting, 'expression' | 'what'> {
  const read = readExpression(`app ${statuses.map((each) => `status = ${each}`).join(' or ')}`);
  if (read.kind === 'refused') throw new Error(read.message);
  return {
    expression: read.expression,
    what: words`the application is ${printable(statuses.join(' or '))}`,
  };
}

/** Waiting until an application is gone. */
export const goneExpectation = () => expectationOf([GONE]);

interface Outcome {
  readonly appId: string;
  readonly status: string;
  readonly waitedMs: number;
}

const COLUMNS: readonly OutputColumn<Outcome>[] = [
  { name: 'appId' },
  { name: 'status' },
  { name: 'waitedMs' },
];

/**
 * The result of an operation whose response has no body.
 *
 * @param status `deletion accepted`, `gone`, or the status that the service reports
 */
export function outcomeReport(appId: string, status: string, waitedMs: number): Report {
  const outcome: Outcome = { appId, status, waitedMs };
  return {
    document: outcome,
    sections: [
      facts(
        [words`application`, displayValue(appId)],
        [words`status`, displayValue(status)],
        ...(waitedMs > 0 ? [[words`waited`, duration(waitedMs)] as const] : []),
      ),
    ],
    csv: grid(COLUMNS, [outcome]),
  };
}
