import type {
  AuthScheme,
  GuardianUploadAnswer,
} from '../../contract/operations/guardian-upload.ts';
import type { Endpoint } from '../../guardian/endpoints.ts';
import { enforcementOf } from '../../guardian/enforcement.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { pad } from '../../text/width.ts';
import { span } from '../../ui/line.ts';
import { type RecordItem, wrappedItem } from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import type { Enforce } from './state.ts';

/** Values of `enforceAuthorizationValidation` in the order of the key. */
export const ENFORCE: readonly Enforce[] = ['keep', 'yes', 'no'];

const MEANINGS: Readonly<Record<Enforce, Printable>> = {
  keep: words`Left out of the request: every endpoint keeps the setting it has; what it means for endpoints that an update adds is not stated.`,
  yes: words`Sets every endpoint to enforce the authentication in the file.`,
  no: words`No endpoint enforces it: requests without credentials pass.`,
};

/** `keep` without an answer yet: whether the zone has a specification is unknown. */
const KEEP_AT_FIRST = words`Left out of the request. Where the zone has no specification yet, that means yes; where it has one, every endpoint keeps the setting it has.`;

/** A value with its effect, for confirmations. `isKnown`: whether the service returned a configuration for the zone. */
export const enforceWords = (enforce: Enforce, isKnown: boolean): Printable => {
  switch (enforce) {
    case 'keep':
      return isKnown
        ? words`keep: left out; every endpoint keeps the setting it has`
        : words`keep: left out; on a first upload that means yes`;
    case 'yes':
      return words`yes: set for every endpoint`;
    case 'no':
      return words`no: requests without credentials pass`;
  }
};

interface Switched {
  readonly endpoints: number;
  /** Those that currently block requests without credentials. */
  readonly enforcing: number;
}

/** Endpoints that `enforce` would change; null while the zone is unknown. */
export function switched(
  enforce: Enforce,
  declared: readonly Endpoint[],
  returned: GuardianUploadAnswer['data'] | null,
): Switched | null {
  if (!returned) return null;
  if (enforce === 'keep') return { endpoints: 0, enforcing: 0 };
  const name = (method: string | null, path: string | null) => `${method?.toUpperCase()} ${path}`;
  const asking = new Set(
    declared
      .filter(({ authSchemes }) => authSchemes !== null)
      .map(({ method, path }) => name(method, path)),
  );
  const endpoints = returned.endpoints.filter(
    ({ requestMethod, requestPath, validateAuthorization }) =>
      validateAuthorization === (enforce !== 'yes') && asking.has(name(requestMethod, requestPath)),
  );
  const enforcing = endpoints.filter(
    (endpoint) =>
      enforcementOf(returned.configuration, { kind: 'authorization', endpoint }).outcome ===
      'blocked',
  );
  return { endpoints: endpoints.length, enforcing: enforcing.length };
}

function effect(enforce: Enforce, change: Switched | null): Printable {
  if (!change || change.endpoints === 0) return words``;
  const { endpoints, enforcing } = change;
  const isOne = endpoints === 1;
  if (enforce === 'yes') {
    return words` ${count(endpoints)} in the file ${isOne ? words`is` : words`are`} not set to now.`;
  }
  if (enforcing === endpoints) {
    return words` ${count(endpoints)} in the file ${isOne ? words`enforces` : words`enforce`} it now.`;
  }
  const blocking = enforcing === 0 ? words`none` : count(enforcing);
  return words` ${count(endpoints)} in the file ${isOne ? words`is` : words`are`} set to now, of which ${blocking} ${enforcing > 1 ? words`block` : words`blocks`} requests.`;
}

/** Sentences about lost protection (`stops`) and about other changes (`sets`). */
export function switchWords(enforce: Enforce, change: Switched | null) {
  const { endpoints, enforcing } = change ?? { endpoints: 0, enforcing: 0 };
  const others = counted(endpoints - enforcing, words`endpoint`);
  const set =
    enforce === 'yes'
      ? words`${others} will be set to enforce credentials.`
      : words`${others} will no longer be set to enforce credentials.`;
  return {
    stops:
      enforcing === 0
        ? []
        : [
            words`${counted(enforcing, words`endpoint`)} will stop enforcing credentials: requests without them will pass.`,
          ],
    sets: endpoints === enforcing ? [] : [set],
  };
}

const INDENT = 8;

export const authorizationItems = (
  enforce: Enforce,
  changes: Readonly<Record<Enforce, Switched | null>>,
  { kind }: Pick<Room, 'kind'>,
): readonly RecordItem[] =>
  ENFORCE.map((each) => {
    const chosen = each === enforce;
    const style = chosen ? (each === 'no' ? theme.warn : theme.strong) : theme.faint;
    const sign = chosen ? words`●` : words`○`;
    const label =
      kind === 'spoken'
        ? words`${printable(each)}${chosen ? words` (chosen)` : words``}: `
        : pad(words`${sign} ${printable(each)}`, INDENT);
    const meaning = each === 'keep' && changes.keep === null ? KEEP_AT_FIRST : MEANINGS[each];
    const text = words`${meaning}${effect(each, changes[each])}`;
    return wrappedItem(
      [span(label, style), span(text, chosen ? theme.plain : theme.faint)],
      INDENT,
    );
  });

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

/** Scheme names for a cell; `none` for an endpoint without a requirement. */
export const schemeNames = (schemes: readonly AuthScheme[] | null): Printable =>
  schemes === null || schemes.length === 0
    ? words`none`
    : printable(schemes.map(({ schemeName }) => schemeName ?? '?').join(', '));
