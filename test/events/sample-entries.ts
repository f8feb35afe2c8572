import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { seededRandom } from '../support/random.ts';

/** The first millisecond of the day of the samples. */
export const SAMPLE_DAY = Date.UTC(2026, 2, 14);

const RULES = [
  ['930130', 'Restricted File Access Attempt', 'PMF', '/.env'],
  ['951120', 'Oracle SQL Information Leakage', 'RX', '<b>Warning</b>: oci_parse()'],
  ['942100', 'SQL Injection Attack Detected via libinjection', 'LIBI', "1' or '1'='1"],
  ['941100', 'XSS Attack Detected via libinjection', 'LIBX', '<script>alert(1)</script>'],
  ['920350', 'Host header is a numeric IP address', 'RX', '10.0.0.1'],
] as const;

const HOSTS = ['shop.example', 'www.shop.example', 'api.shop.example', 'blog.example'];
const COUNTRIES = ['BG', 'DE', 'US', 'CN', 'RU', 'FR', 'BR', 'IN', 'NL', 'GB'];
const POPS = ['SG', 'DE', 'NY', 'LA', 'UK', 'SYD', 'BR', 'JP'];
const WORDS = ['admin', 'login', 'cart', 'wp-json', 'assets', 'api', 'v1', 'users', 'checkout'];

/** Writes JSON like the vendor: `<` is `\u003C`. */
const asServiceWrites = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&'+`]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

/**
 * Makes realistic entries (wire-facts, 8.3 and 8.4), in order of time, about 550 bytes of JSON each; the
 * same for the same seed.
 */
export function sampleEntries(seed: number): (count: number) => EventLogEntry[] {
  const { below, oneIn } = seededRandom(seed);
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;
  const hex = (digits: number) => {
    let text = '';
    while (text.length < digits) text += below(0xffffffff).toString(16).padStart(8, '0');
    return text.slice(0, digits);
  };
  const agents = Array.from({ length: 180 }, (_, index) =>
    index % 3 === 0
      ? `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + index}.0) Gecko/20100101 Firefox/${100 + index}.0`
      : `python-requests/2.${index}.1`,
  );
  const paths = Array.from({ length: 3000 }, () =>
    Array.from({ length: 1 + below(4) }, () => `/${pick(WORDS)}${oneIn(3) ? below(900) : ''}`).join(
      '',
    ),
  );
  const addresses = Array.from(
    { length: 20_000 },
    () => `${1 + below(222)}.${below(256)}.${below(256)}.*`,
  );
  const asns = Array.from({ length: 300 }, () => String(1000 + below(200_000)));
  let time = SAMPLE_DAY;

  return (count) =>
    Array.from({ length: count }, () => {
      time += below(170);
      const [ruleId, message, operator, match] = pick(RULES);
      const host = pick(HOSTS);
      const query = oneIn(5) ? `?id=${hex(6)}&page=${below(20)}` : '';
      const headers = oneIn(3)
        ? [
            { Name: 'Host', Value: host },
            { Name: 'User-Agent', Value: pick(agents) },
            { Name: 'CDN-RequestId', Value: hex(32) },
          ]
        : oneIn(2)
          ? [{ Name: 'User-Agent', Value: pick(agents) }]
          : [];
      const id = hex(32);
      return {
        logId: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
        timestamp: time,
        log: asServiceWrites({
          ServerZoneId: below(20),
          Message: message,
          Url: `https://${host}${pick(paths)}${query}`,
          RemoteIp: addresses[below(1 + below(addresses.length))],
          UrlEncodedBody: null,
          Headers: headers,
          TriggerMatch: { Key: operator, Value: match },
        }),
        labels: {
          asn: pick(asns),
          country: pick(COUNTRIES),
          ruleId,
          severity: oneIn(3) ? 'CRITICAL' : '',
          method: oneIn(5) ? 'POST' : 'GET',
          ruleGroup: '',
          status: oneIn(3) ? 'Logged' : 'Blocked',
          serverZone: pick(POPS),
        },
      };
    });
}

/** One entry with defaults for the fields that a test does not set. */
export function entryWith(
  given: Partial<Omit<EventLogEntry, 'labels'>> & {
    readonly labels?: Partial<EventLogEntry['labels']>;
  },
): EventLogEntry {
  return {
    logId: 'c5c09fe1-2071-486c-b6ba-4c43b45aeb09',
    timestamp: SAMPLE_DAY,
    log: '{"Message":"Restricted File Access Attempt"}',
    ...given,
    labels: {
      asn: '48090',
      country: 'BG',
      ruleId: '930130',
      severity: '',
      method: 'GET',
      ruleGroup: '',
      status: 'Blocked',
      serverZone: 'SG',
      ...given.labels,
    },
  };
}
