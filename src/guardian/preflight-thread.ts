import { startThread } from '../edges/thread.ts';
import type { Mapping } from './node.ts';
import {
  lineIndex,
  type Preflight,
  preflight,
  type ReadPreflight,
  type UnreadablePreflight,
} from './preflight.ts';
import { looksLikeJson, withoutByteOrderMark } from './read.ts';
import { GraphReader, type GraphRecord } from './sliced-graph.ts';
import { specificationOf } from './specification.ts';

/** A document up to this length is checked at once: it takes less time than a thread takes to start. */
const SMALL = 16 * 1024;

/** The longest YAML that is read without a thread, UTF-16 units: on 5 MB of rubbish the package spends a minute. */
const LONGEST_WITHOUT_THREAD = 1024 * 1024;

/** Milliseconds after which a check is given up. Real documents take a few seconds. */
const LONGEST = 60_000;

/** What the thread may have in memory, megabytes: 5 MB of YAML need about 600. */
const LIMITS = { maxOldGenerationSizeMb: 1536 };

/** What a check came to; functions do not go from thread to thread: they are made anew. */
export type Checked =
  | UnreadablePreflight
  | (Omit<ReadPreflight, 'placeOf' | 'specification'> & { readonly root: Mapping });

/** What the thread tells. */
export type Told =
  | { readonly kind: 'progress'; readonly read: number }
  /** A slice of what is {@link Checked}; the thread is to be asked for the next one, and the last one has none. */
  | { readonly kind: 'slice'; readonly slice: readonly GraphRecord[] | null };

export interface PreflightOptions {
  /** Ends the check, which then fails with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told how much of the text was read, from 0 to 1; at 1 it is being checked. */
  readonly progress?: (read: number) => void;
  /** Told when no thread can be started: nothing else happens in this process until the check is done. */
  readonly withoutThread?: () => void | Promise<void>;
  /** What the thread runs instead: a module, or the text of a script. */
  readonly source?: URL | string;
  /** Milliseconds after which the check is given up. */
  readonly longest?: number;
}

const unreadable = (sentence: string): UnreadablePreflight => ({
  kind: 'unreadable',
  problems: [{ severity: 'error', sentence, pointer: '', line: 1, column: 1 }],
  problemCounts: { error: 1, warning: 0, note: 0 },
});

/** Thrown when no thread can be started. */
class NoThread extends Error {}

/** Does what {@link preflight} does, large documents in a thread of their own, so that this one goes on meanwhile. */
export async function preflightInThread(
  text: string,
  options: PreflightOptions = {},
): Promise<Preflight> {
  options.signal?.throwIfAborted();
  if (text.length <= SMALL) return preflight(text);
  try {
    return await inThread(text, options);
  } catch (error) {
    if (!(error instanceof NoThread)) throw error;
  }
  if (text.length > LONGEST_WITHOUT_THREAD && !looksLikeJson(withoutByteOrderMark(text))) {
    return unreadable(
      'YAML of more than 1 MiB is checked in a thread, and this system allows none. Convert it to JSON.',
    );
  }
  await options.withoutThread?.();
  options.signal?.throwIfAborted();
  return preflight(text);
}

async function inThread(
  text: string,
  { signal, progress, source, longest = LONGEST }: PreflightOptions,
): Promise<Preflight> {
  const own: URL | string = new URL('./preflight-worker.ts', import.meta.url);
  const worker = await startThread(source ?? own, {
    workerData: text,
    resourceLimits: LIMITS,
  }).catch(() => {
    throw new NoThread();
  });
  const result = Promise.withResolvers<Preflight>();
  const abort = () => result.reject(signal?.reason);
  const timer = setTimeout(
    () => result.resolve(unreadable(`Reading this takes longer than ${longest / 1000} s.`)),
    longest,
  );
  const checked = new GraphReader();
  let started = false;
  worker.once('online', () => {
    started = true;
  });
  worker.on('message', (told: Told) => {
    if (signal?.aborted) return;
    if (told.kind === 'progress') progress?.(told.read);
    else if (told.slice) {
      checked.take(told.slice);
      // Not before it was taken: what comes at once is taken at once.
      worker.postMessage('next');
    } else {
      // What the thread has sent.
      result.resolve(revived(checked.root as Checked, text));
    }
  });
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      result.resolve(unreadable('Reading this takes more memory than there is for it.'));
    } else result.reject(started ? error : new NoThread());
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
  // The thread found it to be one.
  if ('severity' in specification) return unreadable(specification.sentence);
  return { ...rest, specification, placeOf: lineIndex(withoutByteOrderMark(text)) };
}
