import type { ApiErrorKind, ApiErrorParts } from '../contract/api-error.ts';

/** What is known about a request without a complete answer. */
export interface TransportFacts {
  /** `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `HPE_INVALID_CONSTANT`, … */
  readonly code: string | undefined;
  /** The phase that timed out. */
  readonly timedOut: string | undefined;
  /** Whether the connection was established, with TLS if needed: the service may have read the request. */
  readonly connected: boolean;
  readonly host: string;
}

/** Failures with a specific cause. `%` stands for the host. */
const BY_CODE: Readonly<Record<string, readonly [kind: ApiErrorKind, title: string]>> = {
  ECONNREFUSED: ['unreachable', 'Connection refused by %'],
  ENOTFOUND: ['unreachable', 'The name % was not found'],
  EAI_AGAIN: ['unreachable', 'The name % could not be looked up'],
  EHOSTUNREACH: ['unreachable', 'There is no route to %'],
  ENETUNREACH: ['unreachable', 'There is no route to %'],
  CERT_HAS_EXPIRED: ['unreachable', 'The certificate of % has expired'],
  CERT_NOT_YET_VALID: ['unreachable', 'The certificate of % is not valid yet'],
  CERT_REVOKED: ['unreachable', 'The certificate of % was revoked'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['unreachable', 'The certificate of % is self-signed'],
  SELF_SIGNED_CERT_IN_CHAIN: ['unreachable', 'The certificate of % is self-signed'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'unreachable',
    'The certificate of % is from an unknown authority',
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'unreachable',
    'The certificate of % is from an unknown authority',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ['unreachable', 'The certificate is for another name than %'],
  EPROTO: ['unreachable', 'TLS could not be negotiated with %'],
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: [
    'interrupted',
    'The connection to % was lost during the answer',
  ],
  Z_BUF_ERROR: ['interrupted', 'The connection to % was lost during the answer'],
};

/** Error codes of zlib, zstd and brotli. */
const isDecompressing = (code: string | undefined): code is string =>
  code !== undefined && /^Z_|^ZSTD_|^ERR__ERROR|^ERR_BROTLI|^ERR_PADDING/.test(code);

function broken(code: string | undefined): readonly [ApiErrorKind, string] | undefined {
  if (code === undefined) return undefined;
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  if (code.startsWith('HPE_')) return ['unexpected', '% did not answer in HTTP'];
  if (code.startsWith('ERR_SSL_')) return ['unreachable', 'TLS could not be negotiated with %'];
  if (isDecompressing(code)) return ['unexpected', 'The answer of % is corrupt'];
  return undefined;
}

const CONNECTING: ReadonlySet<string> = new Set(['lookup', 'connect', 'secureConnect']);

/** What each phase waits for. */
const WAITED_FOR: Readonly<Record<string, string>> = {
  lookup: 'the address of %',
  connect: 'a connection to %',
  secureConnect: 'a TLS connection to %',
  response: 'a response from %',
};

/** The error for a request without a complete answer. Its kind says whether the service may have read the request. */
export function transportProblem(facts: TransportFacts): ApiErrorParts {
  const { code, timedOut, connected, host } = facts;
  if (timedOut !== undefined) {
    const sent = connected && !CONNECTING.has(timedOut);
    const waitedFor = WAITED_FOR[timedOut] ?? 'the whole response of %';
    return {
      kind: sent ? 'timeout' : 'unreachable',
      title: `Timed out waiting for ${waitedFor.replace('%', () => host)}`,
      cause: code,
    };
  }
  const cause = broken(code);
  // On an established connection TLS and routes can break after the request was read.
  const [kind, title] =
    cause && !(connected && cause[0] === 'unreachable')
      ? cause
      : connected
        ? (['interrupted', 'The connection to % broke'] as const)
        : (['unreachable', 'No connection to %'] as const);
  return { kind, title: title.replace('%', () => host), cause: code };
}
