import type { OperationId } from '../contract/operation.ts';
import { type ApiLimit, tooManyRequests } from './api-limit.ts';
import { areaOf } from './area.ts';
import type { Dialect } from './dialect.ts';
import { applicationProblem, coreFailure, problemDetails, unauthorised } from './failures.ts';
import type { PlatformRequest, Surroundings } from './handlers/handler.ts';
import { handlers } from './handlers/index.ts';
import { emptyReply, type Reply } from './reply.ts';
import type { Route } from './route.ts';

/** A request as far as it has been understood. */
export interface Incoming {
  readonly route: Route;
  readonly isLoopbackHost: boolean;
  readonly isKeyRight: boolean;
  /** Undefined when it was too large. */
  readonly body: Buffer | undefined;
  /** What its handler is told, but for the path's parameters and the body. */
  readonly details: Omit<PlatformRequest, 'path' | 'body'>;
}

/** What a request comes to: its reply, and whether its operation was carried out. */
export interface Answer {
  readonly reply: Reply;
  readonly carriedOut: boolean;
  /** What the handler threw. */
  readonly bug?: unknown;
}

/** Answers a request: turns away whoever may not ask, and hands the rest to the operation's handler. */
export async function answer(
  incoming: Incoming,
  surroundings: Surroundings,
  limit: ApiLimit,
): Promise<Answer> {
  const admission = admit(incoming, surroundings.dialect, limit);
  if (admission.kind === 'refused') return { reply: admission.reply, carriedOut: false };
  const { id, request } = admission;
  try {
    const reply = await handlers[id](request, surroundings);
    return { reply: withUnknownField(reply, surroundings.dialect), carriedOut: true };
  } catch (bug) {
    const reply =
      areaOf(id) === 'applications'
        ? applicationProblem(500, 'An unexpected error occurred.', request.path.appId ?? '')
        : emptyReply(500);
    return { reply, carriedOut: true, bug };
  }
}

type Admission =
  | { readonly kind: 'refused'; readonly reply: Reply }
  | { readonly kind: 'admitted'; readonly id: OperationId; readonly request: PlatformRequest };

function admit(incoming: Incoming, dialect: Dialect, limit: ApiLimit): Admission {
  const { route, body, details } = incoming;
  const refused = (reply: Reply): Admission => ({ kind: 'refused', reply });
  if (!incoming.isLoopbackHost) {
    return refused(problemDetails(421, 'This platform answers to 127.0.0.1 and localhost only.'));
  }
  const meant = route.kind === 'unknown path' ? undefined : route.id;
  if (!incoming.isKeyRight && needsKey(meant, dialect)) {
    return refused(unauthorised(dialect, meant));
  }
  const waitMs = limit.count(details.now);
  if (waitMs !== undefined) return refused(tooManyRequests(dialect, details.now, waitMs));
  if (route.kind === 'unknown path') {
    return refused(
      coreFailure(404, {
        ErrorKey: 'not_found',
        Field: null,
        Message: 'There is nothing at this path.',
      }),
    );
  }
  if (route.kind === 'wrong method') {
    const reply = problemDetails(405, `Only ${route.allowed} is known here.`);
    return refused({ ...reply, headers: { ...reply.headers, allow: route.allowed } });
  }
  if (!body) return refused(problemDetails(413, 'The request body is larger than 5 MiB.'));
  return { kind: 'admitted', id: route.id, request: { ...details, path: route.path, body } };
}

const needsKey = (id: OperationId | undefined, dialect: Dialect): boolean =>
  dialect['credential-of-shield-operations'] === 'needed' ||
  id === undefined ||
  areaOf(id) !== 'shield';

/** By dialect, a field that the contract does not know. */
function withUnknownField(reply: Reply, dialect: Dialect): Reply {
  const { body } = reply;
  const closing = body.length - 1;
  const isObject = closing > 1 && body[closing] === '}'.charCodeAt(0);
  if (dialect['unknown-fields'] === 'none' || !isObject) return reply;
  const field = Buffer.from(',"introducedLater":{"stage":"preview"}}');
  return { ...reply, body: Buffer.concat([body.subarray(0, closing), field]) };
}
