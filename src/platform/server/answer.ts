import type { Operation, OperationId } from '../../contract/operation.ts';
import { operations } from '../../contract/operations/index.ts';
import { matchPath } from '../../contract/path.ts';
import type { HandlerContext, PlatformRequest } from '../handlers/handler.ts';
import { handlers } from '../handlers/index.ts';
import type { Dialect } from '../wire/dialect.ts';
import {
  applicationProblem,
  areaOf,
  coreFailure,
  emptyReply,
  problemDetails,
  type Reply,
  unauthorised,
} from '../wire/reply.ts';

/** A parsed request. */
export interface Incoming {
  readonly route: Route;
  readonly isLoopbackHost: boolean;
  readonly isKeyRight: boolean;
  /** Undefined if it was too large. */
  readonly body: Buffer | undefined;
  /** The handler's request without path parameters and body. */
  readonly details: Omit<PlatformRequest, 'path' | 'body'>;
}

export interface Answer {
  readonly reply: Reply;
  readonly carriedOut: boolean;
  /** The exception of the handler. */
  readonly bug?: unknown;
}

/** Answers a request: rejects unauthorised ones, hands the others to the operation's handler. */
export async function answer(incoming: Incoming, context: HandlerContext): Promise<Answer> {
  const admitted = admit(incoming, context.dialect);
  if ('status' in admitted) return { reply: admitted, carriedOut: false };
  const { id, request } = admitted;
  try {
    const reply = await handlers[id](request, context);
    return { reply: withUnknownField(reply, context.dialect), carriedOut: true };
  } catch (bug) {
    const reply =
      areaOf(id) === 'applications'
        ? applicationProblem(500, 'An unexpected error occurred.', request.path.appId ?? '')
        : emptyReply(500);
    return { reply, carriedOut: true, bug };
  }
}

/** The operation and its request, or a refusal. */
function admit(
  incoming: Incoming,
  dialect: Dialect,
): Reply | { readonly id: OperationId; readonly request: PlatformRequest } {
  const { route, body, details } = incoming;
  const refused = refusal(incoming, dialect);
  if (refused) return refused;
  if (route.kind === 'unknown path') {
    const Message = 'There is nothing at this path.';
    return coreFailure(404, { ErrorKey: 'not_found', Field: null, Message });
  }
  if (route.kind === 'wrong method') {
    const reply = problemDetails(405, `Only ${route.allowed} is known here.`);
    return { ...reply, headers: { ...reply.headers, allow: route.allowed } };
  }
  if (!body) return problemDetails(413, 'The request body is larger than 5 MiB.');
  return { id: route.id, request: { ...details, path: route.path, body } };
}

/** The refusal of a request whatever its body, if any: any process on this machine can send one. */
export function refusal(
  { route, isLoopbackHost, isKeyRight }: Omit<Incoming, 'body' | 'details'>,
  dialect: Dialect,
): Reply | undefined {
  if (!isLoopbackHost) {
    return problemDetails(421, 'This platform answers to 127.0.0.1 and localhost only.');
  }
  const operation = route.kind === 'unknown path' ? undefined : route.id;
  return !isKeyRight && needsKey(operation, dialect) ? unauthorised(dialect, operation) : undefined;
}

const needsKey = (id: OperationId | undefined, dialect: Dialect): boolean =>
  dialect['credential-of-shield-operations'] === 'needed' ||
  id === undefined ||
  areaOf(id) !== 'shield';

/** Adds a field the contract does not know, if the dialect asks for it. */
function withUnknownField(reply: Reply, dialect: Dialect): Reply {
  const { body } = reply;
  const closing = body.length - 1;
  const isObject = closing > 1 && body[closing] === '}'.charCodeAt(0);
  if (dialect['unknown-fields'] === 'none' || !isObject) return reply;
  const field = Buffer.from(',"introducedLater":{"stage":"preview"}}');
  return { ...reply, body: Buffer.concat([body.subarray(0, closing), field]) };
}

type Route =
  | {
      readonly kind: 'operation';
      readonly id: OperationId;
      readonly path: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wrong method'; readonly id: OperationId; readonly allowed: string }
  | { readonly kind: 'unknown path' };

const ALL: readonly Pick<Operation<unknown, unknown>, 'id' | 'method' | 'path' | 'token'>[] =
  Object.values(operations);

/** Finds the operation of a request. `pathname` is still encoded and has no query. */
export function routeOf(method: string, pathname: string): Route {
  let other: Route = { kind: 'unknown path' };
  for (const operation of ALL) {
    const path = matchPath(operation, pathname);
    if (!path) continue;
    const { id } = operation;
    if (operation.method === method) return { kind: 'operation', id, path };
    other = { kind: 'wrong method', id, allowed: operation.method };
  }
  return other;
}
