import { isOutOfMemory, startThread } from '../edges/thread.ts';
import type { Mapping } from './node.ts';
import {
  lineIndex,
  type Preflight,
  preflight,
  type ReadPreflight,
  type UnreadablePreflight,
} from './preflight.ts';
import { withoutByteOrderMark } from './read.ts';
import { specificationOf } from './specification.ts';

/** Smaller documents are checked directly: faster than starting a thread. */
const SMALL_DOCUMENT = 16 * 1024;

/** Time limit of a check, in milliseconds. Real documents take a few seconds. */
const TIMEOUT_MS = 60_000;

/** Memory limit of the thread: 5 MB of YAML need about 600 MB. */
const LIMITS = { maxOldGenerationSizeMb: 1536 };

/** A preflight without its functions, which cannot be sent between threads. */
export type Checked =
  | UnreadablePreflight
  | (Omit<ReadPreflight, 'placeOf' | 'specification'> & { readonly root: Mapping });

/** Messages from the thread. */
export type ThreadMessage =
  | { readonly kind: 'progress'; readonly read: number }
  | { readonly kind: 'checked'; readonly checked: Checked };

export interface PreflightOptions {
  /** Cancels the check, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Reports the fraction read, from 0 to 1; at 1 the checks begin. */
  readonly progress?: (read: number) => void;
  /** Replaces the thread's script: a module, or text. */
  readonly source?: URL | string;
  /** Time limit in milliseconds. */
  readonly longest?: number;
}

const unreadable = (sentence: string): UnreadablePreflight => ({
  kind: 'unreadable',
  problems: [{ severity: 'error', sentence, pointer: '', line: 1, column: 1 }],
  problemCounts: { error: 1, warning: 0, note: 0 },
});

/** The thread ended during a check, or could not be started. Another check may succeed. */
export class CheckEnded extends Error {}

/**
 * {@link preflight} that runs large documents in a thread, so that the caller stays responsive. Only taking the result
 * blocks it, for 3 ms for 100 KB and 0.1 s for a megabyte.
 *
 * @throws CheckEnded
 */
export async function preflightInThread(
  text: string,
  options: PreflightOptions = {},
): Promise<Preflight> {
  options.signal?.throwIfAborted();
  return text.length <= SMALL_DOCUMENT ? preflight(text) : inThread(text, options);
}

async function inThread(
  text: string,
  { signal, progress, source, longest = TIMEOUT_MS }: PreflightOptions,
): Promise<Preflight> {
  const own: URL | string = new URL('./preflight-worker.ts', import.meta.url);
  const { worker, ended } = await startThread(source ?? own, {
    workerData: text,
    resourceLimits: LIMITS,
  }).catch((error: unknown) => {
    throw new CheckEnded(String(error));
  });
  const result = Promise.withResolvers<Preflight>();
  const abort = () => result.reject(signal?.reason);
  const timer = setTimeout(
    () => result.resolve(unreadable(`Reading this takes longer than ${longest / 1000} s.`)),
    longest,
  );
  worker.on('message', (message: ThreadMessage) => {
    if (signal?.aborted) return;
    if (message.kind === 'progress') progress?.(message.read);
    else result.resolve(revived(message.checked, text));
  });
  void ended.then((reason) => {
    if (isOutOfMemory(reason)) {
      result.resolve(unreadable('Reading this takes more memory than there is for it.'));
    } else result.reject(new CheckEnded(reason.message));
  });
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  try {
    return await result.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    void worker.terminate();
  }
}

function revived(checked: Checked, text: string): Preflight {
  if (checked.kind === 'unreadable') return checked;
  const { root, ...rest } = checked;
  const specification = specificationOf(root);
  // Cannot fail: the thread has checked it.
  if ('severity' in specification) return unreadable(specification.sentence);
  return { ...rest, specification, placeOf: lineIndex(withoutByteOrderMark(text)) };
}
