import type { AuthScheme } from '../../contract/operations/guardian-upload.ts';
import { type Printable, printable, words } from '../../text/printable.ts';

/** `bearerAuth: Http bearer in Header Authorization`. */
export function schemeWords({
  schemeName,
  schemeType,
  location,
  credentialName,
  httpScheme,
}: AuthScheme): Printable {
  const http = httpScheme === null ? words`` : words` ${printable(httpScheme)}`;
  const where = location === null ? words`` : words` in ${printable(location)}`;
  const credential = credentialName === null ? words`` : words` ${printable(credentialName)}`;
  return words`${printable(schemeName ?? '?')}: ${printable(schemeType ?? '?')}${http}${where}${credential}`;
}

/** The names alone, for a cell; `none` for an endpoint without a requirement. */
export const schemeNames = (schemes: readonly AuthScheme[] | null): Printable =>
  schemes === null || schemes.length === 0
    ? words`none`
    : printable(schemes.map(({ schemeName }) => schemeName ?? '?').join(', '));
