import type { StoreApi } from 'zustand/vanilla';
import { type Fact, type FactKind, subjectKey } from '../history/fact.ts';
import { factGroups, groupSentence } from '../history/fact-text.ts';
import type { History } from '../history/history.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { type Printable, printable, words } from '../text/printable.ts';

/** What an operator wants to hear of at once: an application that goes bad, a volume that is nearly full. */
const ALERTING: ReadonlyMap<FactKind, Fact['severity']> = new Map([
  ['health', 'bad'],
  ['volume', 'warn'],
]);

/** The same thing is not told again this soon, milliseconds: what flaps is told once. */
const QUIET = 600_000;

/** Tells of what went bad while this console looks; what was bad when it began is on the screen. */
export function openAlerts({
  store,
  history,
  now,
  alert,
}: {
  readonly store: StoreApi<ConsoleState>;
  readonly history: Pick<History, 'slice'>;
  /** Wall clock, milliseconds. */
  now(): number;
  alert(text: Printable): void;
}): void {
  const began = now();
  const told = new Map<string, number>();
  const isNews = (fact: Fact): boolean => {
    if (ALERTING.get(fact.kind) !== fact.severity) return false;
    // What was seen to change: not what was so when it was first seen, nor what earlier runs saw.
    if (fact.after === null || fact.by < began) return false;
    const key = `${subjectKey(fact.subject)} ${fact.kind}`;
    const before = told.get(key);
    if (before !== undefined && fact.by - before < QUIET) return false;
    told.set(key, fact.by);
    return true;
  };
  history.slice.subscribe(({ facts }, before) => {
    if (facts === before.facts) return;
    const known = new Set(before.facts);
    const news = facts.filter((fact) => !known.has(fact) && isNews(fact));
    const [first, ...more] = factGroups(news, store.getState().workspace);
    if (!first) return;
    const others = more.length === 0 ? words`` : words` (and ${more.length} more: Timeline)`;
    alert(words`${printable(first.name)}: ${groupSentence(first)}${others}`);
  });
}
