import { readdirSync, readFileSync } from 'node:fs';
import { stringify } from 'yaml';

/** An OpenAPI document of the corpus. */
export interface SampleDocument {
  readonly name: string;
  readonly text: string;
}

const FOLDER = new URL('../samples/openapi/', import.meta.url);

/** The text of one document under `test/samples/openapi/`. */
export function sampleText(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

/** Every document under `test/samples/openapi/`. */
export function sampleDocuments(): readonly SampleDocument[] {
  return readdirSync(FOLDER)
    .sort()
    .map((name) => ({ name, text: sampleText(name) }));
}

/** A schema object as a plain value. */
type PlainSchema = Readonly<Record<string, unknown>>;

interface PlainDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, PlainSchema>> };
}

const json = (schema: unknown) => ({ 'application/json': { schema } });
const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function document(
  title: string,
  schemas: Readonly<Record<string, PlainSchema>>,
  paths: Readonly<Record<string, unknown>> = {},
): PlainDocument {
  return { openapi: '3.0.3', info: { title, version: '1.0.0' }, paths, components: { schemas } };
}

function properties(count: number): PlainSchema {
  const entries = Array.from({ length: count }, (_, index) => [
    `field${index}`,
    index % 3 === 0
      ? { type: 'integer', format: 'int32', minimum: 0 }
      : {
          type: 'string',
          description: 'So many words: plain ones',
          pattern: `^[a-z]{1,${index}}$`,
        },
  ]);
  return Object.fromEntries(entries);
}

/** `count` paths with two operations each, and schemas that refer to one another. */
export function manyPaths(count: number): PlainDocument {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, PlainSchema> = {};
  for (let index = 0; index < count; index += 1) {
    const thing = schemaNamed(`Thing${index}`);
    paths[`/things${index}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: `get${index}`,
        responses: {
          200: { description: 'ok', content: json(thing) },
          404: { description: 'none' },
        },
      },
      post: { requestBody: { content: json(thing) }, responses: { 201: { description: 'made' } } },
    };
    schemas[`Thing${index}`] = {
      type: 'object',
      required: ['field1'],
      properties: { ...properties(10), next: schemaNamed(`Thing${(index * 7 + 1) % count}`) },
    };
  }
  return document('Many paths', schemas, paths);
}

/** `count` schemas, each with every schema as a property: as many cycles as possible. */
export function everyoneKnowsEveryone(count: number): PlainDocument {
  const names = Array.from({ length: count }, (_, index) => `Person${index}`);
  const knows = Object.fromEntries(names.map((name) => [name.toLowerCase(), schemaNamed(name)]));
  return document(
    'Everyone knows everyone',
    Object.fromEntries(names.map((name) => [name, { type: 'object', properties: knows }])),
  );
}

/** `count` schemas, each of which refers to the next. */
export function longChain(count: number): PlainDocument {
  const schemas = Array.from({ length: count }, (_, index) => [
    `Link${index}`,
    index + 1 < count ? { items: schemaNamed(`Link${index + 1}`) } : { type: 'string' },
  ]);
  return document('A long chain', Object.fromEntries(schemas));
}

/** `count` schemas in one cycle. */
export function ring(count: number): PlainDocument {
  const schemas = Array.from({ length: count }, (_, index) => [
    `Link${index}`,
    { properties: { next: schemaNamed(`Link${(index + 1) % count}`) } },
  ]);
  return document('A ring', Object.fromEntries(schemas));
}

/** One schema with `count` properties. */
export function wide(count: number): PlainDocument {
  return document('Wide', { Wide: { type: 'object', properties: properties(count) } });
}

/** One schema of `depth` nested arrays. */
export function nested(depth: number): PlainDocument {
  let schema: PlainSchema = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = { type: 'array', items: schema };
  return document('Nested', { Nested: schema });
}

/** Documents too large for files, some as JSON and some as YAML. */
export function generatedDocuments(): readonly SampleDocument[] {
  const asJson = (plain: PlainDocument) => JSON.stringify(plain, null, 2);
  const asYaml = (plain: PlainDocument) => stringify(plain, { aliasDuplicateObjects: false });
  return [
    { name: '1,500 paths, JSON', text: asJson(manyPaths(1500)) },
    { name: '200 paths, YAML', text: asYaml(manyPaths(200)) },
    { name: 'four that know each other', text: asJson(everyoneKnowsEveryone(4)) },
    { name: 'a chain of 60', text: asYaml(longChain(60)) },
    { name: 'a ring of 30', text: asJson(ring(30)) },
    { name: '4,000 properties', text: asYaml(wide(4000)) },
    { name: '60 arrays in each other', text: asJson(nested(60)) },
  ];
}
