import { expect, it } from 'vitest';
import { type Chunk, groupChunks } from '../../.build/group-chunks.ts';

const entry = (imports: readonly string[], laterImports: readonly string[] = []): Chunk => ({
  isEntry: true,
  imports,
  laterImports,
});
const shared = (imports: readonly string[] = [], laterImports: readonly string[] = []): Chunk => ({
  isEntry: false,
  imports,
  laterImports,
});

it('puts all that the first entry needs into one section', () => {
  const chunks = { main: entry(['a']), a: shared(['b']), b: shared(['a']) };
  expect(groupChunks(chunks, 'main')).toEqual([['main', 'a', 'b']]);
});

it('keeps what entries share out of their own sections', () => {
  const chunks = {
    main: entry(['base'], ['console', 'command']),
    base: shared(),
    console: entry(['base', 'both', 'more']),
    command: entry(['both', 'rest']),
    both: shared(),
    more: shared(),
    rest: shared(),
  };
  expect(groupChunks(chunks, 'main')).toEqual([
    ['main', 'base'],
    ['console'],
    ['both', 'more'],
    ['command'],
    ['rest'],
  ]);
});

it('finds entries that only other entries, or shared chunks, ask for', () => {
  const chunks = {
    main: entry([], ['a']),
    a: entry(['c'], ['b', 'a']),
    b: entry([]),
    c: shared([], ['d']),
    d: entry([]),
  };
  expect(groupChunks(chunks, 'main')).toEqual([['main'], ['a'], ['c'], ['b'], ['d']]);
});

it('puts an entry that another one imports into a section of its own', () => {
  const chunks = { main: entry([], ['a']), a: entry(['b']), b: entry([]) };
  expect(groupChunks(chunks, 'main')).toEqual([['main'], ['a'], ['b']]);
});
