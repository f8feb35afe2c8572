import { type Unstated, unstated } from '../contract/unstated.ts';

const CONFIDENCE = { H: 'high', M: 'medium', L: 'low', '?': 'unknown' } as const;

const INTRODUCTION = `# Assumptions

What the contract of the service does not say, what this program does there, and on what evidence. None of it has
been verified against the real service. \`warren platform --dialect NAME=VALUE\` runs an embedded platform that
behaves otherwise.
`;

/** The help topic about every point that the contract leaves open, in Markdown. */
export function assumptions(): string {
  const points: readonly (readonly [string, Unstated])[] = Object.entries(unstated);
  return [INTRODUCTION, ...points.map(([id, point]) => section(id, point))].join('\n');
}

function section(id: string, point: Unstated): string {
  const { operations, open, choice, why, confidence, dialects } = point;
  return `## ${id}

- Open: ${open}
- Here: ${choice}
- Evidence: ${why} Confidence: ${CONFIDENCE[confidence]}.
- Operations: ${operations.length === 0 ? 'all' : operations.join(', ')}.
${dialects ? `- Values: ${dialects.join(', ')}.\n` : ''}`;
}
