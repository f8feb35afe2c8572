import { defineOperation } from '../operation.ts';
import { noBody } from '../shape.ts';

/** The service accepts, and cleans up after answering. */
type AppDeleteAnswer = null;

/**
 * Marks an application for deletion and queues the cleanup; it still exists when the answer arrives (Endpoints, 6).
 * The success status is not shown: any 2xx is accepted.
 */
export const appDelete = defineOperation<{ readonly appId: string }, AppDeleteAnswer>({
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
