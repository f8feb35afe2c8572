import { isLoopback } from '../http/base-url.ts';

/** A database on a ClickHouse server that holds a team's archive. */
export interface EngineAddress {
  /** The only origin that receives the password, such as `https://clickhouse.example.net:8443`. */
  readonly origin: string;
  /** Shown to people: `clickhouse.example.net:8443`. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** The URL without its password: `clickhouse://warren@clickhouse.example.net:8443/team`. */
  readonly text: string;
}

type ParsedAddress =
  | { readonly kind: 'ok'; readonly address: EngineAddress }
  /** `reason` is a sentence. It does not repeat the text, which may hold a password. */
  | { readonly kind: 'refused'; readonly reason: string };

const refused = (reason: string): ParsedAddress => ({ kind: 'refused', reason });

const FORM = 'clickhouse://USER@HOST:8443/DATABASE';

/** Whether the location of an archive is a URL rather than the path of a file. */
export const isEngineAddress = (text: string): boolean => /^clickhouse:/i.test(text);

/** Parses the URL of an archive. Every address except loopback uses TLS. */
export function parseEngineAddress(text: string): ParsedAddress {
  // The URL parser silently drops tabs and line breaks.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    return refused(
      'The URL of an archive must not hold spaces, backslashes or control characters.',
    );
  }
  const [, authority = '', path = ''] = /^clickhouse:\/\/([^/]*)\/(.*)$/i.exec(text) ?? [];
  if (authority === '') return refused(`The URL of an archive is written as ${FORM}.`);
  if (/:.*@/.test(authority)) {
    return refused(
      'The URL of an archive must not hold a password: see warren help team for where it belongs.',
    );
  }
  if (/[?#]/.test(text)) {
    return refused('The URL of an archive must not hold a query or a fragment.');
  }
  const [user = '', hostAndPort = '', ...more] = authority.split('@');
  // The parser validates hosts only in web addresses.
  const parsed = URL.parse(`https://${hostAndPort}`);
  const host = more.length === 0 ? (parsed?.hostname ?? '') : '';
  if (
    !parsed ||
    host === '' ||
    !/^[\w.-]{1,128}$/.test(user) ||
    !/^[A-Za-z_]\w{0,63}$/.test(path)
  ) {
    return refused(
      `The URL of an archive is written as ${FORM}, with letters, digits, dots, dashes and underscores in USER, and letters, digits and underscores in DATABASE.`,
    );
  }
  const isPlain = isLoopback(host);
  const [, explicitPort] = /:(\d+)$/.exec(hostAndPort) ?? [];
  const port = explicitPort ?? (isPlain ? '8123' : '8443');
  const hostPort = `${host}:${port}`;
  return {
    kind: 'ok',
    address: {
      origin: `${isPlain ? 'http' : 'https'}://${hostPort}`,
      host: hostPort,
      user,
      database: path,
      text: `clickhouse://${user}@${hostPort}/${path}`,
    },
  };
}
