import { describe, expect, it } from 'vitest';
import { archive } from '../../.build/archive.ts';
import { splitArchive } from '../../.build/release/split-archive.ts';

describe('a program taken apart', () => {
  it('is its boot code, and the comment that ends the file', async () => {
    const text = await archive([[{ name: 'main.js', text: '1 /*\n*/' }]], 'main.js', [22, 15]);
    const { boot, sections } = splitArchive(text);
    expect(`#!/usr/bin/env node\n${boot}${sections}`).toBe(text);
    expect(sections).toMatch(/^\/\*\n\(\{"main\.js"/);
  });

  it.each(['', '/*\n', 'x\n/*\n', '#!/usr/bin/env node\nx'])(
    'is refused when it is none: %j',
    (text) => {
      expect(() => splitArchive(text)).toThrow('no archive');
    },
  );
});
