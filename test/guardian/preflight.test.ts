import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument, stringify } from 'yaml';
import { derive } from '../../src/guardian/derive.ts';
import {
  basePaths,
  checkReferences,
  checkStructure,
  lineIndex,
  type Preflight,
  preflight,
} from '../../src/guardian/preflight.ts';
import { schemasIn } from '../support/naive-counts.ts';
import { collected, mappingOf, specificationWith } from '../support/nodes.ts';
import {
  generatedDocuments,
  manyPaths,
  sampleDocuments,
  sampleText,
} from '../support/openapi-documents.ts';
import { documentWith, preflightOf } from '../support/preflights.ts';
import { type Random, seededRandom } from '../support/random.ts';

/** Expects every problem to have a place within the text. */
function expectPlaced({ problems }: Preflight, text: string): void {
  const lines = text.split('\n');
  for (const { line, column, sentence } of problems) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
    expect(sentence).toMatch(/[.!?…]$/);
  }
}

const documents = [...sampleDocuments(), ...generatedDocuments()];

describe('preflight', () => {
  it.each(documents)('reads $name, or says why not', ({ text }) => {
    const checked = preflight(text);
    expectPlaced(checked, text);
    if (checked.kind === 'unreadable') expect(checked.problemCounts.error).toBe(1);
  });

  it('returns title, version, format and endpoints', () => {
    const { kind, format, title, version, openapi, endpoints, basePaths } = preflightOf(
      sampleText('petstore.yaml'),
    );
    expect({
      kind,
      format,
      title,
      version,
      openapi,
      basePaths,
      endpoints: endpoints.length,
    }).toEqual({
      kind: 'read',
      format: 'YAML',
      title: 'Kennel',
      version: '1.0.0',
      openapi: '3.0.0',
      basePaths: ['/v1'],
      endpoints: 3,
    });
  });

  it('ignores a byte order mark when counting lines', () => {
    expect(preflight('\uFEFFopenapi: 3.2.0').problems[0]).toMatchObject({ line: 1, column: 1 });
    expect(preflight('\uFEFF{"openapi": x}').problems[0]).toMatchObject({ line: 1, column: 13 });
  });

  it('finds places in files with CRLF', () => {
    const { problems } = preflight(sampleText('line-ends.yaml'));
    expect(problems).toMatchObject([{ line: 4, column: 3, pointer: '/info/version' }]);
  });

  it('sorts by severity, and lists at most 200', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`/a${i}/{x}`, { get: {} }]),
    );
    const { problems, problemCounts } = preflight(documentWith({ ...paths, bad: {} }));
    expect(problems).toHaveLength(200);
    expect(problems[0]?.severity).toBe('error');
    expect(problemCounts).toEqual({ error: 1, warning: 300, note: 0 });
  });

  it('warns of a document without endpoints', () => {
    expect(preflight(documentWith({})).problems).toMatchObject([
      { severity: 'warning', pointer: '/paths', line: 1 },
    ]);
  });

  it('reports duplicate keys', () => {
    const text = 'openapi: 3.0.0\ninfo: {title: A, version: "1"}\npaths:\n  /a: {}\n  /a: {}\n';
    expect(preflight(text).problems[0]).toMatchObject({
      line: 5,
      column: 3,
      pointer: '/paths/~1a',
    });
  });

  it('reads 5 MB of YAML', () => {
    const text = stringify(manyPaths(2740), { aliasDuplicateObjects: false });
    expect(text.length).toBeGreaterThan(4_900_000);
    const checked = preflightOf(text);
    expect(checked).toMatchObject({ problemCounts: { error: 0, warning: 0, note: 0 } });
    expect(checked.limits.maxEndpoints.count).toBe(checked.endpoints.length);
  });
});

const WRONG = [
  'null',
  '[]',
  '{}',
  '1e999',
  '""',
  'true',
  '~',
  '- x',
  '&a',
  '*a',
  '"',
  '\t',
  '}',
  ': ',
];

/** A text with a random corruption. */
function mutated(text: string, random: Random): string {
  const at = random.below(text.length);
  const lines = text.split('\n');
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
    case 2:
      return lines.toSpliced(random.below(lines.length), 1 + random.below(3)).join('\n');
    case 3:
      return text.slice(0, at) + random.pick(['{', ...WRONG]) + text.slice(at);
    case 4: {
      // Replaces a value by one of another type.
      const line = random.below(lines.length);
      const found = /^(\s*(?:- )?[^:]+:).*$/.exec(lines[line] ?? '');
      return lines.with(line, `${found?.[1] ?? ''} ${random.pick(['{', ...WRONG])}`).join('\n');
    }
    default:
      return lines
        .with(random.below(lines.length), ` ${lines[random.below(lines.length)]}`)
        .join('\n');
  }
}

/** Whether another parser rejects it as JSON or YAML. */
const isMalformed = (text: string): boolean =>
  parseDocument(text, { logLevel: 'silent' }).errors.length > 0;

describe('500 malformed documents', () => {
  it('each have an error with its place', () => {
    const random = seededRandom(20260319);
    const sources = sampleDocuments().filter(({ text }) => !isMalformed(text));
    const kinds = { JSON: 0, YAML: 0 };
    let atTheTop = 0;
    for (let round = 0; kinds.JSON + kinds.YAML < 500; round += 1) {
      const { text: source, name } = sources[round % sources.length] ?? { text: '', name: '' };
      const text = mutated(source, random);
      if (!isMalformed(text)) continue;
      kinds[name.endsWith('.json') ? 'JSON' : 'YAML'] += 1;
      const checked = preflight(text);
      expectPlaced(checked, text);
      const [first] = checked.problems;
      expect(first?.severity, text).toBe('error');
      if (first?.line === 1 && first.column === 1) atTheTop += 1;
    }
    // Most errors must not be placed at the start.
    expect(atTheTop).toBeLessThan(25);
    expect(kinds.JSON).toBeGreaterThan(50);
    expect(kinds.YAML).toBeGreaterThan(200);
  });

  it('an invalid schema is reported with its place, anywhere', () => {
    const wrong = [7, 'text', ['text'], null];
    let broken = 0;
    for (const { text } of sampleDocuments()) {
      if (preflight(text).kind === 'unreadable' || isMalformed(text)) continue;
      const document: unknown = parse(text);
      for (const { place } of schemasIn(document)) {
        const keys = place.split('\u0001');
        const value = wrong[broken % wrong.length];
        const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
        const checked = preflight(JSON.stringify(withValueAt(document, keys, value), null, 1));
        const errors = checked.problems.filter(({ severity }) => severity === 'error');
        expect(errors.map((each) => each.pointer)).toContain(pointer.join(''));
        broken += 1;
      }
    }
    expect(broken).toBeGreaterThan(100);
  });
});

describe('500 mutated documents', () => {
  it('are read, or have an error with its place', () => {
    const random = seededRandom(20260318);
    const sources = sampleDocuments().filter(({ text }) => preflight(text).kind === 'read');
    const outcomes = { read: 0, unreadable: 0, withProblems: 0 };
    for (let round = 0; round < 500; round += 1) {
      const source = sources[round % sources.length]?.text ?? '';
      const text = mutated(source, random);
      const checked = preflight(text);
      expectPlaced(checked, text);
      outcomes[checked.kind] += 1;
      if (checked.problems.length > 0) outcomes.withProblems += 1;
      if (checked.kind === 'unreadable') expect(checked.problems.length).toBeGreaterThan(0);
      else expect(derive(preflight(text))).toBeDefined();
    }
    expect(outcomes.read).toBeGreaterThan(100);
    expect(outcomes.unreadable).toBeGreaterThan(100);
  });
});

/** The paths of all values in a value. */
function placesIn(value: unknown, place: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [place];
  return [
    place,
    ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...place, key])),
  ];
}

function withValueAt(value: unknown, [key, ...rest]: readonly string[], wrong: unknown): unknown {
  if (key === undefined) return wrong;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      String(index) === key ? withValueAt(item, rest, wrong) : item,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    name === key ? withValueAt(inner, rest, wrong) : inner,
  ]);
  return Object.fromEntries(entries);
}

describe('a document with any JSON in any place', () => {
  const source: unknown = {
    ...JSON.parse(sampleText('json-schema-3.1.json')),
    security: [{ key: [] }],
    servers: [{ url: '/v1' }],
  };
  const parts = JSON.parse(sampleText('escapes.json'));
  const places = placesIn(source);
  const keywords = [
    '$ref',
    'type',
    'items',
    'allOf',
    'properties',
    'name',
    'in',
    'content',
    'schema',
    'get',
  ];
  const { value: anyValue } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('#/components/schemas/Shape', '#/paths', '#', 'x.yaml', '#/%', parts),
      fc.dictionary(fc.constantFrom(...keywords), tie('value'), { maxKeys: 3 }),
    ),
  }));

  it('is derived deterministically, without an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), anyValue, (place, wrong) => {
        const text = JSON.stringify(withValueAt(source, place, wrong)) ?? 'null';
        expectPlaced(preflight(text), text);
        expect(JSON.stringify(derive(preflight(text)))).toBe(
          JSON.stringify(derive(preflight(text))),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result as YAML and as JSON', () => {
    const said = (text: string) => {
      const checked = preflight(text);
      const sentences = checked.problems
        .map(({ sentence, pointer }) => `${pointer} ${sentence}`)
        .sort();
      if (checked.kind === 'unreadable') return { kind: checked.kind };
      const counts = Object.values(checked.limits).map(({ count }) => count);
      return { sentences, counts, endpoints: checked.endpoints.map(({ pointer }) => pointer) };
    };
    fc.assert(
      fc.property(fc.constantFrom(...places), anyValue, (place, wrong) => {
        const value: unknown = JSON.parse(JSON.stringify(withValueAt(source, place, wrong)));
        const yaml = stringify(value, { aliasDuplicateObjects: false });
        expect(said(yaml)).toEqual(said(JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
  });
});

it.each([
  [['https://api.example/v1'], ['/v1']],
  [['https://api.example/v1/'], ['/v1']],
  [['https://api.example'], []],
  [['https://api.example/'], []],
  [['//api.example/a/b?x=1'], ['/a/b']],
  [['/v2'], ['/v2']],
  [['https://{host}.example/v1'], ['/v1']],
  [['https://api.example/{version}'], []],
  [['{scheme}://api.example/v1'], []],
  [
    ['/v1', 'https://api.example/v1', '/v2'],
    ['/v1', '/v2'],
  ],
  [['v1'], []],
  [[''], []],
])('of servers at %j are %j', (urls, paths) => {
  expect(basePaths(mappingOf({ servers: urls.map((url) => ({ url })) }))).toEqual(paths);
});

it.each([[{}], [{ servers: {} }], [{ servers: [1, { url: 2 }, null] }]])(
  'of %j are none',
  (root) => {
    expect(basePaths(mappingOf(root))).toEqual([]);
  },
);

it('counts lines and columns from 1', () => {
  const placeOf = lineIndex('ab\n\ncd\r\ne');
  const places = [0, 1, 2, 3, 4, 6, 8].map((offset) => {
    const { line, column } = placeOf(offset);
    return `${line}:${column}`;
  });
  expect(places).toEqual(['1:1', '1:2', '1:3', '2:1', '3:1', '3:3', '4:1']);
});

it('clamps offsets to the text', () => {
  expect(lineIndex('ab\nc')(-5)).toEqual({ line: 1, column: 1 });
  expect(lineIndex('ab\nc')(99)).toEqual({ line: 2, column: 2 });
  expect(lineIndex('')(0)).toEqual({ line: 1, column: 1 });
});

it('agrees with splitting the text before the offset', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '🔑') });
  fc.assert(
    fc.property(text, fc.nat(40), (text, at) => {
      const offset = Math.min(at, text.length);
      const lines = text.slice(0, offset).split('\n');
      const column = (lines.at(-1) ?? '').length + 1;
      expect(lineIndex(text)(offset)).toEqual({ line: lines.length, column });
    }),
  );
});

const foundIn = (parts: Readonly<Record<string, unknown>>, openapi?: string) => {
  const { report, found } = collected();
  checkStructure(specificationWith(parts, openapi), report);
  return found;
};

it('finds no problem in a small document', () => {
  expect(foundIn({ paths: {} })).toEqual([]);
});

it.each([
  [{ paths: {}, info: undefined }, ': "info" with a title and a version is missing.'],
  [{ paths: {}, info: [] }, ': "info" with a title and a version is missing.'],
  [{ paths: {}, info: { version: '1' } }, '/info: "info.title" is missing.'],
  [{ paths: {}, info: { title: 'A', version: null } }, '/info/version: "info.version" is missing.'],
  [
    { paths: {}, info: { title: 'A', version: 1 } },
    '/info/version: "info.version" must be a string: put it in quotes.',
  ],
  [{}, ': The document has no "paths".'],
  [{ paths: [] }, '/paths: Expected a paths object here, found a list.'],
  [{ paths: { '/a': null } }, '/paths/~1a: Expected a path item object here, found nothing.'],
  [
    { paths: { '/a': { get: 'x' } } },
    '/paths/~1a/get: Expected an operation object here, found "x".',
  ],
  [
    { paths: { '/a': { parameters: {} } } },
    '/paths/~1a/parameters: Expected a list of parameter objects here, found an object.',
  ],
  [
    { paths: {}, components: { schemas: 5 } },
    '/components/schemas: Expected an object of schema objects by name here, found 5.',
  ],
])('of %j says so', (parts, said) => {
  expect(foundIn(parts)).toEqual([said]);
});

it('accepts 3.1 without paths if there is something else', () => {
  expect(foundIn({ webhooks: {} }, '3.1.0')).toEqual([]);
  expect(foundIn({}, '3.1.0')).toEqual([
    ': The document has no "paths" or "components" or "webhooks".',
  ]);
});

it('gives line and column', () => {
  const text = 'openapi: 3.0.0\ninfo: {title: A, version: "1"}\npaths:\n  /a:\n    get: [no]\n';
  expect(preflight(text).problems[0]).toMatchObject({ line: 5, column: 5 });
});

it('reports each unresolvable reference at its place', () => {
  const { problems } = preflight(sampleText('broken-references.yaml'));
  const said = problems.map(({ line, column, severity, pointer }) => [
    `${line}:${column}`,
    severity,
    pointer,
  ]);
  expect(said).toEqual([
    ['7:11', 'error', '/paths/~1x/get/parameters/0/$ref'],
    ['13:24', 'error', '/paths/~1x/get/responses/200/content/application~1json/schema/$ref'],
    ['14:8', 'error', '/paths/~1y/$ref'],
    ['17:12', 'error', '/components/pathItems/loop/$ref'],
    ['18:12', 'error', '/components/pathItems/pool/$ref'],
    ['22:12', 'error', '/components/schemas/Self/$ref'],
    ['21:15', 'warning', '/components/schemas/UsesBad/$ref'],
  ]);
});

it('warns of references outside the document', () => {
  const { problems } = preflight(sampleText('external-references.yaml'));
  expect(problems.map(({ severity }) => severity)).toEqual(Array(4).fill('warning'));
  expect(problems[0]?.sentence).toBe(
    'The reference "parameters.yaml#/page" points outside the document. It is not fetched, and what it stands for is not checked.',
  );
});

describe('what is not in the document is not called missing', () => {
  const said = (paths: Readonly<Record<string, unknown>>, parts = {}) =>
    preflight(documentWith(paths, parts)).problems.map(({ sentence }) => sentence);
  const ELSEWHERE =
    'points outside the document. It is not fetched, and what it stands for is not checked.';
  const parameters = [{ $ref: 'common.yaml#/id' }];
  const get = { responses: {} };

  it('a parameter of a path or an operation that is in another file', () => {
    const outside = `The reference "common.yaml#/id" ${ELSEWHERE}`;
    expect(said({ '/a/{id}': { parameters, get } })).toEqual([outside]);
    expect(said({ '/a/{id}': { get: { ...get, parameters } } })).toEqual([outside]);
    expect(said({ '/a/{id}': { $ref: 'common.yaml#/id', get } })).toEqual([outside]);
    // What the document does declare is still compared with the path.
    expect(said({ '/a/{id}': { get } })).toEqual([
      'The path names "id", but the operation declares no such path parameter.',
    ]);
  });

  it('the type of a security scheme in another file', () => {
    const components = { securitySchemes: { key: { $ref: 'common.yaml#/id' } } };
    expect(said({ '/a': { get } }, { components })).toEqual([
      'The security scheme "key" is left out: it refers to something that is not in the document.',
      `The reference "common.yaml#/id" ${ELSEWHERE}`,
    ]);
  });
});

it('a reference that begins at the $id of its schema is not called an error in 3.1', () => {
  const schema = { $id: 'https://example.com/owner', $defs: { name: { type: 'string' } } };
  const owner = { ...schema, properties: { name: { $ref: '#/$defs/name' } } };
  const documentOf = (openapi: string) =>
    documentWith(
      { '/a': { get: { responses: {} } } },
      { openapi, components: { schemas: { owner } } },
    );
  expect(preflight(documentOf('3.1.0')).problems).toMatchObject([
    {
      severity: 'warning',
      sentence: 'The reference "#/$defs/name" is relative to an "$id" and is not followed.',
    },
  ]);
  expect(preflight(documentOf('3.0.3')).problems).toMatchObject([{ severity: 'error' }]);
});

it('of a merge key nothing more is said than that it is one', () => {
  const text = `openapi: 3.0.3
info: {title: Shop, version: '1'}
x-failures: &failures
  '401': {description: who are you}
x-fields: &fields
  type: {type: string}
paths:
  /a:
    get:
      responses:
        <<: *failures
        '200':
          description: fine
          content: {application/json: {schema: {properties: {<<: *fields}}}}
`;
  const sentence = 'YAML 1.2 has no merge keys: "<<" is read as an ordinary key.';
  expect(preflight(text).problems).toMatchObject([
    { severity: 'warning', line: 11, sentence },
    { severity: 'warning', line: 14, sentence },
  ]);
});

it('accepts recursive schemas', () => {
  expect(preflight(sampleText('cyclic.yaml')).problems).toEqual([]);
});

it('distinguishes circular references from long chains', () => {
  const sentencesOf = (targets: readonly number[]) => {
    const schemas = targets.map((to, at) => [`S${at}`, { $ref: `#/components/schemas/S${to}` }]);
    const components = { schemas: { ...Object.fromEntries(schemas), S200: { type: 'string' } } };
    const { report, found } = collected();
    checkReferences(specificationWith({ paths: {}, components }), report);
    return found.map((each) => each.replace(/^.*The reference/, 'The reference'));
  };
  const row = Array.from({ length: 200 }, (_, at) => at + 1);
  const circle = [1, 2, 0, 0];
  const said = sentencesOf(row);
  expect(said).toHaveLength(99);
  expect(new Set(said.map((each) => each.replace(/S\d+/, 'S')))).toEqual(
    new Set([
      'The reference "#/components/schemas/S" begins more than 100 references in a row, which are not followed.',
    ]),
  );
  expect(sentencesOf(circle)).toEqual(
    circle.map((to) => `The reference "#/components/schemas/S${to}" is circular.`),
  );
});

it('is fast with long chains', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [`S${i}`, { $ref: `#/components/schemas/S${i + 1}` }]),
  );
  const { report, found } = collected();
  checkReferences(specificationWith({ paths: {}, components: { schemas } }), report);
  expect(found.at(-1)).toContain('cannot be resolved');
});

describe('use 11: a pattern that cannot be compiled is a finding', () => {
  const patternsIn = (schema: unknown) => {
    const text = documentWith({ '/a': { get: {} } }, { components: { schemas: { A: schema } } });
    return preflight(text).problems.map(({ pointer, sentence }) => `${pointer}: ${sentence}`);
  };

  it.each([
    [
      { pattern: '([a-z' },
      '/components/schemas/A/pattern: The pattern "([a-z" cannot be compiled: Unterminated character class.',
    ],
    [
      { items: { pattern: 'a**' } },
      '/components/schemas/A/items/pattern: The pattern "a**" cannot be compiled: Nothing to repeat.',
    ],
    [
      { patternProperties: { '(x': {} } },
      '/components/schemas/A/patternProperties/(x: The pattern "(x" cannot be compiled: Unterminated group.',
    ],
  ])('use 11: %j', (schema, said) => {
    expect(patternsIn(schema)).toEqual([said]);
  });

  it.each([
    '^[a-z]+$',
    // Valid only without the flag u, and valid only with it.
    '^[\\w\\-]+$',
    '^\\p{Lu}[^]{2}$',
    '(?<year>\\d{4})',
  ])('use 11: %s can be', (pattern) => {
    expect(patternsIn({ pattern })).toEqual([]);
  });

  it('use 11: ignores patterns in examples', () => {
    expect(patternsIn({ example: { pattern: '([a-z' }, properties: { pattern: {} } })).toEqual([]);
  });

  it('use 11: warns, because the service’s behaviour is unknown', () => {
    const text = documentWith(
      { '/a': { get: {} } },
      { components: { schemas: { A: { pattern: '([a-z' } } } },
    );
    expect(preflight(text).problemCounts).toEqual({ error: 0, warning: 1, note: 0 });
  });
});

it('nested pairs without brackets are reported as nested too deeply', () => {
  const text = `openapi: 3.0.0\nx: {${'a: '.repeat(100_000)}}\n`;
  expect(preflight(text)).toMatchObject({
    kind: 'unreadable',
    problems: [{ sentence: 'Nested too deeply to be read.' }],
  });
});

it('a path of a hundred thousand names does not multiply memory', () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `{${at}}`).join('');
  const info = { title: 'a', version: '1' };
  const paths = { [`/${names}`]: { get: { responses: {} } } };
  const checked = preflight(JSON.stringify({ openapi: '3.0.0', info, paths }));
  expect(checked).toMatchObject({ kind: 'read', problemCounts: { warning: 100_000 } });
});
