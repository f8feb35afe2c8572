import { userInfo } from 'node:os';

/** Whether a file with this owner is ours. Where there are no user ids (-1), there is nothing to compare. */
export function isOwn(uid: number): boolean {
  const own = userInfo().uid;
  return own < 0 || uid === own;
}
