import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../src');
const STATIC = /(?:^|\n)(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/g;
const DYNAMIC = /(?<!typeof )\bimport\(\s*'([^']+)'\s*\)/g;

/** What is loaded from `start`: outside packages by name, our own files by path. */
function loadedFrom(start: string, follow: 'static' | 'all'): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    const name = relative(SOURCE, path);
    if (seen.has(name)) return;
    seen.add(name);
    const text = readFileSync(path, 'utf8');
    const patterns = follow === 'static' ? [STATIC] : [STATIC, DYNAMIC];
    for (const [, target = ''] of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
      if (target.startsWith('.')) visit(resolve(dirname(path), target));
      else seen.add(target);
    }
  };
  visit(join(SOURCE, start));
  return seen;
}

const packages = (loaded: ReadonlySet<string>): readonly string[] =>
  [...loaded].filter((name) => !name.startsWith('node:') && !existsSync(join(SOURCE, name))).sort();

/** How wide characters are, which is a table of numbers and lies in the bundle beside what reads it. */
const TABLES = 'get-east-asian-width';

describe('what is loaded', () => {
  it('by a command is never Ink, React or yoga', () => {
    expect(packages(loadedFrom('cli/run.ts', 'all'))).toEqual([
      // In a file of its own, which is read by those alone who name such an archive.
      '@clickhouse/client',
      TABLES,
      'got',
      'jsonc-parser',
      'yaml',
      'zustand/vanilla',
    ]);
  });

  it('before the first picture, or before help, is no package but the widths of characters', () => {
    expect(packages(loadedFrom('main.ts', 'static'))).toEqual([TABLES]);
    expect(packages(loadedFrom('cli/help/help-text.ts', 'static'))).toEqual([TABLES]);
  });

  it('by completion is neither the parser nor the client', () => {
    const loaded = packages(loadedFrom('cli/complete.ts', 'static'));
    expect(loaded).toEqual([TABLES]);
  });
});
