import { expect, it } from 'vitest';
import {
  hasBalancedBraces,
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
