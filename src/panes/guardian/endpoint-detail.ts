import type {
  GuardianEndpoint,
  ParameterGroups,
} from '../../contract/operations/guardian-upload.ts';
import {
  ENFORCEMENT_WORDS,
  type Enforcement,
  enforcementOf,
  type ZoneSettings,
} from '../../guardian/enforcement.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { stamp, type TimeZone } from '../../text/time.ts';
import { wrapLines } from '../../text/width.ts';
import { type Line, type Span, span, wrappedLine } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { fact, heading } from '../fact.ts';
import { schemeWords } from './authorization.ts';

/** Where the values of facts begin. */
const NAMES = 16;

const stampOf = (iso: string | null, zone: TimeZone): Printable =>
  iso === null ? words`–` : stamp(Date.parse(iso), zone);

/** What becomes of requests that break the endpoint's rules, and by which rule of the contract. */
function violationLines(endpoint: GuardianEndpoint, zone: ZoneSettings, columns: number) {
  const enforcement = enforcementOf(zone, { kind: 'endpoint', endpoint });
  const { outcome, reason } = enforcement;
  const value: Span =
    outcome === 'blocked'
      ? span(words`blocked`, theme.good)
      : span(words`${printable(outcome)}: ${printable(reason)}`, theme.warn);
  return [fact(words` violations`, [value], NAMES), ...ruleLines(enforcement, columns)];
}

const ruleLines = ({ rule }: Enforcement, columns: number): readonly Line[] =>
  rule === null
    ? []
    : wrapLines(words`Contract, ${printable(rule)}.`, columns - 2).map(
        (text): Line => [span(words`  ${text}`, theme.faint)],
      );

function authLines(
  endpoint: GuardianEndpoint,
  zone: ZoneSettings,
  columns: number,
): readonly Line[] {
  const { authSchemes } = endpoint;
  if (!authSchemes?.length) return [[span(words` none: no credential is asked for`, theme.faint)]];
  const enforcement = enforcementOf(zone, { kind: 'authorization', endpoint });
  const { outcome, reason } = enforcement;
  const state = printable(ENFORCEMENT_WORDS[outcome]);
  return [
    ...(outcome === 'blocked'
      ? [[span(words` ${state}`, theme.good)]]
      : wrapLines(words`${state}: ${printable(reason)}`, columns - 1).map(
          (text): Line => [span(words` ${text}`, theme.warn)],
        )),
    ...ruleLines(enforcement, columns),
    ...authSchemes.flatMap((scheme) =>
      wrappedLine([span(words` ${schemeWords(scheme)}`)], columns, UNDER),
    ),
  ];
}

const GROUPS = ['Path', 'Query', 'Header', 'Cookie'] as const;

/** The parameters by where they are sent; those looked at for injections carry a mark. */
function parameterLines(
  available: ParameterGroups | null,
  looked: ParameterGroups | null,
): readonly Line[] {
  const lines = GROUPS.flatMap((group): Line[] => {
    const names = available?.[group] ?? [];
    if (names.length === 0) return [];
    const inspected = new Set(looked?.[group]);
    const spans = names.map(
      (name): Span =>
        inspected.has(name)
          ? span(words`${printable(name ?? '?')}*  `, theme.special)
          : span(words`${printable(name ?? '?')}  `),
    );
    return [fact(words` ${printable(group)}`, spans, NAMES)];
  });
  return lines.length > 0 ? lines : [[span(words` none`, theme.faint)]];
}

function injectionLine({
  injectionDetectionParameters,
  detectParameterXss,
  detectParameterSqli,
}: GuardianEndpoint): Line {
  const looks = injectionDetectionParameters
    ? words`in the parameters with *`
    : words`no parameter is chosen`;
  return fact(
    words` injections`,
    [
      span(
        words`XSS ${flagWord(detectParameterXss)}, SQL ${flagWord(detectParameterSqli)}, ${looks}`,
      ),
    ],
    NAMES,
  );
}

const schemaLines = (title: Printable, yaml: string | null, columns: number): readonly Line[] => [
  [],
  heading(title),
  ...(yaml === null
    ? [[span(words` none`, theme.faint)]]
    : yamlLines(yaml).flatMap((line) =>
        wrappedLine(line, columns, (INDENT.exec(line[0]?.text ?? '')?.[0].length ?? 0) + UNDER),
      )),
];

/** What goes on in the next line stands so far to the right of where it began. */
const UNDER = 4;

/** An endpoint and the settings of its zone, without which its own mean nothing. */
interface EndpointFacts {
  readonly endpoint: GuardianEndpoint;
  readonly zone: ZoneSettings;
}

/** Everything the service returned about one endpoint. */
export function endpointDetail(
  { endpoint, zone }: EndpointFacts,
  timeZone: TimeZone,
  columns: number,
): readonly Line[] {
  const { responseBodySchemasYaml } = endpoint;
  const wrapped = (lines: readonly Line[]) =>
    lines.flatMap((line) => wrappedLine(line, columns, NAMES));
  return [
    ...wrapped(headLines({ endpoint, zone })),
    ...violationLines(endpoint, zone, columns),
    ...wrapped(settingLines(endpoint, timeZone)),
    [],
    heading(words`Authentication`),
    ...authLines(endpoint, zone, columns),
    [],
    heading(words`Parameters`),
    ...wrapped(parameterLines(endpoint.availableParameters, endpoint.injectionDetectionParameters)),
    ...schemaLines(words`Request body`, endpoint.requestBodySchemaYaml, columns),
    ...Object.entries(responseBodySchemasYaml ?? {}).flatMap(([status, yaml]) =>
      schemaLines(words`Response ${printable(status)}`, yaml, columns),
    ),
    ...(responseBodySchemasYaml === null
      ? [[], heading(words`Responses`), [span(words` none with a schema`, theme.faint)]]
      : []),
  ];
}

/** Which endpoint it is. */
const headLines = ({ endpoint, zone }: EndpointFacts): readonly Line[] => [
  [
    span(words`${printable(endpoint.requestMethod ?? '?')} `, theme.data),
    span(printable(endpoint.requestPath ?? '?'), theme.strong),
  ],
  fact(words` id`, [span(printable(endpoint.apiGuardianEndpointId ?? 'not stated'))], NAMES),
  fact(
    words` enabled`,
    [
      span(
        flagWord(endpoint.isEnabled),
        endpoint.isEnabled && zone.isEnabled ? theme.good : theme.warn,
      ),
    ],
    NAMES,
  ),
];

const settingLines = (endpoint: GuardianEndpoint, timeZone: TimeZone): readonly Line[] => [
  fact(words` created`, [span(stampOf(endpoint.createdAt, timeZone))], NAMES),
  fact(words` updated`, [span(stampOf(endpoint.updatedAt, timeZone))], NAMES),
  fact(words` rate limit`, [span(rateLimitWords(endpoint))], NAMES),
  fact(
    words` validates`,
    [
      span(
        words`request ${flagWord(endpoint.validateRequestBodySchema)}, response ${flagWord(endpoint.validateResponseBodySchema)}`,
      ),
    ],
    NAMES,
  ),
  injectionLine(endpoint),
];

/** Other blanks are not YAML's: they stay where they are seen. */
const INDENT = /^ */;
/** The dash of a list's item, with the spaces behind it. */
const DASH = /^(?:- +)+|^-$/;
/** A key up to its colon: quoted, or without a colon that a space follows. */
const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#|>[{][^:]*(?::\S[^:]*)*):(?=\s|$)/;
const COMMENT = /(?<=^|\s)#.*$/s;
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/;
const LITERAL = /^(?:true|false|null|~|[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|\.inf|\.nan))$/i;
const BLOCK = /^[|>][-+\d]*$/;

/** In longer lines nothing is told apart: whoever sends a schema decides how long its lines are. */
const LONGEST = 2000;

/** Styles of the parts of a YAML text. */
const STYLES = {
  key: theme.strong,
  text: theme.good,
  literal: theme.special,
  quiet: theme.faint,
} satisfies Record<string, Style>;

const piece = (text: string, style: Style = theme.plain): Span => span(printable(text), style);

function scalarStyle(text: string): Style {
  if (QUOTED.test(text)) return STYLES.text;
  if (LITERAL.test(text)) return STYLES.literal;
  return BLOCK.test(text) ? STYLES.quiet : theme.plain;
}

function valueSpans(text: string): readonly Span[] {
  const comment = QUOTED.test(text.trim()) ? null : COMMENT.exec(text);
  const before = text.slice(0, comment?.index);
  const value = before.trimStart();
  return [
    piece(before.slice(0, before.length - value.length)),
    piece(value, scalarStyle(value.trimEnd())),
    ...(comment ? [piece(comment[0], STYLES.quiet)] : []),
  ];
}

/**
 * The lines of a YAML text, keys, texts, numbers and comments told apart. It looks at one line at a time
 * and at nothing but the text of block scalars across lines: enough for schemas as they are rendered, and
 * any other text comes out whole, only plainer.
 */
export function yamlLines(yaml: string): readonly Line[] {
  /** Lines deeper than this belong to a block scalar; -1 outside of one. */
  let block = -1;
  return yaml
    .replace(/\n$/, '')
    .split('\n')
    .map((line): Line => {
      if (line.length > LONGEST) return [piece(line)];
      const indent = INDENT.exec(line)?.[0].length ?? 0;
      if (block >= 0 && (indent > block || line.trim() === '')) return [piece(line, STYLES.text)];
      block = -1;
      const spaces = ' '.repeat(indent) as Printable;
      const rest = line.slice(indent);
      const dash = DASH.exec(rest)?.[0] ?? '';
      const behind = rest.slice(dash.length);
      const key = KEY.exec(behind)?.[0] ?? '';
      const value = behind.slice(key.length);
      if (BLOCK.test(value.trim())) block = indent + (key === '' ? 0 : dash.length);
      return [
        span(spaces),
        ...(dash === '' ? [] : [piece(dash, STYLES.quiet)]),
        ...(key === '' ? [] : [piece(key, STYLES.key)]),
        ...valueSpans(value),
      ];
    });
}

/** Yes, no, and what the service did not tell. */
export const flagWord = (flag: boolean | null): Printable => {
  if (flag === null) return words`not stated`;
  return flag ? words`yes` : words`no`;
};

/** `100 in 60 s, Global`; `off` where there is none. */
export function rateLimitWords({
  rateLimitingEnabled,
  rateLimitingType,
  rateLimitingRequestCount,
  rateLimitingTimeframe,
}: GuardianEndpoint): Printable {
  if (rateLimitingEnabled === false) return words`off`;
  const requests = rateLimitingRequestCount === null ? words`?` : count(rateLimitingRequestCount);
  const told = rateLimitingEnabled === null ? words`not stated whether on: ` : words``;
  const seconds = rateLimitingTimeframe === null ? words`?` : count(rateLimitingTimeframe);
  return words`${told}${requests} in ${seconds} s, ${printable(rateLimitingType ?? '?')}`;
}
