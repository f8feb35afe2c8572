/*
 * An independent implementation of what the engine counts, over plain values, which recognises schemas by their location.
 * Slow, and only for documents without hostile names.
 */

type Plain = unknown;
type PlainObject = Readonly<Record<string, unknown>>;

export const isObject = (value: Plain): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Separates the keys of a location. */
const SEPARATOR = '\u0001';

const key = `[^${SEPARATOR}]+`;
const step = (...names: readonly string[]) => names.join(SEPARATOR);
const INSIDE_SCHEMA = [
  step('(?:properties|patternProperties|dependentSchemas|\\$defs|definitions)', key),
  step('(?:allOf|anyOf|oneOf|prefixItems)', '\\d+'),
  'items|not|if|then|else|contains|propertyNames|additionalProperties|contentSchema',
  'unevaluatedItems|unevaluatedProperties',
].join('|');

const OUTERMOST = [
  step('components', 'schemas', key),
  `.*${SEPARATOR}${step('parameters', key, 'schema')}`,
  `.*${SEPARATOR}${step('headers', key, 'schema')}`,
  `.*${SEPARATOR}${step('content', key, 'schema')}`,
].join('|');

const SCHEMA = new RegExp(`^(?:${OUTERMOST})(?:${SEPARATOR}(?:${INSIDE_SCHEMA}))*$`, 's');
const OUTERMOST_SCHEMA = new RegExp(`^(?:${OUTERMOST})$`, 's');
const DATA = new RegExp(
  `(?:^|${SEPARATOR})(?:examples?|default|enum|const|x-[^${SEPARATOR}]*)(?:${SEPARATOR}|$)`,
  's',
);

/** A schema object and its location. */
interface PlainSchema {
  readonly schema: PlainObject;
  readonly place: string;
}

/** Every schema object of a document. */
export function schemasIn(document: Plain): readonly PlainSchema[] {
  const found: PlainSchema[] = [];
  const visit = (value: Plain, keys: readonly string[]): void => {
    const place = keys.join(SEPARATOR);
    if (isObject(value) && SCHEMA.test(place) && !DATA.test(place)) {
      found.push({ schema: value, place });
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) visit(inner, [...keys, name]);
  };
  visit(document, []);
  return found;
}

function lookUp(document: Plain, ref: string): Plain {
  if (!/^#\/(?:[^%]|%[0-9a-fA-F]{2})*$/.test(ref)) return undefined;
  const keys = ref.split('/').slice(1);
  return keys.reduce<Plain>((value, part) => {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) return value[Number(name)];
    return isObject(value) ? value[name] : undefined;
  }, document);
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const follow = (document: Plain, value: Plain): Plain => {
  let at = value;
  for (let steps = 0; isObject(at) && typeof at.$ref === 'string' && steps < 10; steps += 1) {
    at = lookUp(document, at.$ref);
  }
  return at;
};

/** A path item and the ones it refers to. The first one that has a field counts. */
function partsOf(document: Plain, item: Plain): readonly PlainObject[] {
  const parts: PlainObject[] = [];
  let at: Plain = item;
  for (let steps = 0; isObject(at) && steps < 10; steps += 1) {
    parts.push(at);
    at = typeof at.$ref === 'string' ? lookUp(document, at.$ref) : undefined;
  }
  return parts;
}

const firstOf = (parts: readonly PlainObject[], name: string): Plain =>
  parts.find((part) => part[name] !== undefined)?.[name];

/** An operation under `paths`. */
export interface PlainEndpoint {
  /** `GET /pets`. */
  readonly name: string;
  /** `query limit`, sorted. */
  readonly parameters: readonly string[];
  /** `petstore_auth oauth2`, each once. */
  readonly schemes: readonly string[];
}

const listIn = (value: Plain): readonly Plain[] => (Array.isArray(value) ? value : []);

function parametersOf(document: Plain, lists: readonly Plain[]): readonly string[] {
  const found = new Set<string>();
  for (const parameter of lists.flatMap(listIn)) {
    const followed = follow(document, parameter);
    if (isObject(followed)) found.add(`${followed.in} ${followed.name}`);
  }
  return [...found].sort();
}

const TYPES = new Set(['apiKey', 'http', 'oauth2', 'openIdConnect']);

function schemesOf(document: PlainObject, operation: PlainObject): readonly string[] {
  const requirements = listIn(operation.security ?? document.security);
  const names = new Set(requirements.filter(isObject).flatMap((each) => Object.keys(each)));
  const { components } = document;
  const declared = isObject(components) ? components.securitySchemes : undefined;
  return [...names].flatMap((name) => {
    const scheme = follow(document, isObject(declared) ? declared[name] : undefined);
    return isObject(scheme) && TYPES.has(String(scheme.type)) ? [`${name} ${scheme.type}`] : [];
  });
}

/** Operations under `paths`. */
export function plainEndpoints(document: Plain): readonly PlainEndpoint[] {
  if (!isObject(document) || !isObject(document.paths)) return [];
  const found: PlainEndpoint[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    if (!path.startsWith('/')) continue;
    const parts = partsOf(document, item);
    for (const method of METHODS) {
      const operation = firstOf(parts, method);
      if (!isObject(operation)) continue;
      const lists = [firstOf(parts, 'parameters'), operation.parameters];
      found.push({
        name: `${method.toUpperCase()} ${path}`,
        parameters: parametersOf(document, lists),
        schemes: schemesOf(document, operation),
      });
    }
  }
  return found;
}

/** The number of operations under `paths`. */
export const countEndpoints = (document: Plain): number => plainEndpoints(document).length;

/** The largest number of properties in one schema. */
export function countMostFields(document: Plain): number {
  const counts = schemasIn(document).map(({ schema }) =>
    isObject(schema.properties) ? Object.keys(schema.properties).length : 0,
  );
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

/** Schemas in `components/schemas`. */
export function countSchemaNodes(document: Plain): number {
  const prefix = step('components', 'schemas', '');
  return schemasIn(document).filter(({ place }) => place.startsWith(prefix)).length;
}

/** The total length of all patterns. */
export function countPatternLength(document: Plain): number {
  const lengths = schemasIn(document).map(({ schema }) =>
    typeof schema.pattern === 'string' ? schema.pattern.length : 0,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

const COUNTED = new Set(['items', 'properties']);

/** The deepest chain. Tries all of them, so it suits only documents with few cycles. */
export function countNestingDepth(document: Plain): number {
  const all = schemasIn(document);
  const schemas = new Set<Plain>(all.map(({ schema }) => schema));
  const outermost = all.filter(({ place }) => OUTERMOST_SCHEMA.test(place));
  const targets = new Set<Plain>();
  for (const { schema } of all) {
    if (typeof schema.$ref === 'string') targets.add(lookUp(document, schema.$ref));
  }
  const starts = new Set<Plain>([...outermost.map(({ schema }) => schema), ...targets]);

  const depth = (schema: PlainObject, open: ReadonlySet<Plain>): number => {
    const here = starts.has(schema) ? new Set([...open, schema]) : open;
    let deepest = 0;
    const enter = (value: Plain, steps: number): void => {
      if (!isObject(value) || here.has(value)) return;
      deepest = Math.max(deepest, steps + depth(value, here));
    };
    if (typeof schema.$ref === 'string') enter(lookUp(document, schema.$ref), 1);
    for (const [name, value] of Object.entries(schema)) {
      const steps = COUNTED.has(name) ? 1 : 0;
      const inner = isObject(value) && !schemas.has(value) ? Object.values(value) : [value].flat();
      for (const item of inner) if (schemas.has(item)) enter(item, steps);
    }
    return deepest;
  };
  return outermost.reduce((most, { schema }) => Math.max(most, depth(schema, new Set())), 0);
}
