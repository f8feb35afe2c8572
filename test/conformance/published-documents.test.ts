import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { derive } from '../../src/guardian/derive.ts';
import type { Endpoint } from '../../src/guardian/endpoints.ts';
import type { ReadPreflight } from '../../src/guardian/preflight.ts';
import {
  countMostFields,
  countNestingDepth,
  countPatternLength,
  countSchemaNodes,
  isObject,
  plainEndpoints,
  schemasIn,
} from '../support/naive-counts.ts';
import type { SampleDocument } from '../support/openapi-documents.ts';
import { preflightOf } from '../support/preflights.ts';

const { resolve } = createRequire(import.meta.url);

/** Where a development dependency keeps its documents. */
interface Source {
  readonly name: string;
  /** A file of the package that can be resolved. */
  readonly file: string;
  /** From that file's directory. */
  readonly documents: string;
}

const SOURCES: readonly Source[] = [
  // What ReadMe tests its own tools with: the official examples of OpenAPI and APIs that are in use.
  { name: '@readme/oas-examples', file: 'package.json', documents: '3.[01]/{json,yaml}/*.*' },
  { name: '@figma/rest-api-spec', file: 'package.json', documents: 'openapi/*.yaml' },
  { name: '@scalar/galaxy', file: '3.1.json', documents: '3.1.*' },
];

function directoryOf({ name, file }: Source): string {
  try {
    return dirname(resolve(`${name}/${file}`));
  } catch (cause) {
    throw new Error(`${name} is not installed: npm ci installs it.`, { cause });
  }
}

/** OpenAPI documents as others have published them, 3.0 and 3.1, JSON and YAML. */
const publishedDocuments = (): readonly SampleDocument[] =>
  SOURCES.flatMap((source) => {
    const directory = directoryOf(source);
    return globSync(source.documents, { cwd: directory })
      .sort()
      .map((path) => ({
        name: `${source.name}: ${path}`,
        text: readFileSync(join(directory, path), 'utf8'),
      }));
  });

/* The engine on what others have published, beside an independent count of the same documents. */

const published = publishedDocuments();

const textNamed = (name: string): string => {
  const found = published.find((document) => document.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found.text;
};

const plainOf = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : parse(text));

/** What OpenAPI calls the types that the contract names. */
const TYPES: Readonly<Record<string, string>> = {
  ApiKey: 'apiKey',
  Http: 'http',
  OAuth2: 'oauth2',
  OpenIdConnect: 'openIdConnect',
};

/** An endpoint in the words of the naive count. */
const plainly = ({ method, path, parameters, authSchemes }: Endpoint) => ({
  name: `${method} ${path}`,
  parameters: Object.entries(parameters)
    .flatMap(([group, names]) => names.map((name) => `${group.toLowerCase()} ${name}`))
    .sort(),
  schemes: (authSchemes ?? []).map(
    ({ schemeName, schemeType }) => `${schemeName} ${TYPES[schemeType ?? '']}`,
  ),
});

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

function expectCountsToAgree({ endpoints, limits }: ReadPreflight, plain: unknown): void {
  const naive = plainEndpoints(plain);
  expect(endpoints.map(plainly).sort(byName)).toEqual([...naive].sort(byName));
  expect(Object.values(limits).every(({ isExact }) => isExact)).toBe(true);
  expect(
    Object.fromEntries(Object.entries(limits).map(([name, { count }]) => [name, count])),
  ).toEqual({
    maxEndpoints: naive.length,
    maxFieldsPerType: countMostFields(plain),
    maxNestingDepth: countNestingDepth(plain),
    maxTotalSchemaNodes: countSchemaNodes(plain),
    maxTotalRegexLength: countPatternLength(plain),
  });
}

/** Whether a schema in `components` leads back into itself. */
function isCyclic(document: unknown): boolean {
  const leadsTo = new Map<string, Set<string>>();
  const prefix = 'components\u0001schemas\u0001';
  for (const { schema, place } of schemasIn(document)) {
    if (!place.startsWith(prefix) || typeof schema.$ref !== 'string') continue;
    const [from = ''] = place.slice(prefix.length).split('\u0001');
    const to = schema.$ref.replace('#/components/schemas/', '');
    leadsTo.set(from, (leadsTo.get(from) ?? new Set()).add(to));
  }
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    [...(leadsTo.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      return reaches(next, to, seen.add(next));
    });
  return [...leadsTo.keys()].some((name) => reaches(name, name, new Set()));
}

/** What only 3.1 knows and `document` has. */
function newIn31(document: unknown): readonly string[] {
  const schemas = schemasIn(document).map(({ schema }) => schema);
  const has = (keyword: string) => schemas.some((schema) => keyword in schema);
  return [
    ...(isObject(document) && 'webhooks' in document ? ['webhooks'] : []),
    ...(schemas.some(({ type }) => Array.isArray(type)) ? ['a list of types'] : []),
    ...['const', 'examples', '$defs', 'prefixItems', 'contentMediaType'].filter(has),
    ...(schemas.some(({ exclusiveMinimum }) => typeof exclusiveMinimum === 'number')
      ? ['an exclusive minimum']
      : []),
  ];
}

/** Each is read once: thousands of schemas in YAML take their time. */
const read = published.map(({ name, text }) => ({
  name,
  checked: preflightOf(text),
  plain: plainOf(text),
}));

describe('the published documents', () => {
  it('are many, of both versions and in both formats', () => {
    const groups = Map.groupBy(
      read,
      ({ checked: { openapi, format } }) => `${openapi.slice(0, 3)} ${format}`,
    );
    expect([...groups.keys()].sort()).toEqual(['3.0 JSON', '3.0 YAML', '3.1 JSON', '3.1 YAML']);
    for (const [group, { length }] of groups) expect(length, group).toBeGreaterThan(10);
  });

  it('have circles among them, and what only 3.1 knows', () => {
    expect(read.filter(({ plain }) => isCyclic(plain)).length).toBeGreaterThan(4);
    const found = new Set(
      read
        .filter(({ checked }) => checked.openapi.startsWith('3.1'))
        .flatMap(({ plain }) => newIn31(plain)),
    );
    expect([...found].sort()).toEqual(
      expect.arrayContaining(['a list of types', 'an exclusive minimum', 'const', 'webhooks']),
    );
  });
});

describe('the derived result agrees with a naive count', () => {
  it.each(read)('of $name', ({ checked, plain }) => {
    expectCountsToAgree(checked, plain);
    const derivation = derive(checked);
    if ('reason' in derivation) expect(checked.problemCounts.error).toBeGreaterThan(0);
    else expect(derivation.endpoints).toHaveLength(plainEndpoints(plain).length);
  });
});

it.each(['3.0', '3.1'])('what %s says in YAML it says in JSON', (version) => {
  const prefix = `@readme/oas-examples: ${version}/yaml/`;
  const pairs = read.flatMap((yaml) => {
    if (!yaml.name.startsWith(prefix)) return [];
    const other = yaml.name.replace('/yaml/', '/json/').replace(/yaml$/, 'json');
    const json = read.find(({ name }) => name === other);
    // Of a few, the two forms are not of the same age.
    if (JSON.stringify(yaml.plain) !== JSON.stringify(json?.plain)) return [];
    return json === undefined ? [] : [{ name: yaml.name, yaml: yaml.checked, json: json.checked }];
  });
  expect(pairs.length).toBeGreaterThan(5);
  for (const { name, yaml, json } of pairs) {
    const [one, other] = [derive(yaml), derive(json)];
    if ('reason' in one || 'reason' in other) expect('reason' in one, name).toBe('reason' in other);
    else expect(one, name).toEqual(other);
  }
});

/** A published document with its paths again and again, under as many prefixes. */
function timesOver(text: string, copies: number): unknown {
  const document = JSON.parse(text);
  const paths = Object.entries(document.paths);
  const repeated = Array.from({ length: copies }, (_, at) =>
    paths.map(([path, item]): [string, unknown] => [`/copy${at}${path}`, item]),
  );
  return { ...document, paths: Object.fromEntries(repeated.flat()) };
}

describe('a published document with thousands of paths', () => {
  const small = textNamed('@readme/oas-examples: 3.0/json/star-trek.json');
  const json = JSON.stringify(timesOver(small, 41));

  it('is read from 5 MB of JSON, and counted like any other', () => {
    const plain: unknown = JSON.parse(json);
    expect(plainEndpoints(plain).length).toBeGreaterThan(3000);
    expect(json.length).toBeGreaterThan(4_700_000);
    const checked = preflightOf(json);
    expect(checked).toMatchObject({ format: 'JSON', problemCounts: { error: 0 } });
    expectCountsToAgree(checked, plain);
  });
});
