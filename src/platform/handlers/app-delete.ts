import { emptyReply, problemDetails } from '../wire/reply.ts';
import { CLEANUP_MS } from '../world/applications/pod-state.ts';
import type { Handler } from './handler.ts';

/** Operation 6: marks the application as deleted; the overview then shows the cleanup. */
export const appDelete: Handler = async ({ path, now }, { world, storage, dialect }) => {
  const { appId = '' } = path;
  const application = world.applications.find(({ id }) => id === appId);
  const writer = await storage.writer();
  const marked = storage.deletionOf(appId);
  const isGone = marked !== undefined && now - marked >= CLEANUP_MS;
  if (!application || isGone) return problemDetails(404, 'Application not found.');
  if (application.behaviour === 'suspended') {
    return problemDetails(403, 'The account is suspended or has no valid card.');
  }
  if (marked === undefined) {
    writer.markDeleted(appId, now);
    return emptyReply(Number(dialect['delete-success-status']));
  }
  switch (dialect['second-delete']) {
    case '200':
      return emptyReply(200);
    case '409':
      return problemDetails(409, 'The application is already being deleted.');
    case '404':
      return problemDetails(404, 'Application not found.');
  }
};
