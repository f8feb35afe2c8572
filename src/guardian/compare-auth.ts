import type { AuthScheme } from '../contract/operations/guardian-upload.ts';
import type { SchemaChange } from './schema-difference.ts';

/** How the authentication of an endpoint differs. */
export interface AuthChange {
  /** `tightened` when there was none, `loosened` when there is none any more, else `changed`. */
  readonly change: SchemaChange;
  readonly before: readonly AuthScheme[] | null;
  readonly after: readonly AuthScheme[] | null;
}

/** A text that two schemes share when they ask for the same credential, whatever their names. */
export function credentialOf({
  schemeType,
  location,
  credentialName,
  httpScheme,
}: AuthScheme): string {
  const name = location === 'Header' ? credentialName?.toLowerCase() : credentialName;
  return JSON.stringify([schemeType, location, name ?? null, httpScheme?.toLowerCase() ?? null]);
}

/**
 * Compares what an endpoint asks for. That schemes are alternatives or are asked for together does not
 * show in the contract's list, so that one scheme more may admit more requests or fewer.
 */
export function compareAuth(
  before: readonly AuthScheme[] | null,
  after: readonly AuthScheme[] | null,
): AuthChange | undefined {
  const from = new Set(before?.map(credentialOf));
  const to = new Set(after?.map(credentialOf));
  if (from.size === to.size && from.isSubsetOf(to)) return undefined;
  if (from.size === 0) return { change: 'tightened', before, after };
  return { change: to.size === 0 ? 'loosened' : 'changed', before, after };
}
