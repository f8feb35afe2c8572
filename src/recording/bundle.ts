import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { appOverview } from '../contract/operations/app-overview.ts';
import { dnsScan } from '../contract/operations/dns-scan.ts';
import { FileError, removedAtExit, writeNewFile } from '../edges/files.ts';
import { makeRecordingFolder } from '../edges/own-folder.ts';
import { codeOf, reasonNotMade } from '../edges/system-error.ts';
import type { EntryId } from '../events/store.ts';
import { yieldToEventLoop } from '../feeds/scheduling.ts';
import { type Fact, type FactSubject, subjectKey } from '../history/fact.ts';
import type { HistoryFile, NumberedObservation, WatchedSpan } from '../history/history-file.ts';
import type { HistoryState } from '../history/history-state.ts';
import type { AuditedChange } from '../mutations/audit.ts';
import { sqliteTrouble } from '../sqlite/database.ts';
import { ITEM_KINDS, type ItemKind } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';
import { Anonymiser } from './anonymise.ts';
import { NOT_NOTED } from './bundle-calls.ts';
import { entriesBetween, type LoadedLog, logCalls } from './bundle-log.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { inputOf, type RecordedCall } from './recorded-call.ts';
import { type About, type BundleFacts, historyIn, openRecording } from './recording-file.ts';

/** What a bundle is made of. It is walked twice where it is made anonymous. */
export interface BundleContents extends Pick<BundleFacts, 'since' | 'until'> {
  readonly about: About;
  readonly workspace: Workspace;
  readonly history: Pick<HistoryState, 'facts' | 'watched' | 'marks'>;
  /** What was observed of what is watched; null where nothing is kept. */
  readonly observed: {
    observations(
      ...asked: Parameters<HistoryFile['observations']>
    ): readonly NumberedObservation[] | Promise<readonly NumberedObservation[]>;
  } | null;
  /** Answers that are no observations, of any time. */
  readonly calls: readonly RecordedCall[];
  readonly logs: readonly LoadedLog[];
  /** What was changed from here, the newest first; of another profile, host or time nothing is taken. */
  readonly changes: readonly AuditedChange[];
}

interface BundleOptions {
  readonly path: string;
  readonly isAnonymous: boolean;
  /** Ends it: nothing is left of it then. */
  readonly signal: AbortSignal;
  /** Told now and then how far it is, from 0 to 1. */
  progress?(share: number): void;
  /** Random bytes that pseudonyms are made with; new ones when not said. */
  readonly key?: Uint8Array;
}

export interface WrittenBundle {
  readonly facts: BundleFacts;
  readonly observations: number;
  /** What was seen to change. */
  readonly changes: number;
  readonly entries: number;
  readonly marks: number;
  /** Names, identifiers, hosts and networks that were replaced. */
  readonly replaced: number;
  /** Of the file. */
  readonly bytes: number;
}

/** What was asked for so long before a bundle begins is in it, too: it is what was on screen then. */
const LEAD = 300_000;
/** Observations that are read at once. */
const AT_ONCE = 50;
/** Of changes that were made from here. */
const MOST_CHANGES = 500;

/**
 * Writes a bundle: a recording of a stretch of time, packed. It is there whole or not at all, for its owner only, and
 * nothing is overwritten.
 *
 * @returns what is in it; null where the signal ended it
 * @throws FileError when it cannot be written
 */
export async function writeBundle(
  contents: BundleContents,
  options: BundleOptions,
): Promise<WrittenBundle | null> {
  const { path, signal } = options;
  const folder = await describing(path, makeRecordingFolder);
  const plain = join(folder, 'bundle.db');
  // Nothing of it is anonymous.
  const removed = removedAtExit([folder], true);
  let written: Omit<WrittenBundle, 'bytes'> | undefined;
  async function* packed(): AsyncGenerator<Uint8Array> {
    written = await describing(path, () => new BundleWriter(contents, options).write(plain));
    for await (const chunk of pipeline(createReadStream(plain), createGzip(), () => {})) {
      signal.throwIfAborted();
      yield chunk;
    }
  }
  try {
    const bytes = await writeNewFile(path, packed());
    return written ? { ...written, bytes } : null;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    removed();
  }
}

/** Does `work`; whatever the system or SQLite says no with becomes a sentence. */
async function describing<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const trouble = sqliteTrouble(path, error);
    if (trouble !== error && trouble instanceof Error) throw new FileError(trouble.message);
    const code = codeOf(error);
    if (code === undefined || error instanceof FileError) throw error;
    throw new FileError(`${path} could not be written: ${reasonNotMade(code)}.`, code);
  }
}

/** The entries of a log, and what there was of them at the last pass: memory may drop some meanwhile. */
interface LogEntries {
  readonly log: LoadedLog;
  readonly ids: readonly EntryId[];
  held: number;
  oldest: number | null;
  newest: number | null;
}

class BundleWriter {
  readonly #contents: BundleContents;
  readonly #options: BundleOptions;
  readonly #span: WatchedSpan;
  readonly #entries: readonly LogEntries[];
  #observations = 0;
  #done = 0;

  constructor(contents: BundleContents, options: BundleOptions) {
    const { since, until, logs } = contents;
    this.#contents = contents;
    this.#options = options;
    this.#span = { since: since - LEAD, until };
    this.#entries = logs.map((log) => {
      const ids = entriesBetween(log, since, until);
      const [first, last] = [ids[0], ids.at(-1)];
      const timeOf = (id: EntryId | undefined) => (id === undefined ? null : log.store.time(id));
      return { log, ids, held: ids.length, oldest: timeOf(first), newest: timeOf(last) };
    });
  }

  async write(plain: string): Promise<Omit<WrittenBundle, 'bytes'>> {
    const { isAnonymous, key = randomBytes(32) } = this.#options;
    if (!isAnonymous) return this.#summary(await this.#pass(plain, null), 0);
    const names = new Pseudonyms(key, this.#contents.until);
    const anonymiser = new Anonymiser(names);
    // Once to learn what is there: a name is replaced wherever it stands, before it is met as one, too.
    await this.#pass(null, anonymiser);
    names.settle();
    return this.#summary(await this.#pass(plain, anonymiser), names.replaced);
  }

  #summary(facts: BundleFacts, replaced: number): Omit<WrittenBundle, 'bytes'> {
    return {
      ...{ facts, replaced, observations: this.#observations, changes: this.#facts().length },
      entries: this.#entries.reduce((sum, { held }) => sum + held, 0),
      marks: this.#marks().length,
    };
  }

  /** Walks through all of it, and writes it down where there is a place for it. */
  async #pass(plain: string | null, anonymiser: Anonymiser | null): Promise<BundleFacts> {
    const { about, workspace, calls } = this.#contents;
    const { signal } = this.#options;
    const made = anonymiser?.about(about, workspace) ?? {
      ...about,
      workspace: JSON.stringify(workspace),
    };
    const changes = this.#changes().map((change) => anonymiser?.change(change) ?? change);
    const factsNow = (): BundleFacts => ({ ...this.#bundleFacts(anonymiser), changes });
    const file = plain === null ? null : await openRecording(plain, 'write');
    try {
      file?.keepAbout({ ...made, bundle: JSON.stringify(factsNow()) });
      const history = file && historyIn(file, made.service, 'write');
      this.#observations = 0;
      for await (const observations of this.#observed()) {
        signal.throwIfAborted();
        const rewritten = observations.map(({ subject, at, json }) => ({
          subject: anonymiser?.subject(subject) ?? subject,
          at,
          json: anonymiser?.observed(subject, json) ?? json,
        }));
        history?.transaction(() => {
          for (const { subject, ...each } of rewritten) history.keepObservation(subject, each);
        });
        file?.keep(rewritten.flatMap(({ subject, ...each }) => this.#callOf(subject, each)));
        this.#observations += observations.length;
        await yieldToEventLoop();
      }
      file?.keep(calls.map((call) => anonymiser?.call(call) ?? call));
      const kept = {
        facts: this.#facts().map((fact) => anonymiser?.fact(fact) ?? fact),
        watched: this.#watched().map(
          ([subject, span]) => [anonymiser?.subject(subject) ?? subject, span] as const,
        ),
        marks: this.#marks().map((mark) => anonymiser?.mark(mark) ?? mark),
      };
      history?.transaction(() => {
        for (const fact of kept.facts) history.keepFact(fact);
        for (const [subject, span] of kept.watched) history.keepWatched(subject, span);
        for (const mark of kept.marks) history.keepMark(mark);
      });
      await this.#keepLogs((each) => file?.keep(each), anonymiser);
      const facts = factsNow();
      file?.keepAbout({ ...made, bundle: JSON.stringify(facts) });
      // Read where nothing can be written, it must need no other file.
      file?.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      file?.database.exec('PRAGMA journal_mode = DELETE');
      return facts;
    } finally {
      file?.close();
    }
  }

  async #keepLogs(
    keep: (calls: readonly RecordedCall[]) => void,
    anonymiser: Anonymiser | null,
  ): Promise<void> {
    const { since } = this.#contents;
    const { signal, progress, isAnonymous } = this.#options;
    const all = this.#entries.reduce((sum, { ids }) => sum + ids.length, 0) * (isAnonymous ? 2 : 1);
    for (const each of this.#entries) {
      const { log, ids } = each;
      [each.held, each.oldest, each.newest] = [0, null, null];
      const zone = anonymiser?.subject({ kind: 'shieldZones', id: log.zone }).id ?? log.zone;
      const rewritten = (entry: string, time: number) => {
        this.#done += 1;
        [each.held, each.oldest, each.newest] = [each.held + 1, each.oldest ?? time, time];
        return anonymiser?.entry(entry) ?? entry;
      };
      for (const call of logCalls(log, ids, { zone, since, rewritten })) {
        signal.throwIfAborted();
        if (call) keep([call]);
        progress?.(all === 0 ? 1 : this.#done / all);
        await yieldToEventLoop();
      }
    }
  }

  async *#observed(): AsyncGenerator<readonly NumberedObservation[]> {
    for (let number = 0; ; ) {
      const found =
        (await this.#contents.observed?.observations(number, this.#span, AT_ONCE)) ?? [];
      if (found.length === 0) return;
      number = found.at(-1)?.number ?? number;
      yield found;
    }
  }

  /** An observation as the call that was answered with it. */
  #callOf({ kind, id }: FactSubject, { at, json }: { at: number; json: string }): RecordedCall[] {
    if (kind !== 'apps' && kind !== 'dnsZones') return [];
    const asked =
      kind === 'apps'
        ? ({ operation: 'app-overview', input: inputOf(appOverview, { appId: id }) } as const)
        : ({ operation: 'dns-scan', input: inputOf(dnsScan, { zoneId: id }) } as const);
    const end =
      json === 'null'
        ? ({
            error: { kind: 'not-found', title: 'The service knows no such thing' },
            answer: null,
          } as const)
        : { error: null, answer: json };
    return [{ ...NOT_NOTED, ...asked, ...end, time: at, elapsed: at - this.#span.since }];
  }

  /** What changed in the span, and of each thing the last that is known of its health from before. */
  #facts(): readonly Fact[] {
    const { since, until } = this.#span;
    const health = new Map<string, Fact>();
    const inside: Fact[] = [];
    for (const fact of this.#contents.history.facts) {
      if (fact.by > until) continue;
      if (fact.by >= since) inside.push(fact);
      else if (fact.kind === 'health') health.set(subjectKey(fact.subject), fact);
    }
    return [...health.values(), ...inside];
  }

  #watched(): readonly (readonly [FactSubject, WatchedSpan])[] {
    const { since, until } = this.#span;
    return [...this.#contents.history.watched].flatMap(([key, spans]) => {
      const at = key.indexOf(' ');
      const kind = key.slice(0, at);
      if (!Object.hasOwn(ITEM_KINDS, kind)) return [];
      const subject: FactSubject = { kind: kind as ItemKind, id: key.slice(at + 1) };
      return spans
        .filter((span) => span.until >= since && span.since <= until)
        .map((span) => ({
          since: Math.max(span.since, since),
          until: Math.min(span.until, until),
        }))
        .map((span) => [subject, span] as const);
    });
  }

  #marks() {
    const { since, until } = this.#contents;
    return [...this.#contents.history.marks.values()]
      .flat()
      .filter(({ time }) => time >= since && time <= until);
  }

  #changes() {
    const { about, changes, since, until } = this.#contents;
    return changes
      .filter(({ profile, host }) => profile === about.profile && host === about.host)
      .filter(({ time }) => Date.parse(time) >= since && Date.parse(time) <= until)
      .slice(0, MOST_CHANGES);
  }

  #bundleFacts(anonymiser: Anonymiser | null): Omit<BundleFacts, 'changes'> {
    const { since, until } = this.#contents;
    return {
      ...{ isAnonymous: anonymiser !== null, since, until },
      logs: this.#entries.map(({ log: { zone }, held, oldest, newest }) => ({
        zone: anonymiser?.subject({ kind: 'shieldZones', id: zone }).id ?? zone,
        ...{ entries: held, oldest, newest },
      })),
    };
  }
}
