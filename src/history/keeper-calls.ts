import { DatabaseError } from '../sqlite/database.ts';
import type { FactSubject } from './fact.ts';
import type { HistoryBatch, HistoryKeeper, KeptBatch } from './history-keeper.ts';

/** What a thread with a keeper is asked: see {@link HistoryKeeper}. */
export type HistoryCalls = ReturnType<typeof keeperCalls>;

export const keeperCalls = (keeper: HistoryKeeper) => ({
  open: (now: number) => keeper.open(now),
  keep: (batch: HistoryBatch, now: number) =>
    new Promise<KeptBatch>((resolve) => keeper.keep(batch, now, resolve)),
  reopen: (now: number) => keeper.reopen(now),
  at: (subject: FactSubject, time: number) => keeper.at(subject, time),
  observations: (...asked: Parameters<HistoryKeeper['observations']>) =>
    keeper.observations(...asked),
  close(...left: Parameters<HistoryKeeper['close']>): void {
    if (!keeper.close(...left)) throw new DatabaseError('Not all could be kept.');
  },
});
