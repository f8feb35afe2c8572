import { hashText, hex32 } from '../chance.ts';
import {
  DETAIL,
  type MatchedRequest,
  type Origin,
  type TrafficPattern,
} from './traffic-pattern.ts';

/**
 * Placeholders for the parts that differ between entries of one kind; requests contain the first ({@link DETAIL}).
 * All are private-use characters, which JSON does not escape.
 */
const HOLES = {
  detail: DETAIL,
  agent: '\uE001',
  address: '\uE002',
  requestId: '\uE003',
  zoneNumber: '\uE004',
  asn: '\uE005',
  country: '\uE006',
  zoneCode: '\uE007',
} as const;

/** The text of one kind of entry after its timestamp: literals with holes in between. */
interface Template {
  /** One more than there are holes. */
  readonly literals: readonly string[];
  readonly holes: readonly Hole[];
}

export type Hole = keyof typeof HOLES;

const NAMES: ReadonlyMap<string, Hole> = new Map(
  // Object.keys loses the key type.
  (Object.keys(HOLES) as Hole[]).map((name) => [HOLES[name], name]),
);

const MARKS = /[\uE000-\uE007]/g;

/** Whether `log` is a JSON document or a line of text. */
export type LogContent = 'json' | 'text';

/** The entry from `log` on, for a zone with this host. ASCII only. */
export function templateOf(request: MatchedRequest, host: string, content: LogContent): Template {
  const labels = {
    asn: HOLES.asn,
    country: HOLES.country,
    ruleId: request.ruleId,
    severity: request.severity,
    method: request.method,
    ruleGroup: '',
    status: request.status,
    serverZone: HOLES.zoneCode,
  };
  const log = content === 'json' ? documentOf(request, host) : lineOf(request, host);
  const text = `,"log":${asciiJson(log)},"labels":${asciiJson(labels)}}`;
  return {
    literals: text.split(MARKS).map(byteAChar),
    holes: [...text.matchAll(MARKS)].flatMap(([mark]) => NAMES.get(mark) ?? []),
  };
}

/** With the keys of wire-facts 8.3. */
function documentOf(request: MatchedRequest, host: string): string {
  const [operator, match] = request.trigger;
  const document = asciiJson({
    ServerZoneId: HOLES.zoneNumber,
    Message: request.message,
    Url: `https://${host}${request.path}`,
    RemoteIp: HOLES.address,
    UrlEncodedBody: request.body ?? null,
    Headers: [
      { Name: 'Host', Value: host },
      { Name: 'User-Agent', Value: HOLES.agent },
      { Name: 'Accept', Value: '*/*' },
      { Name: 'X-Forwarded-Proto', Value: 'https' },
      { Name: 'CDN-RequestId', Value: HOLES.requestId },
      ...(request.isSignedIn ? [{ Name: 'Cookie', Value: `session=${HOLES.requestId}` }] : []),
    ],
    TriggerMatch: { Key: operator, Value: match },
  });
  // The zone number is a JSON number.
  return document.replace(`"${HOLES.zoneNumber}"`, HOLES.zoneNumber);
}

const lineOf = ({ message, method, path }: MatchedRequest, host: string): string =>
  `${HOLES.address} ${method} https://${host}${path} ${message} (${HOLES.agent})`;

/** Text escaped for `log`: inside a string, or inside a string of a document inside a string. */
export const escapedFor = (content: LogContent, text: string): string =>
  content === 'json' ? insideString(insideString(text)) : insideString(text);

const insideString = (text: string): string => asciiJson(text).slice(1, -1);

/** JSON in ASCII, except for the placeholders. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\udfff\ue008-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Copies ASCII text into a one-byte string. Slices of a two-byte string would make every page two-byte. */
const byteAChar = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** A pattern for one host: texts are escaped, templates made on first use. */
export interface PreparedPattern {
  readonly origins: readonly Origin[];
  readonly subnets: number;
  /** Values for the holes, by form of the log. */
  readonly fillings: { readonly [Content in LogContent]: Fillings };
  /** First half of its entries' request ids. */
  readonly requestIdStart: string;
  /** The template for a number in [0, 1); low numbers select frequent requests. */
  templateAt(chance: number, content: LogContent): Template;
}

interface Fillings {
  readonly agents: readonly string[];
  readonly details: readonly string[];
}

export function preparePattern(pattern: TrafficPattern, host: string): PreparedPattern {
  const templates: { readonly [Content in LogContent]: Template[] } = { json: [], text: [] };
  const { requests } = pattern;
  const fillings = (content: LogContent): Fillings => ({
    agents: pattern.agents.map((agent) => escapedFor(content, agent)),
    details: pattern.details.map((detail) => escapedFor(content, detail)),
  });
  return {
    origins: pattern.origins,
    subnets: pattern.subnets,
    fillings: { json: fillings('json'), text: fillings('text') },
    requestIdStart: hex32(hashText(1, host)) + hex32(hashText(2, pattern.name)),
    templateAt(chance, content) {
      const at = Math.floor(chance * chance * requests.length);
      const ready = templates[content][at];
      if (ready) return ready;
      const request = requests[at];
      if (!request) throw new RangeError(`${pattern.name} has no request ${at}`);
      const cut = templateOf(request, host, content);
      templates[content][at] = cut;
      return cut;
    },
  };
}
