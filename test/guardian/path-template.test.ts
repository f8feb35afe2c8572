import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasBalancedBraces,
  pathMatcher,
  templateNames,
  templateShape,
} from '../../src/guardian/path-template.ts';

it.each([
  ['/pets', [], '/pets', true],
  ['/pets/{id}', ['id'], '/pets/{}', true],
  ['/{a}{b}/c.{ext}', ['a', 'b', 'ext'], '/{}{}/c.{}', true],
  ['/{}', [''], '/{}', true],
  ['/{a', [], '/{a', false],
  ['/a}', [], '/a}', false],
  ['/{a{b}}', ['b'], '/{a{}}', false],
  ['/{a/b}', [], '/{a/b}', false],
])('%s names %j', (template, names, shape, balanced) => {
  expect(templateNames(template)).toEqual(names);
  expect(templateShape(template)).toBe(shape);
  expect(hasBalancedBraces(template)).toBe(balanced);
});

describe('pathMatcher', () => {
  const match = pathMatcher([
    '/',
    '/pets',
    '/pets/{id}',
    '/pets/mine',
    '/pets/{id}/toys/{toy}',
    '/{kind}/mine/toys',
    '/files/{name}.json',
    '/files/{name}',
    '/files/{a}-{b}-{c}',
    '/files/x{name}.json',
  ]);

  it.each([
    ['/', '/'],
    ['/pets', '/pets'],
    ['/pets/7', '/pets/{id}'],
    ['/pets/mine', '/pets/mine'],
    ['/pets/7?x=/a/b', '/pets/{id}'],
    ['/pets/7#part', '/pets/{id}'],
    ['/pets/a%2Fb', '/pets/{id}'],
    ['/pets/mine/toys', '/{kind}/mine/toys'],
    ['/pets/mine/toys/3', '/pets/{id}/toys/{toy}'],
    ['/files/a.json', '/files/{name}.json'],
    ['/files/xa.json', '/files/x{name}.json'],
    ['/files/.json', '/files/{name}'],
    ['/files/1-2-3', '/files/{a}-{b}-{c}'],
    ['/files/1-2-', '/files/{name}'],
    ['/pets/', undefined],
    ['/pets//toys/1', undefined],
    ['/pets/1/toys', undefined],
    ['/pets/7/', undefined],
    ['/PETS', undefined],
    ['', undefined],
    ['pets', undefined],
  ])('%j belongs to %s', (path, template) => {
    expect(match(path)).toBe(template);
  });

  it('prefers the first of two templates that differ only in their names', () => {
    expect(pathMatcher(['/a/{x}', '/a/{y}'])('/a/1')).toBe('/a/{x}');
  });

  it('finds a template whenever a regular expression does', () => {
    const segment = fc.constantFrom('a', 'b', '{x}', 'a{x}', '{x}b', '{x}a{y}', '{x}{y}');
    const template = fc
      .array(segment, { minLength: 1, maxLength: 3 })
      .map((parts) => `/${parts.join('/')}`);
    const path = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.array(template, { maxLength: 5 }), path, (templates, asked) => {
        const fitting = templates.filter((one) =>
          new RegExp(`^${one.replaceAll(/\{.\}/g, '[^/]+')}$`).test(asked),
        );
        const found = pathMatcher(templates)(asked);
        if (fitting.length === 0) expect(found).toBeUndefined();
        else expect(fitting).toContain(found);
      }),
      { numRuns: 1000 },
    );
  });

  it('is fast with many names in one segment', () => {
    const match = pathMatcher([`/${'{x}a'.repeat(50)}c`]);
    expect(match(`/${'a'.repeat(100_000)}b`)).toBeUndefined();
  });

  it('is fast with many templates that differ in one segment with a name', () => {
    const templates = Array.from({ length: 100_000 }, (_, index) => `/thing${index}-{id}`);
    const match = pathMatcher(templates);
    expect(match('/thing7-x')).toBe('/thing7-{id}');
    expect(match('/thing99999-x')).toBe('/thing99999-{id}');
  });

  it('is fast with thousands of templates', () => {
    const templates = Array.from({ length: 5000 }, (_, index) => `/things${index}/{id}`);
    const match = pathMatcher(templates);
    const found = templates.map((_, index) => match(`/things${index}/x`));
    expect(found).toEqual(templates);
  });
});
