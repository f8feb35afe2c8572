import { type Machine, realMachine } from '../edges/machine.ts';
import { auditPath, openAudit } from '../mutations/audit.ts';
import { type ChangeRequest, lastAnswerOf, runChange } from '../mutations/change.ts';
import { archivePasswords, promptOn } from '../session/access-key.ts';
import { REPLACE_THE_KEY } from '../session/config-file.ts';
import { EXIT, OperationError, UserError } from '../session/errors.ts';
import type { Session } from '../session/session.ts';
import type { ItemKind } from '../state/item-kinds.ts';
import { itemsCalled } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Context } from './context.ts';
import { type OutputFlags, printerFor, type Report } from './output/report.ts';
import type { Service } from './service.ts';

/**
 * The workspace name of an item to change; its id if it is not in the workspace.
 *
 * @throws UserError when given a name: changes require the id
 */
export function nameOf({ session }: Pick<Service, 'session'>, kind: ItemKind, id: string): string {
  const named = itemsCalled(session.workspace[kind], id);
  const known = named.find((thing) => thing.id === id);
  if (!known && named.length > 0) {
    const ids = named.map((thing) => printable(thing.id)).join(', ');
    throw new UserError([
      words`${printable(id)} is a name in the workspace, but a change needs the id: ${ids as Printable}. Nothing was sent.`,
    ]);
  }
  return known?.name ?? id;
}

/** Adds to a UserError before a change that nothing was sent. */
export function nothingSent(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new UserError([...error.lines, words`Nothing was sent.`], error.code);
}

const READ_ONLY: readonly Printable[] = [
  words`Read-only: the command would change the service. Nothing was sent.`,
  words`warren config show says where that is set.`,
];

/**
 * Makes one change. It is recorded in the audit file before it is sent and once its outcome is known; it is sent once
 * and never repeated. Ctrl-C stops waiting for the answer but does not undo the change; its outcome is recorded as unknown.
 * If the answer has arrived, it is still recorded and reported.
 *
 * @throws UserError when the service is read-only here, or the audit entry would contain the access key
 * @throws OperationError when the change was not accepted, or its outcome is unknown
 */
export async function makeChange<Input, Answer>(
  request: ChangeRequest<Input, Answer>,
  service: Service,
  { edges, machineClock, messages }: Context,
): Promise<Answer> {
  const { call, exchanges, session } = service;
  if (session.profile.readOnly) throw new UserError(READ_ONLY);
  const { operation } = request;
  assertKeyUnrecorded(request, session);
  const machine = realMachine(edges.env);
  const audit = openAudit({
    files: machine.files,
    path: auditPath(machine.stateDirectory),
    clock: machineClock,
    operator: machine.operator,
    profile: session.profile.name,
    host: session.profile.host,
  });
  const parts = {
    call,
    audit,
    isUnaudited: session.profile.isUnaudited ?? false,
    lastAnswer: <I, A>(of: Parameters<typeof lastAnswerOf<I, A>>[1], input: I) =>
      lastAnswerOf(exchanges, of, input),
  };
  const { interrupted } = edges;
  const end = await unlessInterruptedBefore(interrupted, (sending) =>
    runChange(parts, request, { attempt: machine.newId(), interrupted, onSending: sending }),
  );
  const isAnswered = end.outcome === 'accepted' || end.error.kind !== 'aborted';
  if (isAnswered) await sendAudit(session, machine, { edges, messages });
  // If it was not sent for lack of an audit entry, the error says so itself.
  if (end.unrecorded !== null && end.outcome !== 'not sent') {
    messages.print(words`This is not recorded in the audit file: ${printable(end.unrecorded)}`);
  }
  if (end.outcome === 'accepted') return end.answer;
  throw new OperationError(end.error, operation);
}

/**
 * Resolves or rejects with `work`, or rejects when it is interrupted before it is sending. Later only its audit entry is
 * left to write, which another program may delay for seconds.
 */
async function unlessInterruptedBefore<End>(
  interrupted: AbortSignal,
  work: (sending: () => void) => Promise<End>,
): Promise<End> {
  const interruption = Promise.withResolvers<never>();
  interruption.promise.catch(() => {});
  const interrupt = () =>
    interruption.reject(new UserError([words`Interrupted; nothing was sent.`], EXIT.interrupted));
  if (interrupted.aborted) interrupt();
  else interrupted.addEventListener('abort', interrupt, { once: true });
  return await Promise.race([
    work(() => interrupted.removeEventListener('abort', interrupt)),
    interruption.promise,
  ]);
}

/** Sends the new audit entries to the team's archive, if there is one. */
async function sendAudit(
  { auditArchive: place }: Session,
  { files, stateDirectory }: Pick<Machine, 'files' | 'stateDirectory'>,
  { edges, messages }: Pick<Context, 'edges' | 'messages'>,
): Promise<void> {
  const path = auditPath(stateDirectory);
  if (place === undefined || path === null) return;
  const { openAuditSender, sendAtOnce } = await import('../session/audit-sender.ts');
  const passwords = archivePasswords(edges, promptOn(edges));
  const sender = openAuditSender({ files, path, place, passwords });
  const trouble = await sendAtOnce(sender, edges.clock);
  if (trouble !== null) messages.print(trouble);
}

/**
 * The audit file is kept and goes into bundles, so it must never contain the key.
 *
 * @throws UserError when it would
 */
function assertKeyUnrecorded(
  { subject, recorded }: Pick<ChangeRequest<never, unknown>, 'subject' | 'recorded'>,
  { accessKey }: Pick<Session, 'accessKey'>,
): void {
  for (const [name, value] of Object.entries({ ID: subject.id, ...recorded })) {
    if (!accessKey?.isIn(String(value))) continue;
    throw new UserError([
      words`${printable(name)} holds the access key: nothing was done with it.`,
      REPLACE_THE_KEY,
    ]);
  }
}

/**
 * Prints the result of a change. If the output cannot be written, prints `sentence` on standard error, so that nobody
 * thinks that the change was not made.
 */
export async function reportChange(
  report: Report,
  { flags, sentence }: { readonly flags: OutputFlags; readonly sentence: Printable },
  context: Context,
): Promise<void> {
  const { stdout, messages } = context;
  await printerFor(context, flags, 'one').print(report);
  await stdout.flushed();
  if (stdout.gone.aborted) messages.print(sentence);
}
