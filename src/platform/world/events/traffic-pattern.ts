import { hash } from '../chance.ts';

/** One kind of request that a firewall rule matches. */
export interface MatchedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS';
  /** Path and query; {@link DETAIL} stands for one of the pattern's details. */
  readonly path: string;
  readonly ruleId: string;
  /** `Message` in the log: the name of the rule. */
  readonly message: string;
  readonly severity: '' | 'NOTICE' | 'WARNING' | 'CRITICAL';
  readonly status: 'Blocked' | 'Logged' | 'Challenged';
  /** `TriggerMatch`: the operator's short name and what it matched. */
  readonly trigger: readonly [operator: string, match: string];
  readonly body?: string;
  /** Whether it has a session cookie. */
  readonly isSignedIn?: boolean;
}

/** The placeholder for one of the pattern's details. */
export const DETAIL = '\uE000';

/** One kind of traffic: who sends which requests, and how many when. */
export interface TrafficPattern {
  readonly name: string;
  readonly origins: readonly Origin[];
  /** How many /24 networks of each origin take part. */
  readonly subnets: number;
  readonly agents: readonly string[];
  readonly details: readonly string[];
  /** Most frequent first. */
  readonly requests: readonly MatchedRequest[];
  /**
   * Entries a second in a minute (counted from the Unix epoch), relative to the other patterns. `phase` shifts what
   * recurs, so that zones differ.
   */
  weight(minute: number, phase: number): number;
}

/** Whether a minute is among the first `length` of every `period`. */
export const recurs = (
  minute: number,
  {
    period,
    length,
    phase,
  }: { readonly period: number; readonly length: number; readonly phase: number },
): boolean => (minute + phase) % period < length;

/** The network a request comes from, as shown in an entry's labels and `RemoteIp`. */
export interface Origin {
  /** Digits without "AS". */
  readonly asn: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** The first two octets. */
  readonly network: string;
}

/** Cheap hosting, where scanners run. */
export const HOSTING: readonly Origin[] = [
  { asn: '48090', country: 'BG', network: '87.121' },
  { asn: '14061', country: 'US', network: '143.198' },
  { asn: '16276', country: 'FR', network: '51.79' },
  { asn: '24940', country: 'DE', network: '88.198' },
  { asn: '45102', country: 'SG', network: '47.236' },
  { asn: '37963', country: 'CN', network: '121.40' },
  { asn: '9009', country: 'RO', network: '185.156' },
  { asn: '396982', country: 'US', network: '34.140' },
  { asn: '132203', country: 'HK', network: '43.154' },
  { asn: '211252', country: 'NL', network: '80.94' },
];

/** The one network that sends SQL injections. */
export const BULLETPROOF: readonly Origin[] = [{ asn: '202425', country: 'SC', network: '94.102' }];

/** Home and mobile networks: customers and infected machines. */
export const ACCESS: readonly Origin[] = [
  { asn: '3320', country: 'DE', network: '91.10' },
  { asn: '3215', country: 'FR', network: '90.3' },
  { asn: '2856', country: 'GB', network: '86.154' },
  { asn: '7922', country: 'US', network: '73.92' },
  { asn: '7018', country: 'US', network: '99.41' },
  { asn: '12322', country: 'FR', network: '82.64' },
  { asn: '6830', country: 'NL', network: '84.104' },
  { asn: '3352', country: 'ES', network: '83.45' },
  { asn: '3269', country: 'IT', network: '79.20' },
  { asn: '4713', country: 'JP', network: '153.188' },
  { asn: '1221', country: 'AU', network: '120.144' },
  { asn: '28573', country: 'BR', network: '189.6' },
  { asn: '45899', country: 'VN', network: '113.161' },
  { asn: '9829', country: 'IN', network: '117.200' },
  { asn: '8151', country: 'MX', network: '187.190' },
  { asn: '5617', country: 'PL', network: '83.21' },
  { asn: '17974', country: 'ID', network: '36.85' },
  { asn: '9121', country: 'TR', network: '88.240' },
];

/** Clouds that crawlers run in. */
export const CLOUDS: readonly Origin[] = [
  { asn: '16509', country: 'US', network: '54.210' },
  { asn: '8075', country: 'US', network: '20.171' },
  { asn: '15169', country: 'US', network: '66.249' },
  { asn: '136907', country: 'SG', network: '119.8' },
];

/** An address in the network with its last octet masked, as the service logs it: `87.121.17.*`. */
export const maskedAddress = (origin: Origin, chance: number, subnets: number): string =>
  `${origin.network}.${hash(chance) % subnets}.*`;

/** An edge location: its code in `labels.serverZone` and its number in `log`. */
interface ServerZone {
  readonly code: string;
  readonly number: number;
}

export const SERVER_ZONES: readonly ServerZone[] = [
  { code: 'DE', number: 1 },
  { code: 'NY', number: 2 },
  { code: 'LA', number: 3 },
  { code: 'SG', number: 4 },
  { code: 'UK', number: 6 },
  { code: 'FR', number: 9 },
  { code: 'SYD', number: 12 },
  { code: 'JP', number: 15 },
  { code: 'BR', number: 21 },
  { code: 'JH', number: 24 },
];
