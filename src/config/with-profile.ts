import { type Document, isMap, parseDocument } from 'yaml';

/** A profile that is to be added. */
export interface NewProfile {
  readonly name: string;
  readonly baseUrl: string;
  /** Where its key comes from; the environment, or a prompt, when null. */
  readonly key:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'command'; readonly command: string }
    | null;
  readonly readOnly: boolean;
  /** What to watch; no workspace is made when there is nothing. */
  readonly workspace: NewWorkspace;
}

/** Identifiers by the key of the configuration. */
export type NewWorkspace = Readonly<
  Record<'apps' | 'shield_zones' | 'dns_zones' | 'scripts' | 'rate_limits', readonly string[]>
>;

/** Identifiers that are numbers stay numbers, as far as YAML keeps their digits. */
export const idValue = (id: string): string | number =>
  /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id;

/** Puts a pair below a mapping of the root, which is made when it is not there. */
function put(document: Document, group: string, name: string, value: unknown): void {
  // `profiles:` with nothing behind it is a null, which cannot be added to.
  if (!isMap(document.get(group))) document.set(group, document.createNode({}));
  document.setIn([group, name], document.createNode(value));
}

const BEGINNING =
  '# The configuration of warren. `warren config check` looks for faults, `warren config schema` describes it.\n';

/**
 * The text of a configuration with a further profile, and a workspace of the same name when there is
 * something to watch. What was there stays, comments included; the profile is the default when there was
 * none.
 *
 * @param text of a configuration that `readConfig` takes; empty for a new one
 */
export function withProfile(text: string, profile: NewProfile): string {
  const document: Document = parseDocument(text === '' ? BEGINNING : text);
  if (!isMap(document.contents)) document.contents = document.createNode({});
  const { name, baseUrl, key, readOnly, workspace } = profile;
  const watched = Object.entries(workspace).filter(([, ids]) => ids.length > 0);

  if (!document.has('default_profile')) document.set('default_profile', name);
  put(document, 'profiles', name, {
    base_url: baseUrl,
    ...(key?.kind === 'file' ? { access_key_file: key.path } : {}),
    ...(key?.kind === 'command' ? { access_key_command: key.command } : {}),
    ...(readOnly ? { read_only: true } : {}),
    ...(watched.length > 0 ? { workspace: name } : {}),
  });
  if (watched.length > 0) {
    const things = watched.map(([kind, ids]) => [kind, ids.map((id) => ({ id: idValue(id) }))]);
    put(document, 'workspaces', name, Object.fromEntries(things));
  }
  return document.toString({ lineWidth: 0 });
}
