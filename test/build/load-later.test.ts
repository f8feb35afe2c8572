import { describe, expect, it } from 'vitest';
import { namesGivenOn } from '../../.build/load-later.ts';

describe('a module of what is called late', () => {
  it('gives on functions by name', () => {
    const text =
      "// Why.\nexport { one } from './1.ts';\n\nexport { two, three } from './2.tsx';\n";
    expect(namesGivenOn(text)).toEqual(['one', 'two', 'three']);
  });

  it.each([
    "export { one as two } from './one.ts';",
    "export * from './all.ts';",
    'export const one = 1;',
  ])('stops the build when it does anything else: %s', (line) => {
    expect(() => namesGivenOn(line)).toThrow('not of the form');
  });
});
