import { appDelete } from '../../../contract/operations/app-delete.ts';
import { DEFAULT_INTERVAL_MS, DEFAULT_WAIT_MS } from '../../../session/defaults.ts';
import { EXIT, UserError } from '../../../session/errors.ts';
import { durationOption } from '../../../session/option-values.ts';
import { printable, words } from '../../../text/printable.ts';
import type { Action } from '../../context.ts';
import { makeChange, nameOf, reportChange, withService } from '../../service.ts';
import { awaitCondition, outcomeReport } from './wait.ts';

/** @throws UserError unless `confirmation` is the identifier, character by character */
function assertConfirmed(id: string, confirmation: string | undefined): void {
  if (confirmation === id) return;
  throw new UserError([
    confirmation === undefined
      ? words`--confirm is missing: the identifier again, character by character. Nothing was sent.`
      : words`--confirm is not the identifier that is to be deleted. Nothing was sent.`,
  ]);
}

export const appDeleteCommand: Action<'app delete'> = async (
  { arguments: { ID }, options },
  context,
) => {
  assertConfirmed(ID, options.confirm);
  if (options.timeout !== undefined && !options.wait) {
    throw new UserError([
      words`--timeout says how long --wait may take; without it, it does nothing.`,
    ]);
  }
  const timeout = durationOption(words`timeout`, options.timeout, 0) ?? DEFAULT_WAIT_MS;
  return withService(options, context, async (service) => {
    await makeChange(
      {
        operation: appDelete,
        input: { appId: ID },
        subject: { kind: 'app', id: ID, name: nameOf(service, 'apps', ID) },
        recorded: { appId: ID },
      },
      service,
      context,
    );
    const format = options.output;
    if (!options.wait) {
      const sentence = words`The deletion of ${printable(ID)} was accepted.`;
      const report = outcomeReport(ID, 'deletion accepted', 0);
      await reportChange(report, { format, sentence }, context);
      return EXIT.done;
    }
    context.messages.print(
      words`The deletion was accepted; waiting for the application to be gone.`,
    );
    const { waitedMs } = await awaitCondition(
      { appId: ID, condition: { kind: 'gone' }, timeout, every: DEFAULT_INTERVAL_MS },
      service,
      context,
    );
    const sentence = words`The application ${printable(ID)} is gone.`;
    await reportChange(outcomeReport(ID, 'gone', waitedMs), { format, sentence }, context);
    return EXIT.done;
  });
};
