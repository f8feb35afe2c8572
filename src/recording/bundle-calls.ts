import { ApiError } from '../contract/api-error.ts';
import type { Call, ReadOperation } from '../contract/operation.ts';
import { appOverview } from '../contract/operations/app-overview.ts';
import { dnsScan } from '../contract/operations/dns-scan.ts';
import { rateLimitMetrics } from '../contract/operations/rate-limit-metrics.ts';
import type { Clock } from '../edges/clock.ts';
import type { Workspace } from '../state/workspace.ts';
import { answerJson, inputOf, type RecordedCall } from './recorded-call.ts';
import { errorOf } from './recorder.ts';

/** An observed answer as a call; null if there was none. */
export const observedCall = <Input, Answer>(
  operation: ReadOperation<Input, Answer>,
  input: Input,
  seen: { readonly answer: unknown; readonly at: number } | null,
): RecordedCall | null =>
  seen === null || seen.answer === null
    ? null
    : {
        operation: operation.id,
        input: inputOf(operation, input),
        time: seen.at,
        ...UNKNOWN_FACTS,
        error: null,
        answer: answerJson(seen.answer),
      };

/** Facts unknown for a call that was not recorded. */
export const UNKNOWN_FACTS = {
  elapsed: 0,
  took: 0,
  status: null,
  bytes: null,
  serverDate: null,
  requestId: null,
  entries: null,
  span: null,
} as const;

/** Maximum number of concurrent requests: a service that hangs takes 15 seconds for each. */
const MAX_CONCURRENT = 6;

/** Requests each item of a workspace once. Failures are returned as calls, in the order of the answers. */
export async function askOnce(
  call: Call,
  workspace: Pick<Workspace, 'apps' | 'dnsZones' | 'rateLimits'>,
  clock: Pick<Clock, 'now' | 'elapsed'>,
  signal: AbortSignal,
): Promise<readonly RecordedCall[]> {
  const calls: RecordedCall[] = [];
  const ask = async <Input, Answer>(operation: ReadOperation<Input, Answer>, input: Input) => {
    if (signal.aborted) return;
    const began = clock.elapsed();
    const end = await call(operation, input, signal).then(
      (answer) => ({ answer: answerJson(answer), error: null }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return { answer: null, error: errorOf(error) };
      },
    );
    calls.push({
      operation: operation.id,
      input: inputOf(operation, input),
      time: clock.now(),
      ...UNKNOWN_FACTS,
      elapsed: clock.elapsed(),
      took: clock.elapsed() - began,
      ...end,
    });
  };
  const requests = [
    ...workspace.apps.map(
      ({ id }) =>
        () =>
          ask(appOverview, { appId: id }),
    ),
    ...workspace.dnsZones.map(
      ({ id }) =>
        () =>
          ask(dnsScan, { zoneId: id }),
    ),
    ...workspace.rateLimits.map(
      ({ id }) =>
        () =>
          ask(rateLimitMetrics, { id }),
    ),
  ].values();
  const askNext = async () => {
    for (const request of requests) await request();
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, askNext));
  return calls;
}
