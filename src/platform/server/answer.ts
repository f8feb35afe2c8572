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

/** A request as the server has parsed it. */
export interface Incoming {
  readonly route: Route;
  readonly isLoopbackHost: boolean;
  readonly isKeyRight: boolean;
  /** Undefined when it was too large. */
  readonly body: Buffer | undefined;
  /** What its handler receives, without the path's parameters and the body. */
  readonly details: Omit<PlatformRequest, 'path' | 'body'>;
}

/** The result of a request: its reply, and whether its operation was carried out. */
export interface Answer {
  readonly reply: Reply;
  readonly carriedOut: boolean;
  /** What the handler threw. */
  readonly bug?: unknown;
}

/** Answers a request: refuses unauthorised ones, and passes the others to the operation's handler. */
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

/** The operation and its request, or the refusal. */
function admit(
  incoming: Incoming,
  dialect: Dialect,
): Reply | { readonly id: OperationId; readonly request: PlatformRequest } {
  const { route, body, details } = incoming;
  if (!incoming.isLoopbackHost) {
    return problemDetails(421, 'This platform answers to 127.0.0.1 and localhost only.');
  }
  const meant = meantBy(route);
  if (!incoming.isKeyRight && needsKey(meant, dialect)) return unauthorised(dialect, meant);
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

const meantBy = (route: Route): OperationId | undefined =>
  route.kind === 'unknown path' ? undefined : route.id;

/** Whether a request is refused whatever its body is: anybody on this machine can send one. */
export const isTurnedAway = (
  { route, isLoopbackHost, isKeyRight }: Omit<Incoming, 'body' | 'details'>,
  dialect: Dialect,
): boolean => !isLoopbackHost || (!isKeyRight && needsKey(meantBy(route), dialect));

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

/** What a request's method and path mean. */
type Route =
  | {
      readonly kind: 'operation';
      readonly id: OperationId;
      /** The decoded parameters of the path. */
      readonly path: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wrong method'; readonly id: OperationId; readonly allowed: string }
  | { readonly kind: 'unknown path' };

const ALL: readonly Pick<Operation<unknown, unknown>, 'id' | 'method' | 'path' | 'token'>[] =
  Object.values(operations);

/** Finds the operation of a request; `pathname` is as it came, still encoded and without its query. */
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
