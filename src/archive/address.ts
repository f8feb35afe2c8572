import { isLoopback } from '../http/base-url.ts';

/** Where a team's archive is: a database of a ClickHouse server, and who asks for it. */
export interface EngineAddress {
  /** `https://clickhouse.example.net:8443`: the only place that the password is sent to. */
  readonly origin: string;
  /** For people: `clickhouse.example.net:8443`. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** As it is shown: `clickhouse://warren@clickhouse.example.net:8443/team`. */
  readonly text: string;
}

type ParsedAddress =
  | { readonly kind: 'ok'; readonly address: EngineAddress }
  /** `reason` is a sentence. It does not repeat the text, which may hold a password. */
  | { readonly kind: 'refused'; readonly reason: string };

const refused = (reason: string): ParsedAddress => ({ kind: 'refused', reason });

const FORM = 'clickhouse://USER@HOST:8443/DATABASE';

/** Whether an archive is named by its URL rather than by a file. */
export const isEngineAddress = (text: string): boolean => /^clickhouse:/i.test(text);

/** Reads the URL of an archive as an operator writes it. TLS is used to every address but those of loopback. */
export function parseEngineAddress(text: string): ParsedAddress {
  // The URL parser would drop tabs and line breaks silently.
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
  // Of a web address the parser knows what a host is.
  const probe = URL.parse(`https://${hostAndPort}`);
  const host = more.length === 0 ? (probe?.hostname ?? '') : '';
  if (!probe || host === '' || !/^[\w.-]{1,128}$/.test(user) || !/^[A-Za-z_]\w{0,63}$/.test(path)) {
    return refused(
      `The URL of an archive is written as ${FORM}, with letters, digits, dots, dashes and underscores in USER, and letters, digits and underscores in DATABASE.`,
    );
  }
  const isPlain = isLoopback(host);
  const [, given] = /:(\d+)$/.exec(hostAndPort) ?? [];
  const port = given ?? (isPlain ? '8123' : '8443');
  const shown = `${host}:${port}`;
  return {
    kind: 'ok',
    address: {
      origin: `${isPlain ? 'http' : 'https'}://${shown}`,
      host: shown,
      user,
      database: path,
      text: `clickhouse://${user}@${shown}/${path}`,
    },
  };
}
