import { type ApiErrorParts, changeOutcome } from './api-error.ts';
import type { Drift } from './drift.ts';
import type { SecretParts } from './operation.ts';
import { ownTitle } from './problems.ts';

/** Replaces a secret; always has the same length. */
export const REDACTED = '‹redacted›';

const LEFT_OUT = 'What the service said is left out, as it may repeat the value.';

/**
 * A failure without any text of the service, for a request with a secret. The service may repeat the secret in forms
 * that cannot all be recognised: shortened, escaped, encoded. The contract enumerates no error keys for such an
 * operation; fields are named as the contract names them.
 */
export function withoutServiceText<Input>(
  { kind, status = 0, fields = [] }: ApiErrorParts,
  { limits, missing }: Pick<SecretParts<Input>, 'limits' | 'missing'>,
  input: Input,
): ApiErrorParts {
  const named = new Set(fields.map(({ field }) => field?.toLowerCase()));
  const blamed = Object.keys(limits).filter((name) => named.has(name.toLowerCase()));
  const suspects = blamed.length === 0 && kind === 'invalid' ? Object.keys(limits) : blamed;
  // A change with an unknown outcome must not be repeated to read an error, and for these kinds it needs no reading: the
  // program says what is wrong or what to do.
  const mayBeRepeated =
    changeOutcome({ kind, status }) === 'refused' &&
    kind !== 'unauthorised' &&
    kind !== 'not-found' &&
    kind !== 'rate-limited';
  const detail = [
    ...(kind === 'not-found' ? [missing(input)] : []),
    ...(blamed.length === 0 ? [] : [`The service names ${blamed.join(' and ')}.`]),
    ...suspects.map((name) => limits[name]),
    LEFT_OUT,
    ...(mayBeRepeated ? ['Make the change in the dashboard to read it.'] : []),
  ];
  return {
    kind,
    status,
    title: ownTitle(kind, status),
    detail: detail.join(' '),
    fields: blamed.map((field) => ({ field, message: '' })),
  };
}

/** Collects the differences in the answer to a request with a secret: names that the contract knows, and no values. */
export const driftWithoutServiceText = (drift: Drift): Drift => ({
  note(kind, path) {
    if (kind !== 'unknown-field') drift.note(kind, path, REDACTED);
  },
  add(entries) {
    const known = entries.filter(({ kind }) => kind !== 'unknown-field');
    drift.add(known.map((entry) => ({ ...entry, sample: REDACTED })));
  },
});
