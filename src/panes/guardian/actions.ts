import { basename } from 'node:path';
import { guardianUpload } from '../../contract/operations/guardian-upload.ts';
import { FileError, type Files } from '../../edges/files.ts';
import { yieldToEventLoop } from '../../feeds/scheduling.ts';
import type { Supervisor } from '../../feeds/supervisor.ts';
import type { EndpointDiff, Steps } from '../../guardian/diff.ts';
import type { Slice } from '../../state/slice.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import type { Compared } from './assess.ts';
import { findOtherUploads } from './other-uploads.ts';
import {
  fileOf,
  type GuardianState,
  isComparing,
  knownConfiguration,
  lastFileOf,
  onZone,
  type Returned,
  type SpecificationFile,
  type UploadRequest,
  withWork,
  workOf,
  type ZoneWork,
} from './state.ts';
import { flagOf } from './upload-request.ts';

type Engine = typeof import('./assess.ts');

const isSame = (one: Compared, other: Compared | undefined): boolean =>
  one.checked === other?.checked && one.returned?.data === other.returned?.data;

export function openActions(context: PaneContext, slice: Slice<GuardianState>) {
  const tools: ActionTools = {
    context,
    slice,
    change: (zone, make) => slice.setState((state) => withWork(state, zone, make)),
    engine: null,
  };
  const assess = assessAction(tools);
  return {
    ...readActions(tools, assess),
    /** Finds out whether other runs uploaded to the zones meanwhile, and reassesses the file on screen. */
    async findOtherUploads() {
      await findOtherUploads(context, slice);
      const { zone } = slice.getState();
      if (zone !== null) assess(zone);
    },
    /** Reassesses the file on screen after events were loaded or the service answered. */
    assess() {
      const { zone } = slice.getState();
      if (zone !== null) assess(zone);
    },
    /** Sends a confirmed request once, unless the file changed after its check. */
    send: sendAction(tools, assess),
  };
}

export type GuardianActions = ReturnType<typeof openActions>;

interface ActionTools {
  readonly context: PaneContext;
  readonly slice: Slice<GuardianState>;
  readonly change: (zone: string, make: (work: ZoneWork) => Partial<ZoneWork>) => void;
  engine: Engine | null;
}

/** Reads and checks files. If several are chosen for a zone, the last one counts. */
function readActions(tools: ActionTools, assess: (zone: string) => void) {
  const { context, slice, change } = tools;
  const { files } = context.mutations;
  const feedOf = (zone: string) => `guardian.read ${zone}`;

  const readAndCheck = async (zone: string, path: string, signal: AbortSignal): Promise<void> => {
    const showProgress = (progress: number | null) =>
      change(zone, (work) => ({
        choice: { kind: 'reading', path, progress, last: lastFileOf(work) },
      }));
    showProgress(null);
    assess(zone);
    const [text, engine] = await Promise.all([
      readSpecification(files, path),
      import('./assess.ts'),
    ]);
    tools.engine = engine;
    if (signal.aborted) return;
    const showReason = (reason: Printable) => {
      change(zone, () => ({ choice: { kind: 'unusable', path, reason } }));
      assess(zone);
    };
    if (text.kind === 'trouble') return showReason(text.reason);
    const { content, bytes, sha256 } = text;
    const checking = engine.preflightInThread(content, {
      signal,
      progress: showProgress,
    });
    const preflight = await checking.catch((error: unknown) => {
      if (error instanceof engine.CheckEnded) return error;
      throw error;
    });
    if (signal.aborted) return;
    if (preflight instanceof engine.CheckEnded) {
      const again = keyFor(context.store.getState().keyNames, 'guardian.reload', words`r`);
      const name = printable(basename(path));
      const why = printable(preflight.message);
      return showReason(
        words`The check of ${name} stopped; ${again} tries again. Its thread ended: ${why}.`,
      );
    }
    await findOtherUploads(context, slice);
    if (signal.aborted) return;
    const readAt = context.moment();
    const file: SpecificationFile = {
      path,
      content,
      bytes,
      sha256,
      readAt,
      preflight,
      ...(preflight.kind === 'read' && { yamlOf: engine.schemaRenderer(preflight.specification) }),
    };
    change(zone, () => ({ choice: { kind: 'read', file } }));
    assess(zone);
  };

  return {
    async read(path: string) {
      const { zone } = slice.getState();
      if (zone === null) return;
      // Another file starts at the top; the same file keeps its place.
      if (fileOf(workOf(slice.getState()))?.path !== path) {
        slice.setState({ ...onZone(zone), section: 'check' });
      }
      const ended = Promise.withResolvers<void>();
      context.feeds.stop(feedOf(zone));
      context.feeds.run(feedOf(zone), path, (signal) =>
        readAndCheck(zone, path, signal).finally(ended.resolve),
      );
      await ended.promise;
    },
    /** Stops reading; the previous file, if any, is shown again. */
    cancelReading() {
      const { zone } = slice.getState();
      if (zone === null || workOf(slice.getState()).choice.kind !== 'reading') return;
      context.feeds.stop(feedOf(zone));
      change(zone, (work) => {
        const file = lastFileOf(work);
        return { choice: file ? { kind: 'read', file } : { kind: 'none' } };
      });
      assess(zone);
      context.say(words`Reading was cancelled.`);
    },
  };
}

function assessAction(tools: ActionTools): (zone: string) => void {
  const { context, slice, change } = tools;
  const comparing = new Map<string, Compared>();

  return (zone) => {
    const { engine } = tools;
    const work = workOf({ ...slice.getState(), zone });
    const file = fileOf(work);
    const name = `guardian.compare ${zone}`;
    if (!engine || !file || file.preflight.kind === 'unreadable') {
      context.feeds.stop(name);
      comparing.delete(zone);
      change(zone, () => ({ assessment: null }));
      return;
    }
    const of: Compared = { checked: file.preflight, returned: knownConfiguration(work.returned) };
    const { assessment: last } = work;
    const show = (diff: EndpointDiff | null) =>
      change(zone, () => ({
        assessment: engine.assess(of, { seen: context.seenPaths(zone), diff }),
      }));
    show(last && isSame(of, last.of) ? (last.against?.diff ?? null) : null);
    const { checked, returned } = of;
    const isKnown = !isComparing(workOf({ ...slice.getState(), zone }).assessment);
    if (!returned || isKnown || isSame(of, comparing.get(zone))) return;
    comparing.set(zone, of);
    runInTimeSlices(context.feeds, name, engine.comparing(checked, returned), (diff) => {
      comparing.delete(zone);
      show(diff);
    });
  };
}

async function changedOnDisk(
  files: Pick<Files, 'readText'>,
  { path, sha256 }: SpecificationFile,
  keyNames: KeyNames,
): Promise<Printable | undefined> {
  const now = await readSpecification(files, path);
  if (now.kind === 'trouble') return words`The file cannot be read any more: ${now.reason}`;
  if (now.sha256 === sha256) return undefined;
  const again = keyFor(keyNames, 'guardian.reload', words`r`);
  return words`The file was changed after it was checked. ${again} reads it again.`;
}

function sendAction(tools: ActionTools, assess: (zone: string) => void) {
  const { context, slice, change } = tools;
  const { changes, files } = context.mutations;

  const stopped = (zone: string, reason: Printable) => {
    change(zone, () => ({ sending: { kind: 'stopped', reason, at: context.moment() } }));
    context.say(words`Nothing was sent. ${reason}`, 'bad');
  };

  const failed = ({ id, name }: UploadRequest['zone'], outcome: string, error: Error) => {
    if (outcome === 'unknown') {
      change(id, ({ returned }) => ({
        returned: returned && { ...returned, doubtedAt: context.moment() },
      }));
    }
    context.say(words`${printable(name)}: ${printable(error.message)}`, 'bad');
  };

  const accepted = async (
    { zone, file, enforce }: UploadRequest,
    attempt: string,
    data: Returned['data'],
    before: Returned['data'] | null,
  ) => {
    const at = context.moment();
    const checked = file.preflight;
    const sent = checked.kind === 'read' ? checked : null;
    change(zone.id, () => ({
      returned: { data, sent, at, doubtedAt: null },
      // The next upload keeps the setting unless the operator changes it again.
      enforce: 'keep',
    }));
    assess(zone.id);
    await findOtherUploads(context, slice);
    if (tools.engine && sent) {
      const endpoints = sent.endpoints.length;
      runInTimeSlices(
        context.feeds,
        `guardian.deviations ${zone.id}`,
        tools.engine.deviationsFrom({ checked: sent, enforce: flagOf(enforce) }, before, data),
        (deviations) =>
          change(zone.id, () => ({ comparison: { attempt, at, deviations, endpoints } })),
      );
    }
    context.say(words`${printable(zone.name)}: the service accepted the specification.`);
  };

  return async (request: UploadRequest) => {
    const { zone, file, input } = request;
    change(zone.id, () => ({ sending: { kind: 'looking', request } }));
    const returnedTo = () => workOf({ ...slice.getState(), zone: zone.id }).returned;
    // As the question said it: the audit may still be being read since it was asked.
    const asked = returnedTo()?.overtakenBy;
    const reason = await changedOnDisk(files, file, context.store.getState().keyNames);
    if (reason !== undefined) return stopped(zone.id, reason);
    await findOtherUploads(context, slice);
    const returned = returnedTo();
    if (returned?.overtakenBy?.attempt !== asked?.attempt) {
      assess(zone.id);
      return stopped(zone.id, OVERTAKEN);
    }
    const known = knownConfiguration(returned);
    const before = known && known.doubtedAt === null ? known.data : null;
    const begun = changes.begin({
      operation: guardianUpload,
      input,
      subject: { kind: 'zone', id: zone.id, name: zone.name },
      what: file.path.slice(file.path.lastIndexOf('/') + 1),
      recorded: recordedUpload(request),
      summary: ({ data }) => `It returned ${counted(data.endpoints.length, words`endpoint`)}.`,
    });
    if (!begun) {
      return stopped(zone.id, words`Another change of ${printable(zone.name)} is under way.`);
    }
    const { attempt } = begun;
    change(zone.id, () => ({ sending: { kind: 'sent', request, attempt } }));
    const end = await begun.ended;
    if (end.outcome !== 'accepted') return failed(zone, end.outcome, end.error);
    // Draws the outcome before the slow comparison.
    await yieldToEventLoop();
    return accepted(request, attempt, end.answer.data, before);
  };
}

const OVERTAKEN = words`Another upload of this zone was sent from here after the question was asked: see below.`;

const recordedUpload = ({ file, enforce, bodyBytes }: UploadRequest) => ({
  file: file.path,
  bytes: file.bytes,
  sha256: file.sha256,
  bodyBytes,
  enforceAuthorizationValidation: flagOf(enforce) ?? null,
});

/** Size limit of a specification in bytes, as in the engine. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

type FileText =
  | {
      readonly kind: 'read';
      readonly content: string;
      readonly bytes: number;
      readonly sha256: string;
    }
  | { readonly kind: 'trouble'; readonly reason: Printable };

/** Reads a regular file of at most {@link MAX_FILE_BYTES}; size and hash are those of the text to send. */
export async function readSpecification(
  files: Pick<Files, 'readText'>,
  path: string,
): Promise<FileText> {
  try {
    const content = await files.readText(path, MAX_FILE_BYTES);
    const bytes = new TextEncoder().encode(content);
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    return {
      kind: 'read',
      content,
      bytes: bytes.length,
      sha256: Buffer.from(digest).toString('hex'),
    };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { kind: 'trouble', reason: printable(error.message) };
  }
}

/** Maximum duration of a time slice in milliseconds; a single step may exceed it. */
const SLICE_MS = 8;

/** Runs one slice; returns the result if the steps ended within it. */
function slice<Value>(steps: Steps<Value>): { readonly value: Value } | undefined {
  const end = performance.now() + SLICE_MS;
  do {
    const { done, value } = steps.next();
    if (done) return { value };
  } while (performance.now() < end);
  return undefined;
}

/**
 * Runs `steps` as the feed `name`, replacing its previous work, and passes on the result. The first slice runs
 * synchronously; later slices yield to keys, timers and sockets.
 */
export function runInTimeSlices<Value>(
  feeds: Pick<Supervisor, 'run' | 'stop'>,
  name: string,
  steps: Steps<Value>,
  done: (value: Value) => void,
): void {
  feeds.stop(name);
  const atOnce = slice(steps);
  if (atOnce) {
    done(atOnce.value);
    return;
  }
  feeds.run(name, name, async (signal) => {
    for (;;) {
      await yieldToEventLoop();
      if (signal.aborted) return;
      const ended = slice(steps);
      if (ended) {
        done(ended.value);
        return;
      }
    }
  });
}
