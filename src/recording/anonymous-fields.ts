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
  /** The code of a region of the platform stays, and is then known in facts. */
  | 'region'
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
  region: 'region',
  code: 'country serverZone',
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
/** Neither an address nor a number as long as an identifier. */
const FIGURE = '(?:\\d{1,8}(?:\\.\\d{1,17})?|–)';
const DURATION = '\\d{1,6} (?:s|min|h \\d\\d min|d \\d\\d? h)';

/** One value, or the least and the greatest of several. */
const range = (value: string): string => `${value}(?: to ${value})?`;

/** How several values are counted: ` in 3 pods`. */
const inSeveral = (places: string): string => `(?: in \\d{1,6} ${places})?`;

/** What the console itself writes at the beginning of a fact's value: figures, and the sentences of `app-issues.ts`. */
const FACT_TEXTS: Readonly<Partial<Record<FactKind, readonly string[]>>> = {
  health: [
    'exit 137: killed \\(SIGKILL\\), often out of memory',
    'exit 143: asked to stop',
    'exit 139: segmentation fault',
    'exit -?\\d{1,10}',
    `${FIGURE} of ${FIGURE} instances active`,
    'required, 0 instances',
    `volumes ${range(`${FIGURE}%`)} full on average${inSeveral('regions')}`,
    `last heartbeat ${range(DURATION)} ago${inSeveral('pods')}`,
    `heartbeat ${range(DURATION)} ahead of the clock${inSeveral('pods')}`,
    `[\\d,]{1,20} outbound connections? rejected${inSeveral('pods')}(?: \\(limit ${FIGURE}(?: each)?\\))?`,
    `ephemeral storage ratio ${range(FIGURE)}${inSeveral('pods')}`,
    `(?:${GRADES}) ${FIGURE}`,
  ],
  restart: ['-?\\d{1,8}'],
  exit: ['exit -?\\d{1,10}'],
  instances: [`${FIGURE}/${FIGURE}`],
  latency: [`${FIGURE}(?: \\(target ${FIGURE}\\))?`],
  rate: ['\\d{1,12} a minute'],
  burst: ['\\d{1,12} a minute, usual are \\d{1,12}'],
  record: ['\\d{1,9} (?:records removed|added or changed)'],
};
const BEGINNINGS = new Map(
  Object.entries(FACT_TEXTS).map(([kind, texts]) => [
    kind,
    new RegExp(`^(?:${texts.join('|')})(?=$|: | — | x\\d)`),
  ]),
);

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

/** The beginning of a fact's value that the console wrote; empty if it is all from the service. */
export const ownBeginning = (kind: FactKind, text: string): string =>
  BEGINNINGS.get(kind)?.exec(text)?.[0] ?? '';
