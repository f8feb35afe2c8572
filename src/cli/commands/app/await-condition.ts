import { ApiError } from '../../../contract/api-error.ts';
import { appOverview } from '../../../contract/operations/app-overview.ts';
import { poll } from '../../../feeds/poll.ts';
import { createWake } from '../../../feeds/wake.ts';
import { duration } from '../../../text/moments.ts';
import { printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import type { Service } from '../../open-service.ts';
import { OperationFailed, Refusal } from '../../refusal.ts';
import { type Condition, conditionWords } from './condition.ts';

/** What to wait for, and how. */
export interface Await {
  readonly appId: string;
  readonly condition: Condition;
  /** Milliseconds. */
  readonly timeout: number;
  readonly every: number;
}

/** How a wait ended well. */
export interface Awaited {
  /** The application's last status; null when it is gone, or has none. */
  readonly status: string | null;
  readonly waitedMs: number;
}

/** Kinds of failure that asking again cures. */
const PASSING: ReadonlySet<ApiError['kind']> = new Set([
  'unreachable',
  'interrupted',
  'timeout',
  'service',
  'rate-limited',
  'unexpected',
]);

/**
 * Asks again and again until the condition holds.
 *
 * @throws OperationFailed for a failure that waiting does not cure
 * @throws Refusal with exit code 6 when the time is over
 */
export async function awaitCondition(
  { appId, condition, timeout, every }: Await,
  { call }: Service,
  { edges, signal, words: narrator }: Context,
): Promise<Awaited> {
  const { clock } = edges;
  const started = clock.elapsed();
  const waited = () => clock.elapsed() - started;
  const over = new AbortController();
  const timer = new AbortController();
  void clock.sleep(timeout, timer.signal).then(() => over.abort());

  let result: { readonly status: string | null } | undefined;
  let failure: ApiError | undefined;
  let status: string | null = null;
  const say = (what: string) =>
    narrator.progress(words`${printable(what)}, for ${duration(waited())} of ${duration(timeout)}`);

  await poll({
    clock,
    signal: AbortSignal.any([signal, over.signal]),
    wake: createWake(),
    interval: () => every,
    held: () => false,
    random: edges.random,
    async ask(ended) {
      ({ status } = await call(appOverview, { appId }, ended));
      say(`status ${status ?? 'not told'}`);
      if (condition.kind !== 'status' || !condition.among.includes(status ?? '')) return 'again';
      result = { status };
      return 'done';
    },
    refused(error) {
      if (condition.kind === 'gone' && error.kind === 'not-found') result = { status: null };
      else if (PASSING.has(error.kind)) return say(error.title);
      else failure = error;
      over.abort();
    },
  });
  timer.abort();
  narrator.settle();
  if (result) return { ...result, waitedMs: Math.round(waited()) };
  if (failure) throw new OperationFailed(failure, appOverview);
  if (signal.aborted) throw new OperationFailed(letGo(), appOverview);
  throw new Refusal(
    [
      words`The application is not ${printable(conditionWords(condition))} after ${duration(timeout)}; its last status was ${printable(status ?? 'not told')}.`,
    ],
    EXIT.unreachable,
  );
}

const letGo = () => new ApiError({ kind: 'aborted', title: 'Let go before the condition held' });
