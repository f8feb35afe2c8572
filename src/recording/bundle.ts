import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appOverview } from '../contract/operations/app-overview.ts';
import { dnsScan } from '../contract/operations/dns-scan.ts';
import { createWhole, FileError } from '../edges/files.ts';
import { sweepOwnFolders, withOwnFolder } from '../edges/own-folder.ts';
import type { EntryId } from '../events/store.ts';
import { yieldToEventLoop } from '../feeds/scheduling.ts';
import type { Fact, FactSubject } from '../history/fact.ts';
import { changesIn } from '../history/fact-text.ts';
import type { HistoryFile, NumberedObservation, WatchedSpan } from '../history/history-file.ts';
import { type HistoryState, historyAt, lastingFacts } from '../history/history-state.ts';
import type { AuditedChange } from '../mutations/audit.ts';
import { DatabaseError, sqliteTrouble } from '../sqlite/database.ts';
import { ITEM_KINDS, type ItemKind } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';
import { Anonymiser } from './anonymise.ts';
import { UNKNOWN_FACTS } from './bundle-calls.ts';
import { entriesBetween, type LoadedLog, logCalls } from './bundle-log.ts';
import { type HistoryCount, LEAD_MS, type WrittenBundle } from './bundle-summary.ts';
import { inputOf, type RecordedCall } from './recorded-call.ts';
import { type About, type BundleFacts, historyIn, openRecording } from './recording-file.ts';

/** The contents of a bundle. */
export interface BundleContents extends Pick<BundleFacts, 'since' | 'until'> {
  readonly about: About;
  readonly workspace: Workspace;
  readonly history: Pick<HistoryState, 'facts' | 'health' | 'watched' | 'marks'>;
  /** Stored observations of watched items; null if none are kept. */
  readonly observed: {
    observations(
      ...asked: Parameters<HistoryFile['observations']>
    ): readonly NumberedObservation[] | Promise<readonly NumberedObservation[]>;
  } | null;
  /** Answers that are not observations, of any time. */
  readonly calls: readonly RecordedCall[];
  readonly logs: readonly LoadedLog[];
  /** Changes made from here, newest first. Those of another profile, host or time are ignored. */
  readonly changes: readonly AuditedChange[];
}

interface BundleOptions {
  readonly path: string;
  readonly isAnonymous: boolean;
  /** Cancels and leaves nothing behind. */
  readonly signal: AbortSignal;
  /** Receives the share done, from 0 to 1. */
  progress?(share: number): void;
}

const BATCH = 50;
const MAX_CHANGES = 500;

/**
 * Writes a bundle: a recording of a time range. It is created whole or not at all, for the owner alone, and overwrites
 * nothing.
 *
 * @returns its contents; null when cancelled
 * @throws FileError when it cannot be written
 */
export async function writeBundle(
  contents: BundleContents,
  options: BundleOptions,
): Promise<WrittenBundle | null> {
  const { path, signal } = options;
  const writer = new BundleWriter(contents, options);
  let written: Omit<WrittenBundle, 'bytes'> | undefined;
  try {
    const bytes = await createWhole(path, async (draft) => {
      // SQLite opens files by name, so it gets one that nobody else can redirect, wherever the bundle goes.
      await sweepOwnFolders([tmpdir()]);
      await withOwnFolder(tmpdir(), 'bundle', async (folder) => {
        const database = join(folder, 'bundle.db');
        written = await writer.write(database).catch((error: unknown) => {
          const trouble = sqliteTrouble(database, error);
          throw trouble instanceof DatabaseError ? new FileError(trouble.message) : trouble;
        });
        await copyFile(database, draft, constants.COPYFILE_EXCL);
      });
    });
    return written ? { ...written, bytes } : null;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** The entries of a log, and what the last pass found of them: the store may drop some meanwhile. */
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
  #observations: HistoryCount = { inside: 0, before: 0 };
  #seen: HistoryCount = { inside: 0, before: 0 };
  #done = 0;

  constructor(contents: BundleContents, options: BundleOptions) {
    const { since, until, logs } = contents;
    this.#contents = contents;
    this.#options = options;
    this.#span = { since: since - LEAD_MS, until };
    this.#entries = logs.map((log) => {
      const ids = entriesBetween(log, since, until);
      const [first, last] = [ids[0], ids.at(-1)];
      const timeOf = (id: EntryId | undefined) => (id === undefined ? null : log.store.time(id));
      return { log, ids, held: ids.length, oldest: timeOf(first), newest: timeOf(last) };
    });
  }

  /** Everything there is, into a new file. */
  async write(draft: string): Promise<Omit<WrittenBundle, 'bytes'>> {
    const { workspace } = this.#contents;
    const facts = await this.#write(
      draft,
      this.#options.isAnonymous ? new Anonymiser(workspace) : null,
    );
    return {
      facts,
      observations: this.#observations,
      changes: this.#seen,
      outcomes: this.#changes().map(({ outcome }) => outcome),
      entries: this.#entries.reduce((sum, { held }) => sum + held, 0),
      marks: this.#marks().length,
    };
  }

  async #write(draft: string, anonymiser: Anonymiser | null): Promise<BundleFacts> {
    const { about, workspace, calls } = this.#contents;
    const { signal } = this.#options;
    const made = anonymiser?.about(about) ?? {
      ...about,
      workspace: JSON.stringify(workspace),
    };
    const changes = this.#changes().map((change) => anonymiser?.change(change) ?? change);
    const factsNow = (): BundleFacts => ({ ...this.#bundleFacts(anonymiser), changes });
    const file = await openRecording(draft, 'write');
    try {
      // Without a log beside it: the file is complete or removed, and may be opened on a read-only medium.
      file.database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
      file.keepAbout({ ...made, bundle: JSON.stringify(factsNow()) });
      const history = historyIn(file, made.service, 'write');
      for await (const observations of this.#observed()) {
        signal.throwIfAborted();
        const rewritten = observations.map(({ subject, at, json }) => ({
          subject: anonymiser?.subject(subject) ?? subject,
          at,
          json: anonymiser?.json(json) ?? json,
        }));
        history.transaction(() => {
          for (const { subject, ...each } of rewritten) history.keepObservation(subject, each);
        });
        file.keep(rewritten.flatMap(({ subject, ...each }) => this.#callOf(subject, each)));
        const early = observations.filter(({ at }) => at < this.#contents.since).length;
        this.#observations = {
          inside: this.#observations.inside + observations.length - early,
          before: this.#observations.before + early,
        };
        await yieldToEventLoop();
      }
      file.keep(calls.map((call) => anonymiser?.call(call) ?? call));
      const kept = {
        facts: this.#facts().map((fact) => anonymiser?.fact(fact) ?? fact),
        watched: this.#watched().map(
          ([subject, span]) => [anonymiser?.subject(subject) ?? subject, span] as const,
        ),
        marks: this.#marks().map((mark) => anonymiser?.mark(mark) ?? mark),
      };
      const isInside = ({ by }: Fact) => by >= this.#contents.since;
      this.#seen = {
        inside: changesIn(kept.facts.filter(isInside)),
        before: changesIn(kept.facts.filter((fact) => !isInside(fact))),
      };
      history.transaction(() => {
        for (const fact of kept.facts) history.keepFact(fact);
        for (const [subject, span] of kept.watched) history.keepWatched(subject, span);
        for (const mark of kept.marks) history.keepMark(mark);
      });
      await this.#keepLogs((each) => file.keep(each), anonymiser);
      const facts = factsNow();
      file.keepAbout({ ...made, bundle: JSON.stringify(facts) });
      return facts;
    } finally {
      file.close();
    }
  }

  async #keepLogs(
    keep: (calls: readonly RecordedCall[]) => void,
    anonymiser: Anonymiser | null,
  ): Promise<void> {
    const { since } = this.#contents;
    const { signal, progress } = this.#options;
    const all = this.#entries.reduce((sum, { ids }) => sum + ids.length, 0);
    for (const each of this.#entries) {
      const { log, ids } = each;
      [each.held, each.oldest, each.newest] = [0, null, null];
      const zone = anonymiser?.subject({ kind: 'shieldZones', id: log.zone }).id ?? log.zone;
      const rewritten = (entry: string, time: number) => {
        this.#done += 1;
        [each.held, each.oldest, each.newest] = [each.held + 1, each.oldest ?? time, time];
        return anonymiser?.json(entry) ?? entry;
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
      const found = (await this.#contents.observed?.observations(number, this.#span, BATCH)) ?? [];
      if (found.length === 0) return;
      number = found.at(-1)?.number ?? number;
      yield found;
    }
  }

  /** An observation as the call that returned it. */
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
    return [{ ...UNKNOWN_FACTS, ...asked, ...end, time: at, elapsed: at - this.#span.since }];
  }

  /** Changes within the span, and what was known of each item's health before it. */
  #facts(): readonly Fact[] {
    const { since, until } = this.#span;
    const { history } = this.#contents;
    const before = [...historyAt(history, since).health.values()].flatMap(lastingFacts);
    return [
      ...before.filter(({ by }) => by < since),
      ...history.facts.filter(({ by }) => by >= since && by <= until),
    ];
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
        .map((span) => ({ since: span.since, until: Math.min(span.until, until) }))
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
      .slice(0, MAX_CHANGES);
  }

  #bundleFacts(anonymiser: Anonymiser | null): Omit<BundleFacts, 'changes'> {
    const { since, until } = this.#contents;
    return {
      isAnonymous: anonymiser !== null,
      since,
      until,
      logs: this.#entries.map(({ log: { zone }, held, oldest, newest }) => ({
        zone: anonymiser?.subject({ kind: 'shieldZones', id: zone }).id ?? zone,
        entries: held,
        oldest,
        newest,
      })),
    };
  }
}
