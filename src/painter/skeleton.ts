import type { GridSize } from './grid.ts';
import type { Painter } from './painter.ts';

/** What fits the first words of a skeleton, where the terminal has not told its size yet. */
export const FIRST_WORDS: GridSize = { columns: 18, rows: 1 };

/** The first frame: the console's frame without anything in it, drawn before the rest is loaded. */
function skeleton({ columns, rows }: GridSize): string {
  const lines = [
    ' \u001b[1mwarren\u001b[0m  \u001b[2mstarting…\u001b[0m',
    '',
    `\u001b[2m${'─'.repeat(columns)}\u001b[0m`,
  ];
  return lines.slice(0, rows).join('\n');
}

/** Shows that the console is starting, or says so. */
export function showStarting(painter: Painter, size: GridSize): void {
  if (painter.kind === 'screen') painter.paint(skeleton(size));
  else painter.speak([{ kind: 'text', text: 'warren  starting…', here: false, live: false }]);
}
