import { duration } from '../../../text/moments.ts';
import { words } from '../../../text/printable.ts';
import { type Column, grid, shownValue } from '../../output/grid.ts';
import { facts, type Report } from '../../output/report.ts';

interface Outcome {
  readonly appId: string;
  readonly status: string;
  readonly waitedMs: number;
}

const COLUMNS: readonly Column<Outcome>[] = [
  { name: 'appId', value: ({ appId }) => appId },
  { name: 'status', value: ({ status }) => status },
  { name: 'waitedMs', value: ({ waitedMs }) => waitedMs },
];

/**
 * What became of an application, for operations that are answered without a body.
 *
 * @param status `deletion accepted`, `gone`, or what the service calls it
 */
export function outcomeReport(appId: string, status: string, waitedMs: number): Report {
  const outcome: Outcome = { appId, status, waitedMs };
  return {
    document: outcome,
    records: [outcome],
    sections: [
      facts(
        [words`application`, shownValue(appId)],
        [words`status`, shownValue(status)],
        ...(waitedMs > 0 ? [[words`waited`, duration(waitedMs)] as const] : []),
      ),
    ],
    csv: grid(COLUMNS, [outcome]),
    notes: [],
  };
}
