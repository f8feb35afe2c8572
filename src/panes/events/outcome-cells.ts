import { type Split, stoppedShare } from '../../events/outcome.ts';
import { count, percent } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { type Span, span } from '../../ui/line.ts';
import type { RecordField } from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';

/** The share of requests that were stopped: calm where all were, loud where something passed. */
export const stoppedCell = (outcomes: Split): Span =>
  span(percent(stoppedShare(outcomes)), outcomes.logged > 0 ? theme.passed : theme.faint);

/** What became of the requests, for details; what passed alone is loud. */
export const outcomeField = (outcomes: Split): RecordField => {
  const { blocked, challenged, logged, other } = outcomes;
  const others = [
    ...(blocked > 0 ? [words`${count(blocked)} blocked`] : []),
    ...(challenged > 0 ? [words`${count(challenged)} challenged`] : []),
    ...(other > 0 ? [words`${count(other)} without a known status`] : []),
  ];
  const name = words`outcome`;
  if (logged === 0) return { name, value: others.join(' · ') as Printable };
  const rest = others.map((each) => words` · ${each}`).join('') as Printable;
  return { name, value: words`${count(logged)} logged: they passed`, style: theme.passed, rest };
};
