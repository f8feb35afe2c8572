import { type Mapping, stringAt } from './node.ts';

/**
 * The paths that the servers of a document put before every path of it: `['/v1']`. Those with variables
 * are left out, and so is the empty one.
 */
export function basePaths(root: Mapping): readonly string[] {
  const servers = root.entries.get('servers');
  if (servers?.kind !== 'sequence') return [];
  const found = servers.items.flatMap((server) => {
    const url = stringAt(server, 'url') ?? '';
    const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?(\/(?!\/)[^?#]*)/i.exec(url)?.[1] ?? '';
    const base = path.replace(/\/+$/, '');
    return base === '' || /[{}]/.test(base) ? [] : [base];
  });
  return [...new Set(found)];
}
