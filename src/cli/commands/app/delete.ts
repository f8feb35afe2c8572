import { DEFAULT_INTERVAL_MS, DEFAULT_WAIT_MS } from '../../../config/defaults.ts';
import { appDelete } from '../../../contract/operations/app-delete.ts';
import { EXIT, OperationError, UserError } from '../../../session/errors.ts';
import { durationOption } from '../../../session/option-values.ts';
import { lookAlikeWords } from '../../../text/look-alikes.ts';
import { printable, words } from '../../../text/printable.ts';
import { stamp } from '../../../text/time.ts';
import type { Action, Context } from '../../context.ts';
import { makeChange, nameOf, reportChange } from '../../make-change.ts';
import { type Service, withService } from '../../service.ts';
import { awaitCondition } from '../await-condition.ts';
import { deletedFromHere, FITS_DELETION, unresolvedFromHere } from './deleted-from-here.ts';
import { goneExpectation, outcomeReport } from './wait.ts';

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
    throw new UserError([words`--timeout is for --wait, and does nothing without it.`]);
  }
  const timeout = durationOption(words`timeout`, options.timeout, 0) ?? DEFAULT_WAIT_MS;
  return withService(options, context, async (service) => {
    const { messages } = context;
    reportLookAlikes({ id: ID, name: nameOf(service, 'apps', ID) }, context);
    const earlier = await askForDeletion(ID, service, context);
    if (earlier !== undefined) {
      messages.print(
        words`The service no longer finds ${printable(ID)}: it accepted its deletion at ${stamp(Date.parse(earlier), 'utc')}.`,
      );
    }
    if (!options.wait) {
      const sentence = words`The deletion of ${printable(ID)} was accepted.`;
      const status = earlier === undefined ? 'deletion accepted' : 'gone';
      await reportChange(outcomeReport(ID, status, 0), { flags: options, sentence }, context);
      return EXIT.done;
    }
    if (earlier === undefined) {
      messages.print(
        words`The deletion was accepted; waiting until the application no longer exists.`,
      );
    }
    const { waitedMs } = await awaitCondition(
      {
        ...goneExpectation(),
        items: [{ id: ID, name: nameOf(service, 'apps', ID) }],
        timeout,
        every: DEFAULT_INTERVAL_MS,
        hasExisted: true,
      },
      service,
      context,
    );
    const sentence = words`The application ${printable(ID)} no longer exists.`;
    await reportChange(outcomeReport(ID, 'gone', waitedMs), { flags: options, sentence }, context);
    return EXIT.done;
  });
};

/** Warns about characters in the name or identifier that look like others. */
function reportLookAlikes(
  { id, name }: { readonly id: string; readonly name: string },
  { messages }: Context,
): void {
  for (const text of new Set([name, id])) {
    const why = lookAlikeWords(text);
    if (why !== undefined) messages.print(words`${printable(text)} ${why}.`);
  }
}

/**
 * Sends the deletion request once.
 *
 * @returns when an earlier deletion was accepted, if that is why the service no longer finds the application
 * @throws OperationError when it was refused, or its outcome is unknown
 */
async function askForDeletion(
  appId: string,
  service: Service,
  context: Context,
): Promise<string | undefined> {
  const change = {
    operation: appDelete,
    input: { appId },
    subject: { kind: 'app', id: appId, name: nameOf(service, 'apps', appId) },
    recorded: { appId },
  } as const;
  const { env } = context.edges;
  const unresolved = await unresolvedFromHere(appId, service, env);
  if (unresolved !== undefined) context.messages.print(unresolved);
  try {
    await makeChange(change, service, context);
    return undefined;
  } catch (error) {
    const isMissing = error instanceof OperationError && error.error.kind === 'not-found';
    if (!isMissing) throw error;
    const earlier = (await deletedFromHere(service, env)).get(appId);
    if (earlier !== undefined) return earlier;
    if (unresolved === undefined) throw error;
    throw new OperationError(error.error, error.operation, FITS_DELETION);
  }
}
