/** What a bundler says of one of its outputs. */
export interface Chunk {
  /** Whether it is what an `import()` asks for; the others hold what several of those share. */
  readonly isEntry: boolean;
  /** Chunks that it cannot run without. */
  readonly imports: readonly string[];
  /** Chunks that it may ask for later. */
  readonly laterImports: readonly string[];
}

/**
 * Chunks by the section to put them into, sections in the order of their first use.
 *
 * A bundler makes a chunk for every set of entries that share some modules: dozens of small ones, and
 * each costs a read and a compilation. So what the first entry needs is one section; every other entry
 * is one; and the shared chunks that an entry is the first to need are one more, so that whoever else
 * needs some of them does not load that entry.
 *
 * @param main the entry that runs first
 */
export function groupChunks(
  chunks: Readonly<Record<string, Chunk>>,
  main: string,
): readonly (readonly string[])[] {
  const sections: string[][] = [];
  const placed = new Set<string>();
  const entries = [main];
  for (const entry of entries) {
    const needed = [...closure(chunks, entry)].filter((name) => !placed.has(name));
    for (const name of needed) placed.add(name);
    const own = needed.filter((name) => name === main || chunks[name]?.isEntry);
    const shared = needed.filter((name) => !own.includes(name));
    sections.push(...(entry === main ? [needed] : [...own.map((name) => [name]), shared]));
    const later = needed.flatMap((name) => chunks[name]?.laterImports ?? []);
    entries.push(...later.filter((name) => !entries.includes(name)));
  }
  return sections.filter((section) => section.length > 0);
}

function closure(chunks: Readonly<Record<string, Chunk>>, entry: string): ReadonlySet<string> {
  const reached = new Set([entry]);
  // A set that grows while it is walked is walked to its end.
  for (const name of reached) for (const next of chunks[name]?.imports ?? []) reached.add(next);
  return reached;
}
