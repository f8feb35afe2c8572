import { editDistance, nearest } from '../text/nearest.ts';
import { GRAMMAR, MERGE_KEY, METHODS, type ObjectKind, walk } from './grammar.ts';
import { below, type Mapping, type Node, type NodePath, pointerOf } from './node.ts';
import { MAX_FINDINGS } from './reading.ts';
import { quoted, type Report, type Severity, type Specification } from './specification.ts';

/** What a value must be, in words, and whether it is. */
interface Rule {
  readonly must: string;
  readonly isMet: (node: Node) => boolean;
}

const rule = (must: string, isMet: Rule['isMet']): Rule => ({ must, isMet });
const scalarRule = (must: string, isMet: (value: unknown) => boolean): Rule =>
  rule(must, (node) => node.kind === 'scalar' && isMet(node.value));

const FLAG = scalarRule('true or false', (value) => typeof value === 'boolean');
const STRING = scalarRule('a string', (value) => typeof value === 'string');
const NUMBER = scalarRule('a number', (value) => typeof value === 'number');
const POSITIVE = scalarRule(
  'a number greater than 0',
  (value) => typeof value === 'number' && value > 0,
);
const SIZE = scalarRule(
  'a whole number, 0 or more',
  (value) => typeof value === 'number' && value >= 0 && Number.isInteger(value),
);
const LIST = rule('a list', ({ kind }) => kind === 'sequence');
const NAMES = rule(
  'a list of names',
  (node) => node.kind === 'sequence' && node.items.every(STRING.isMet),
);

const TYPES_30 = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const TYPES_31 = [...TYPES_30, 'null'];

const oneOf = (names: readonly string[]): Rule =>
  scalarRule(names.map(quoted).join(' or '), (value) => names.some((name) => name === value));
const TYPE_30 = oneOf(TYPES_30);
const TYPE_31 = oneOf(TYPES_31);
const TYPES = rule(`${TYPE_31.must}, or a list of these`, (node) =>
  node.kind === 'sequence'
    ? node.items.length > 0 && node.items.every(TYPE_31.isMet)
    : TYPE_31.isMet(node),
);

type Rules = ReadonlyMap<string, Rule>;

const rules = (...groups: readonly (readonly [keys: string, rule: Rule])[]): Rules =>
  new Map(groups.flatMap(([keys, each]) => keys.split(' ').map((key) => [key, each] as const)));

const SCHEMA_RULES: readonly (readonly [keys: string, rule: Rule])[] = [
  ['required', NAMES],
  ['enum', LIST],
  ['minLength maxLength minItems maxItems minProperties maxProperties', SIZE],
  ['minimum maximum', NUMBER],
  ['multipleOf', POSITIVE],
  ['uniqueItems readOnly writeOnly deprecated', FLAG],
  ['pattern format', STRING],
];

const SCHEMAS: Readonly<Record<Specification['dialect'], Rules>> = {
  '3.0': rules(
    ...SCHEMA_RULES,
    ['type', TYPE_30],
    ['exclusiveMinimum exclusiveMaximum nullable', FLAG],
  ),
  '3.1': rules(
    ...SCHEMA_RULES,
    ['type', TYPES],
    ['exclusiveMinimum exclusiveMaximum', NUMBER],
    ['minContains maxContains', SIZE],
  ),
};

/** Lower and upper bounds, and what they admit none of if the lower one is above the upper one. */
const RANGES = [
  ['minLength', 'maxLength', 'string'],
  ['minItems', 'maxItems', 'array'],
  ['minProperties', 'maxProperties', 'object'],
  ['minimum', 'maximum', 'number'],
] as const;

const OTHERS: Readonly<Partial<Record<ObjectKind, Rules>>> = {
  operation: rules(['deprecated', FLAG]),
  parameter: rules(['required deprecated allowEmptyValue explode allowReserved', FLAG]),
  header: rules(['required deprecated explode', FLAG]),
  'request body': rules(['required', FLAG]),
};

/** The fields of objects in which a misspelt one would go unnoticed. */
const KEYS: Readonly<Partial<Record<ObjectKind, ReadonlySet<string>>>> = {
  document: new Set(
    'openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs'.split(
      ' ',
    ),
  ),
  components: new Set(GRAMMAR.components.fields.keys()),
  'path item': new Set([...METHODS, '$ref', 'summary', 'description', 'servers', 'parameters']),
  operation: new Set(
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers'.split(
      ' ',
    ),
  ),
  parameter: new Set(
    'name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content'.split(
      ' ',
    ),
  ),
  'request body': new Set(['description', 'content', 'required']),
  response: new Set(['description', 'headers', 'content', 'links']),
  'media type': new Set(['schema', 'example', 'examples', 'encoding']),
};

/** The keywords of schemas in either version. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...GRAMMAR.schema.fields.keys(),
  ...SCHEMAS['3.0'].keys(),
  ...SCHEMAS['3.1'].keys(),
  ...`title description default example examples const discriminator xml externalDocs dependentRequired
    contentMediaType contentEncoding $ref $id $schema $anchor $dynamicRef $dynamicAnchor $vocabulary $comment`.split(
    /\s+/,
  ),
]);
/** Shorter words, such as `not`, are similar to too many that a schema may have of its own. */
const SHORTEST_MISSPELT = 4;
const LONGEST_MISSPELT = 24;
const LONG_ENOUGH = [...KEYWORDS].filter(({ length }) => length >= SHORTEST_MISSPELT);
/** Longer keywords may differ in two places. */
const LONG_KEYWORD = 8;
/** Limits of notices, and of keywords that are compared for them: a schema may have any number of its own. */
const MAX_NOTICES = 100;
const MAX_COMPARED = 10_000;

/** The keyword that was probably meant by an unknown one. */
function meantKeyword(typed: string): string | undefined {
  if (typed.length < SHORTEST_MISSPELT || typed.length > LONGEST_MISSPELT) return undefined;
  const meant = nearest(typed, LONG_ENOUGH);
  if (meant === undefined) return undefined;
  const edits = editDistance(typed.toLowerCase(), meant.toLowerCase());
  return edits <= (typed.length < LONG_KEYWORD ? 1 : 2) ? meant : undefined;
}

/** What a response can stand under (OpenAPI 3.1, 4.8.16). */
const RESPONSE = /^(?:default|[1-5](?:\d\d|XX))$/;

const EXTENSION = /^x-/;

const ARTICLE = /^[aeiou]/;

/** An object as a finding names it: `an operation object`. */
export const objectOf = (kind: ObjectKind): string =>
  `${ARTICLE.test(kind) ? 'an' : 'a'} ${kind} object`;

/** A value as a finding names it. */
export function found(node: Node): string {
  if (node.kind === 'mapping') return 'an object';
  if (node.kind === 'sequence') return 'a list';
  if (node.value === null) return 'nothing';
  return typeof node.value === 'string' ? quoted(node.value) : node.text;
}

/**
 * Reports values that OpenAPI does not allow, such as misspelt types, methods and status codes, and unknown keys; at
 * most {@link MAX_FINDINGS}. A schema may have unknown keywords: those that look misspelt are noted, at most {@link
 * MAX_NOTICES}.
 */
export function checkValues({ root, dialect }: Specification, report: Report): void {
  let findings = 0;
  const say = (sentence: string, node: Node, place: NodePath, severity: Severity = 'error') => {
    findings += 1;
    if (findings <= MAX_FINDINGS)
      report({ severity, sentence, at: node.at, pointer: pointerOf(place) });
  };

  function checkRules(node: Mapping, known: Rules, nodePath: NodePath | null): void {
    for (const [key, value] of node.entries) {
      const wanted = known.get(key);
      if (!wanted || wanted.isMet(value)) continue;
      say(
        `${quoted(key)} must be ${wanted.must}, not ${faultIn(value)}.`,
        value,
        below(nodePath, key),
      );
    }
  }

  function checkKeys(node: Mapping, kind: ObjectKind, nodePath: NodePath | null): void {
    for (const [key, value] of node.entries) {
      if (EXTENSION.test(key) || key === MERGE_KEY) continue;
      if (kind === 'responses') {
        if (RESPONSE.test(key)) continue;
        const sentence = `${quoted(key)} is not a status code: responses are under "100" to "599", "1XX" to "5XX" or "default".`;
        say(sentence, value, below(nodePath, key));
      } else if (KEYS[kind]?.has(key) === false) {
        const isPathItem = kind === 'path item';
        const methods = isPathItem ? ` Its operations are ${METHODS.join(', ')}.` : '';
        const sentence = `Unknown key ${quoted(key)} in ${objectOf(kind)}.${methods}`;
        say(sentence, value, below(nodePath, key), isPathItem ? 'error' : 'warning');
      }
    }
  }

  function checkRanges(node: Mapping, nodePath: NodePath | null): void {
    for (const [lowest, highest, noun] of RANGES) {
      const [from, to] = [node.entries.get(lowest), node.entries.get(highest)];
      if (from?.kind !== 'scalar' || to?.kind !== 'scalar') continue;
      if (!NUMBER.isMet(from) || !NUMBER.isMet(to) || Number(from.value) <= Number(to.value))
        continue;
      const sentence = `No ${noun} is valid: ${quoted(lowest)} is ${found(from)}, and ${quoted(highest)} is ${found(to)}.`;
      say(sentence, from, below(nodePath, lowest), 'warning');
    }
  }

  let notices = 0;
  const meant = new Map<string, string | undefined>();
  function checkKeywords(node: Mapping, nodePath: NodePath | null): void {
    for (const [key, value] of node.entries) {
      if (EXTENSION.test(key) || KEYWORDS.has(key) || notices >= MAX_NOTICES) continue;
      if (!meant.has(key) && meant.size < MAX_COMPARED) meant.set(key, meantKeyword(key));
      const keyword = meant.get(key);
      if (keyword === undefined) continue;
      notices += 1;
      report({
        severity: 'note',
        sentence: `Unknown keyword ${quoted(key)} in a schema object; did you mean ${quoted(keyword)}?`,
        at: value.at,
        pointer: pointerOf(below(nodePath, key)),
      });
    }
  }

  walk(root, 'document', null, {
    object(node, kind, nodePath) {
      const isReference = node.entries.has('$ref');
      const known = kind === 'schema' ? SCHEMAS[dialect] : OTHERS[kind];
      // Beside a reference, only schemas of 3.1 and path items have other fields that count.
      const counts = !(isReference && (kind !== 'schema' || dialect === '3.0'));
      if (known && counts) checkRules(node, known, nodePath);
      if (kind === 'schema' && counts) {
        checkRanges(node, nodePath);
        checkKeywords(node, nodePath);
      }
      if (!isReference || kind === 'path item') checkKeys(node, kind, nodePath);
    },
  });
}

/** The value, or the first wrong item of a list. */
function faultIn(value: Node): string {
  if (value.kind !== 'sequence') return found(value);
  const isWrong = [STRING, TYPE_31].map(({ isMet }) => value.items.find((item) => !isMet(item)));
  const wrong = isWrong.find((item) => item !== undefined);
  return wrong ? `a list with ${found(wrong)}` : found(value);
}
