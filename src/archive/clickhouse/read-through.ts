import type { Answered, PageAnswer, PageQuestion } from '../../events/questions/question.ts';
import { storeSum } from '../../events/questions/store-sums.ts';
import type { ReadQuestion, SummedQuestion } from '../../events/questions/sums.ts';
import { EventStore } from '../../events/store.ts';
import { within } from './condition.ts';
import { type Engine, sqlNumber } from './engine.ts';
import { pageOf } from './pages.ts';

/** What no condition counts: the entries themselves come. */
type ReadHere = Exclude<ReadQuestion, SummedQuestion>;

export const isRead = (question: ReadQuestion): question is ReadHere =>
  question.kind === 'actors' || question.kind === 'trial' || question.kind === 'matches';

/** Entries that are read at a time: taking them in keeps no key waiting. */
const READ_ROWS = 500;

export async function* readThrough<Question extends ReadHere>(
  engine: Engine,
  zones: readonly string[],
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<Answered<Question>, void, void> {
  const { scope } = question;
  const sum = storeSum(question);
  const all = within(zones, scope);
  const counted = async (where: string): Promise<number> => {
    const [row] = await engine.select(
      `SELECT toString(count()) AS amount FROM ${engine.table('entry')} FINAL WHERE ${where}`,
      { signal },
    );
    return Number(row?.['amount']);
  };
  const entries = await counted(all);
  let looked = 0;
  let newer = '1';
  let after: string | null = null;
  do {
    const page: PageQuestion = { kind: 'page', scope, most: READ_ROWS, after };
    let found: PageAnswer | undefined;
    for await (const { answer } of pageOf(engine, zones, page, signal)) found = answer;
    if (!found || signal.aborted) return;
    for (const [zone, own] of Map.groupBy(found.entries, (each) => each.zone)) {
      const store = new EventStore({ unit: 'ms', maxBytes: Number.POSITIVE_INFINITY });
      store.add(
        zone,
        own.map(({ time, entry }) => ({ ...entry, timestamp: time })),
      );
      sum.take(store);
    }
    after = found.next;
    const last = found.entries.at(-1)?.time ?? null;
    if (after === null) looked = entries;
    else if (last !== null) {
      // Those between the end of the page before and that of this one, whether the filter keeps them or not.
      const until = sqlNumber(last);
      looked += await counted(`${all} AND time >= ${until} AND ${newer}`);
      newer = `time < ${until}`;
    }
    if (signal.aborted) return;
    const of = { held: 'archived', looked, areCandidates: false } as const;
    yield { answer: sum.answer(), of: { ...of, entries: Math.max(entries, looked) } };
  } while (after !== null && !sum.isFull());
}
