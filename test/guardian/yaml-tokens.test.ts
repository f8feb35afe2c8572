import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type YamlToken, yamlTokens } from '../../src/guardian/yaml-tokens.ts';

function tokensOf(text: string): readonly YamlToken[] {
  const next = yamlTokens(text);
  const tokens: YamlToken[] = [];
  for (let token = next(); token.type !== 'end'; token = next()) tokens.push(token);
  return tokens;
}

it('leaves out spaces and says what stood apart', () => {
  const tokens = tokensOf('a: "b"\n  - c').map(({ type, source, column, isApart }) => [
    type,
    source,
    column,
    isApart,
  ]);
  expect(tokens).toEqual([
    ['scalar', 'a', 0, true],
    ['map-value-ind', ':', 1, false],
    ['double-quoted-scalar', '"b"', 3, true],
    ['newline', '\n', 6, false],
    ['seq-item-ind', '-', 2, true],
    ['scalar', 'c', 4, true],
  ]);
});

it('marks white space with a tab in it', () => {
  expect(tokensOf('a: \tb').map(({ type }) => type)).toContain('tab');
});

it('says where each token stands, and ends for ever', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab:- \n"\'#[]{},|>&*!') }), (text) => {
      for (const { source, at } of tokensOf(text)) {
        expect(text.slice(at, at + source.length)).toBe(source);
      }
    }),
  );
  const next = yamlTokens('');
  expect([next().type, next().type]).toEqual(['end', 'end']);
});
