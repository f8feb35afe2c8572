import type { Assumption } from '../contract/assumptions/assumption.ts';
import { assumptions as points } from '../contract/assumptions/index.ts';
import { DIALECTS, PLATFORM_DIALECTS } from '../contract/dialects.ts';

const dialectsOf: Readonly<Record<string, readonly string[]>> = DIALECTS;
const ofPlatform: Readonly<Record<string, readonly string[]>> = PLATFORM_DIALECTS;

const INTRODUCTION = `# Assumptions

What the contract of the service does not say, what this program does there, and on what evidence. None of it has
been verified against the real service. \`warren platform --dialect NAME=VALUE\` runs an embedded platform that
behaves otherwise.
`;

/** The help topic about all assumptions, in Markdown. */
export function assumptions(): string {
  return [INTRODUCTION, ...Object.entries(points).map(([id, point]) => section(id, point))].join(
    '\n',
  );
}

function section(id: string, point: Assumption): string {
  const { operations, open, choice, why, test } = point;
  const values = [...(dialectsOf[id] ?? []), ...(ofPlatform[id] ?? [])];
  return `## ${id}

- Open: ${open}
- Here: ${choice}
- Evidence: ${why}
- Operations: ${operations.length === 0 ? 'all' : operations.join(', ')}.
- Tried in: ${test}
${values.length > 0 ? `- Values: ${values.join(', ')}.\n` : ''}`;
}
