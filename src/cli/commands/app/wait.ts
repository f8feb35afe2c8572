import { printable, words } from '../../../text/printable.ts';
import type { Action } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { withService } from '../../open-service.ts';
import { printerFor } from '../../output/print-report.ts';
import { durationOption } from '../../parse/numbers.ts';
import { Refusal } from '../../refusal.ts';
import { awaitCondition } from './await-condition.ts';
import { readCondition } from './condition.ts';
import { outcomeReport } from './outcome-report.ts';

/** Milliseconds. */
export const USUAL_TIMEOUT = 5 * 60_000;
export const USUAL_INTERVAL = 5000;
const SHORTEST_INTERVAL = 1000;

export const appWaitCommand: Action<'app wait'> = async (
  { arguments: { ID }, options },
  context,
) => {
  if (options.until === undefined) throw new Refusal([words`--until is missing.`]);
  const read = readCondition(options.until);
  if (read.kind === 'refused') throw new Refusal([printable(read.reason)]);
  const { condition } = read;
  const timeout = durationOption(words`timeout`, options.timeout, 0) ?? USUAL_TIMEOUT;
  const every = durationOption(words`every`, options.every, SHORTEST_INTERVAL) ?? USUAL_INTERVAL;
  return withService(options, context, async (service) => {
    const wait = { appId: ID, condition, timeout, every };
    const { status, waitedMs } = await awaitCondition(wait, service, context);
    await printerFor(context, options.output, 'one').print(
      outcomeReport(ID, status ?? 'gone', waitedMs),
    );
    return EXIT.done;
  });
};
