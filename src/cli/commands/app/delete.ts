import { appDelete } from '../../../contract/operations/app-delete.ts';
import { EXIT, Refusal } from '../../../session/errors.ts';

import { durationOption } from '../../../session/option-values.ts';
import { words } from '../../../text/printable.ts';
import type { Action } from '../../context.ts';
import { printerFor } from '../../output/report.ts';
import { makeChange, type Service, withService } from '../../service.ts';

import { awaitCondition, outcomeReport, USUAL_INTERVAL, USUAL_TIMEOUT } from './wait.ts';

/** @throws Refusal unless `confirmation` is the identifier, character by character */
function mustConfirm(id: string, confirmation: string | undefined): void {
  if (confirmation === id) return;
  throw new Refusal([
    confirmation === undefined
      ? words`--confirm is missing: the identifier again, character by character. Nothing was sent.`
      : words`--confirm is not the identifier that is to be deleted. Nothing was sent.`,
  ]);
}

const nameOf = ({ session }: Service, id: string): string =>
  session.workspace.apps.find((app) => app.id === id)?.name ?? id;

export const appDeleteCommand: Action<'app delete'> = async (
  { arguments: { ID }, options },
  context,
) => {
  mustConfirm(ID, options.confirm);
  if (options.timeout !== undefined && !options.wait) {
    throw new Refusal([
      words`--timeout says how long --wait may take; without it, it does nothing.`,
    ]);
  }
  const timeout = durationOption(words`timeout`, options.timeout, 0) ?? USUAL_TIMEOUT;
  return withService(options, context, async (service) => {
    await makeChange(
      {
        operation: appDelete,
        input: { appId: ID },
        subject: { kind: 'app', id: ID, name: nameOf(service, ID) },
        recorded: { appId: ID },
      },
      service,
      context,
    );
    const printer = printerFor(context, options.output, 'one');
    if (!options.wait) {
      await printer.print(outcomeReport(ID, 'deletion accepted', 0));
      return EXIT.done;
    }
    context.words.say(words`The deletion was accepted; waiting for the application to be gone.`);
    const { waitedMs } = await awaitCondition(
      { appId: ID, condition: { kind: 'gone' }, timeout, every: USUAL_INTERVAL },
      service,
      context,
    );
    await printer.print(outcomeReport(ID, 'gone', waitedMs));
    return EXIT.done;
  });
};
