import { ApiError } from '../contract/api-error.ts';
import { realMachine } from '../edges/machine.ts';
import { auditPath, openAudit } from '../mutations/audit.ts';

import { type ChangeRequest, requestIdOf, runChange } from '../mutations/change.ts';
import { createSecrets } from '../mutations/redaction.ts';

import { printable, words } from '../text/printable.ts';
import type { Context } from './context.ts';
import type { Service } from './open-service.ts';
import { OperationFailed } from './refusal.ts';

/**
 * Makes one change of the service: written into the audit file before it is sent and after it is known what
 * became of it, sent once, never repeated. Ctrl-C ends the wait for the answer and takes nothing back.
 *
 * @throws Refusal when the service is read-only here
 * @throws OperationFailed when it was not accepted, or that is not known
 */
export async function makeChange<Input, Answer>(
  request: ChangeRequest<Input, Answer>,
  service: Service,
  { edges, words: narrator }: Context,
): Promise<Answer> {
  service.mustBeWritable();
  const { call, exchanges, session } = service;
  const { operation } = request;
  const machine = realMachine(edges.env);
  const audit = openAudit({
    files: machine.files,
    path: auditPath(machine.stateDirectory),
    clock: edges.clock,
    operator: machine.operator,
    profile: session.profile.name,
    host: session.profile.host,
  });
  const parts = {
    call,
    audit,
    secrets: createSecrets(),
    requestId: <I, A>(of: Parameters<typeof requestIdOf<I, A>>[1], input: I) =>
      requestIdOf(exchanges, of, input),
  };
  const letGo = Promise.withResolvers<never>();
  letGo.promise.catch(() => {});
  const abandon = () => letGo.reject(new OperationFailed(interrupted(), operation));
  if (edges.interrupted.aborted) abandon();
  else edges.interrupted.addEventListener('abort', abandon, { once: true });

  const end = await Promise.race([
    runChange(parts, request, { attempt: machine.newId() }),
    letGo.promise,
  ]);
  edges.interrupted.removeEventListener('abort', abandon);
  if (end.unrecorded !== null) {
    narrator.say(words`The audit file does not hold this: ${printable(end.unrecorded)}`);
  }
  if (end.outcome === 'accepted') return end.answer;
  throw new OperationFailed(end.error, operation);
}

const interrupted = () =>
  new ApiError({ kind: 'aborted', title: 'Interrupted before the answer came' });
