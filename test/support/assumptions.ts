import { readFileSync } from 'node:fs';

/** An entry of `warren help assumptions`. */
export interface Assumption {
  readonly id: string;
  /** The ids of the operations it concerns; empty for all. */
  readonly operations: readonly string[];
  /** Its lines by their names: `Open`, `Here`, `Evidence`, `Tried in`, `Values`. */
  readonly said: Readonly<Record<string, string>>;
}

const TOPIC = new URL('../../src/help/assumptions.md', import.meta.url);

/** The entries of the help topic. */
export function readAssumptions(): readonly Assumption[] {
  const [, ...sections] = readFileSync(TOPIC, 'utf8').split(/^## /m);
  return sections.flatMap((section) => {
    const [title = '', ...entries] = section.split(/^### /m);
    const [, operation] = /: operation \d, (\S+)/.exec(title) ?? [];
    return entries.map((entry) => {
      const [id = ''] = entry.split('\n');
      const lines = entry.replaceAll('\n  ', ' ').matchAll(/^- ([^:]+): (.*)$/gm);
      const said = Object.fromEntries([...lines].map(([, name, text]) => [name, text]));
      return { id, operations: listed(said.Operations ?? operation), said };
    });
  });
}

/** The parts of `a, b.` */
export const listed = (text = ''): readonly string[] => text.match(/[^\s,]+(?<!\.)/g) ?? [];
