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
import { PARAMETER_GROUPS } from '../../guardian/parameters.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import { headingItem, type RecordItem, textItem, wrappedItem } from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import { schemeWords } from './authorization.ts';

const ruleItems = ({ rule }: Enforcement): readonly RecordItem[] =>
  rule === null ? [] : [textItem(words`Contract, ${printable(rule)}.`, theme.faint)];

/** What happens to requests that violate the endpoint's rules. */
function violationItems(endpoint: GuardianEndpoint, zone: ZoneSettings): readonly RecordItem[] {
  const enforcement = enforcementOf(zone, { kind: 'endpoint', endpoint });
  const { outcome, reason } = enforcement;
  return [
    outcome === 'blocked'
      ? { name: words`violations`, value: words`blocked`, style: theme.good }
      : {
          name: words`violations`,
          value: words`${printable(outcome)}: ${printable(reason)}`,
          style: theme.warn,
        },
    ...ruleItems(enforcement),
  ];
}

function authItems(endpoint: GuardianEndpoint, zone: ZoneSettings): readonly RecordItem[] {
  const { authSchemes } = endpoint;
  if (!authSchemes?.length) return [textItem(words`none: no credential is asked for`, theme.faint)];
  const enforcement = enforcementOf(zone, { kind: 'authorization', endpoint });
  const { outcome, reason } = enforcement;
  const state = printable(ENFORCEMENT_WORDS[outcome]);
  return [
    outcome === 'blocked'
      ? textItem(state, theme.good)
      : textItem(words`${state}: ${printable(reason)}`, theme.warn),
    ...ruleItems(enforcement),
    ...authSchemes.map((scheme) => textItem(schemeWords(scheme))),
  ];
}

/** Parameters by location; a mark means injection detection. */
function parameterItems(
  available: ParameterGroups | null,
  looked: ParameterGroups | null,
): readonly RecordItem[] {
  const items = PARAMETER_GROUPS.flatMap((group): readonly RecordItem[] => {
    const names = available?.[group] ?? [];
    if (names.length === 0) return [];
    const inspected = new Set(looked?.[group]);
    const value = names.map((name) => `${name ?? '?'}${inspected.has(name) ? '*' : ''}`).join('  ');
    return [{ name: printable(group), value: printable(value) }];
  });
  return items.length > 0 ? items : [textItem(words`none`, theme.faint)];
}

function injectionWords({
  injectionDetectionParameters,
  detectParameterXss,
  detectParameterSqli,
}: GuardianEndpoint): Printable {
  const looks = injectionDetectionParameters
    ? words`in the parameters with *`
    : words`no parameter is chosen`;
  return words`XSS ${flagWord(detectParameterXss)}, SQL ${flagWord(detectParameterSqli)}, ${looks}`;
}

const schemaItems = (title: Printable, yaml: string | null): readonly RecordItem[] => [
  headingItem(title),
  ...(yaml === null ? [textItem(words`none`, theme.faint)] : yamlItems(yaml)),
];

/** Indent of continuation lines. */
const UNDER = 4;

export const yamlItems = (yaml: string): readonly RecordItem[] =>
  yamlLines(yaml).map((line) =>
    wrappedItem(line, (INDENT.exec(line[0]?.text ?? '')?.[0].length ?? 0) + UNDER),
  );

/** An endpoint and its zone's settings, which its own depend on. */
interface EndpointFacts {
  readonly endpoint: GuardianEndpoint;
  readonly zone: ZoneSettings;
}

export function endpointDetail({ endpoint, zone }: EndpointFacts): readonly RecordItem[] {
  const { responseBodySchemasYaml } = endpoint;
  return [
    methodAndPath(endpoint.requestMethod ?? '?', endpoint.requestPath ?? '?'),
    ...violationItems(endpoint, zone),
    ...settingItems({ endpoint, zone }),
    headingItem(words`Authentication`),
    ...authItems(endpoint, zone),
    headingItem(words`Parameters`),
    ...parameterItems(endpoint.availableParameters, endpoint.injectionDetectionParameters),
    ...schemaItems(words`Request body`, endpoint.requestBodySchemaYaml),
    ...Object.entries(responseBodySchemasYaml ?? {}).flatMap(([status, yaml]) =>
      schemaItems(words`Response ${printable(status)}`, yaml),
    ),
    ...(responseBodySchemasYaml === null
      ? [headingItem(words`Responses`), textItem(words`none with a schema`, theme.faint)]
      : []),
  ];
}

export const methodAndPath = (method: string, path: string, before: Line = []): RecordItem =>
  wrappedItem(
    [
      ...before,
      span(words`${printable(method)} `, theme.data),
      span(printable(path), theme.strong),
    ],
    UNDER,
  );

const settingItems = ({ endpoint, zone }: EndpointFacts): readonly RecordItem[] => [
  {
    name: words`enabled`,
    value: flagWord(endpoint.isEnabled),
    style: endpoint.isEnabled && zone.isEnabled ? theme.good : theme.warn,
  },
  { name: words`rate limit`, value: rateLimitWords(endpoint) },
  {
    name: words`validates`,
    value: words`request ${flagWord(endpoint.validateRequestBodySchema)}, response ${flagWord(endpoint.validateResponseBodySchema)}`,
  },
  { name: words`injections`, value: injectionWords(endpoint) },
];

/** YAML indents with spaces only; other blanks stay visible. */
const INDENT = /^ */;
/** The dash of a list's item, with the spaces behind it. */
const DASH = /^(?:- +)+|^-$/;
/** A key up to its colon: quoted, or without a colon that a space follows. */
const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#|>[{][^:]*(?::\S[^:]*)*):(?=\s|$)/;
const COMMENT = /(?<=^|\s)#.*$/s;
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/;
const LITERAL = /^(?:true|false|null|~|[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|\.inf|\.nan))$/i;
const BLOCK = /^[|>][-+\d]*$/;

/** Longer lines are not highlighted: their length is up to the sender. */
const MAX_HIGHLIGHTED = 2000;

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
 * Highlights YAML line by line, tracking only block scalars across lines. That suffices for rendered schemas; other
 * text is shown whole but plain.
 */
export function yamlLines(yaml: string): readonly Line[] {
  let block = -1;
  return yaml
    .replace(/\n$/, '')
    .split('\n')
    .map((line): Line => {
      if (line.length > MAX_HIGHLIGHTED) return [piece(line)];
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

/** Yes, no, or not stated. */
export const flagWord = (flag: boolean | null): Printable => {
  if (flag === null) return words`not stated`;
  return flag ? words`yes` : words`no`;
};

/** `100 in 60 s, Global`, or `off`. */
export function rateLimitWords({
  rateLimitingEnabled,
  rateLimitingType,
  rateLimitingRequestCount,
  rateLimitingTimeframe,
}: GuardianEndpoint): Printable {
  if (rateLimitingEnabled === false) return words`off`;
  const requests = rateLimitingRequestCount === null ? words`?` : count(rateLimitingRequestCount);
  const unstated = rateLimitingEnabled === null ? words`not stated whether on: ` : words``;
  const seconds = rateLimitingTimeframe === null ? words`?` : count(rateLimitingTimeframe);
  return words`${unstated}${requests} in ${seconds} s, ${printable(rateLimitingType ?? '?')}`;
}
