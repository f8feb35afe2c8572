import { isAbsolute } from 'node:path';
import { type Printable, printable } from '../../text/printable.ts';

/** A path as people write it: from their home on, where it is below that. */
export function shownPath(
  path: string,
  { HOME: home = '' }: { readonly HOME?: string | undefined },
): Printable {
  const isBelow = isAbsolute(home) && path.startsWith(`${home}/`);
  return printable(isBelow ? `~${path.slice(home.length)}` : path);
}
