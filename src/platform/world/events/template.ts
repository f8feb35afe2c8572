import { hashText, hex32 } from '../chance.ts';
import {
  DETAIL,
  type MatchedRequest,
  type Origin,
  type TrafficPattern,
} from './traffic-pattern.ts';

/**
 * The placeholders for what differs between two entries of one kind. The first is the one that requests carry
 * ({@link DETAIL}). All are private-use characters, which JSON does not escape.
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

/** The text of one kind of entry, after its timestamp, as literals with holes between them. */
interface Template {
  /** One more than there are holes. */
  readonly literals: readonly string[];
  readonly holes: readonly Hole[];
}

export type Hole = keyof typeof HOLES;

const NAMES: ReadonlyMap<string, Hole> = new Map(
  // The keys of a literal are what its type says.
  (Object.keys(HOLES) as Hole[]).map((name) => [HOLES[name], name]),
);

const MARKS = /[\uE000-\uE007]/g;

/** What `log` is: a JSON document, or a line of text. */
export type LogContent = 'json' | 'text';

/** An entry from its `log` on, for a zone whose host is `host`. ASCII only. */
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

/** The keys are those of wire-facts 8.3. */
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
  // The zone's number is a number.
  return document.replace(`"${HOLES.zoneNumber}"`, HOLES.zoneNumber);
}

const lineOf = ({ message, method, path }: MatchedRequest, host: string): string =>
  `${HOLES.address} ${method} https://${host}${path} ${message} (${HOLES.agent})`;

/** Text as it stands in `log`: within a string, or within a string of a document within a string. */
export const escapedFor = (content: LogContent, text: string): string =>
  content === 'json' ? insideString(insideString(text)) : insideString(text);

const insideString = (text: string): string => asciiJson(text).slice(1, -1);

/** JSON without any character beyond ASCII but the holes' marks. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\udfff\ue008-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * An ASCII text with a byte for each character: what is cut out of a text with marks has two, and so would every page
 * that it is put into.
 */
const byteAChar = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** A pattern prepared for one host: its texts escaped, its templates made when first needed. */
export interface PreparedPattern {
  readonly origins: readonly Origin[];
  readonly subnets: number;
  /** What goes into the holes, for each form of the log. */
  readonly fillings: { readonly [Content in LogContent]: Fillings };
  /** The first half of its entries' request ids. */
  readonly requestIdStart: string;
  /** The template for a chance from 0 to 1; low ones are the common ones. */
  templateAt(chance: number, content: LogContent): Template;
}

/** Texts for the holes of a template, as they stand in it. */
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
