import type { FactKind } from '../history/fact.ts';
import { GRADED } from '../state/app-issues.ts';

/* The list of what stays in an anonymous bundle. What is not in it is replaced or left out. */

/** What becomes of a field. */
export type Rule =
  /** Numbers and booleans stay, and so do times. */
  | 'number'
  | 'time'
  | 'numbersByTime'
  | 'numbersByName'
  /** An object or a list, whose fields have rules of their own. */
  | 'parts'
  /** JSON in a text. */
  | 'log'
  /** Replaced, by the method of `Pseudonyms` with this name. */
  | 'word'
  | 'text'
  | 'image'
  | 'code'
  | 'rule'
  | 'asn'
  | 'guid'
  | 'address'
  | 'url';

/** By the name of a field in the contract ("Resources and their fields"), wherever it stands. Others are left out. */
const FIELDS: Readonly<Partial<Record<Rule, string>>> = {
  parts: `targetLatency currentLatency activeRegions activeInstances averageVolumesUsage regions pods containers
    volumes limits Records data overview error labels`,
  number: `indicator desiredInstances averageLatency totalVolumeSizeInGb monthlyCost averageCPU averageRAM cpuCores
    ramBytes isRequired instances averageVolumesUsagePercentage requests anycastTraffic cpuUsage ramUsage cpuUsageCores
    ramUsageBytes ephemeralStorageUsageBytes ephemeralStorageLimitBytes ephemeralStorageUsageRatio
    outboundConnectionsLimit outboundConnectionsRejectedDiff outboundBandwidthBytesPerSecond usageBytes sizeBytes
    numberOfRestarts exitCode Type Ttl Priority Weight Port IsProxied totalBreaches loggedBreaches challengedBreaches
    blockedBreaches statusCode success timestamp`,
  time: 'lastHeartBeat CreatedAt CompletedAt',
  numbersByTime: 'latencyChart outboundTrafficChart ratelimitOverviewPastTwentyEightDays',
  numbersByName: 'volumesUtilizationPercentage',
  text: 'status Status statusGrade reason message Value Error errorKey severity method ruleGroup',
  word: 'id name appId zoneId JobId ZoneId Domain AccountId Name',
  image: 'image imageDisplay',
  code: 'region country serverZone',
  rule: 'ruleId',
  asn: 'asn',
  guid: 'logId',
  log: 'log',
};

/** The same for the JSON in a log, in lower case. */
const LOG_FIELDS: typeof FIELDS = {
  parts: 'headers triggermatch',
  number: 'serverzoneid',
  text: 'message urlencodedbody name key value',
  url: 'url',
  address: 'remoteip',
};

/** Texts that stay, except as names: anyone has them, so they tell nothing of the owner. */
const PUBLIC = `unknown, active, progressing, inactive, failing, suspended, notScheduled, scheduled, ready, deleting,
  notStarted, started, couldBeBetter, notBad, doingGreat, Pending, InProgress, Completed, Failed, there,
  accepted, refused, not sent, connected, unreachable,
  CrashLoopBackOff, OOMKilled, Error, ImagePullBackOff, ErrImagePull, InvalidImageName, CreateContainerConfigError,
  CreateContainerError, RunContainerError, ContainerCannotRun, ContainerCreating, PodInitializing, Starting, Terminating,
  StartError, Evicted, DeadlineExceeded, Unhealthy, Unschedulable, FailedScheduling, FailedMount,
  Blocked, Challenged, Logged, Allowed,
  DEBUG, INFO, NOTICE, WARNING, CRITICAL, ALERT, EMERGENCY, FATAL, LOW, MEDIUM, HIGH,
  GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE, CONNECT,
  RX, PM, PMF, EQ, GT, GE, LT, LE, WITHIN, MATCH, CONTAINS, STREQ, BEGINSWITH, ENDSWITH, VBR, BOT,
  A, AAAA, CNAME, TXT, MX, SRV, CAA, PTR, NS, SVCB, HTTPS, TLSA, SOA,
  Accept, Accept-Encoding, Accept-Language, Authorization, Cache-Control, Connection, Content-Length, Content-Type,
  Cookie, Host, Origin, Referer, User-Agent, X-Forwarded-For, X-Forwarded-Proto, X-Real-IP,
  app, zone, dns, script, rate-limit, app-delete, script-add-variable, guardian-upload,
  latency, target latency, active regions, active instances, CPU, RAM, volumes, region, new scan, so,
  no issues, no status in the answer, status failing, status suspended, region failing`;

const GRADES = GRADED.map(([, name]) => name).join('|');

/** What the console itself writes into the values of facts: figures, and the sentences of `app-issues.ts`. */
const FACT_TEXTS: Readonly<Partial<Record<FactKind, readonly RegExp[]>>> = {
  health: [
    /^exit -?\d{1,9}$/,
    /^(?:killed|SIGKILL\), often out of memory|asked to stop|segmentation fault)$/,
    /^(?:[\d.]{1,12} of \d{1,9} instances active|required, 0 instances|region failing)$/,
    /^(?:last heartbeat \d{1,6} (?:s|min) ago|[\d,]{1,12} outbound connections? rejected)$/,
    new RegExp(`^(?:${GRADES}) [\\d.]{1,12}$`),
    // Regions with their counts: `DE 2, FR`.
    /^(?:[A-Z]{2,3}(?: \d{1,6})?(?:, |$))+$/,
  ],
  restart: [/^-?\d{1,9}$/],
  exit: [/^exit -?\d{1,9}$/],
  instances: [/^(?:[\d.]{1,12}|–)\/(?:\d{1,9}|–)$/],
  latency: [/^(?:[\d.]{1,12}|–)(?: \(target (?:[\d.]{1,12}|–)\))?$/],
  rate: [/^\d{1,12} a minute$/],
  burst: [/^\d{1,12} a minute, usual are \d{1,12}$/],
  record: [/^\d{1,9} (?:records removed|added or changed)$/],
};

const rulesIn = (fields: typeof FIELDS): ReadonlyMap<string, Rule> =>
  new Map(
    Object.entries(fields).flatMap(([rule, names]) =>
      names.split(/\s+/).map((name) => [name, rule as Rule] as const),
    ),
  );
const RULES = rulesIn(FIELDS);
const LOG_RULES = rulesIn(LOG_FIELDS);
const PUBLIC_TEXTS: ReadonlySet<string> = new Set(PUBLIC.toLowerCase().split(/,\s*/));

export const ruleOf = (field: string): Rule | undefined => RULES.get(field);

export const ruleOfLog = (field: string): Rule | undefined => LOG_RULES.get(field.toLowerCase());

/** Whether anyone has this text, such as `OOMKilled`. */
export const isPublic = (text: string): boolean => PUBLIC_TEXTS.has(text.toLowerCase());

export const staysInFact = (kind: FactKind, text: string): boolean =>
  isPublic(text) || (FACT_TEXTS[kind]?.some((own) => own.test(text)) ?? false);
