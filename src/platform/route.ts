import type { Operation, OperationId } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import { matchPath } from '../contract/path.ts';

/** What a request's method and path mean. */
export type Route =
  | {
      readonly kind: 'operation';
      readonly id: OperationId;
      /** The decoded parameters of the path. */
      readonly path: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wrong method'; readonly id: OperationId; readonly allowed: string }
  | { readonly kind: 'unknown path' };

const ALL: readonly Pick<Operation<never, unknown>, 'id' | 'method' | 'path' | 'token'>[] =
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
