import { defineOperation } from '../operation.ts';
import { noBody } from '../shape.ts';

interface AppDeleteInput {
  /** Application identifier. */
  readonly appId: string;
}

/** Nothing: the service accepted, and cleans up after it has answered. */
type AppDeleteAnswer = null;

/**
 * Marks an application for deletion and queues the cleanup of its resources; it is still there when the
 * answer comes (Endpoints, 6). The success status is not shown: any 2xx is taken.
 */
export const appDelete = defineOperation<AppDeleteInput, AppDeleteAnswer>({
  id: 'app-delete',
  number: 6,
  title: 'Delete an application',
  method: 'DELETE',
  path: '/mc/apps/{appId}',
  subject: 'apps',
  credential: 'stated',
  effect: 'changes',
  compose: ({ appId }) => ({ path: { appId } }),
  answer: noBody,
});
