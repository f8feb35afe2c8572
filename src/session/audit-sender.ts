import { dirname, join } from 'node:path';
import type { ArchivePasswords, TeamAudit } from '../archive/archive.ts';
import { openTeamAudit } from '../archive/open.ts';
import type { Clock } from '../edges/clock.ts';
import { FileError, type Files } from '../edges/files.ts';
import type { SendAudit } from '../mutations/audit.ts';
import { chainedLine } from '../mutations/audit-chain.ts';
import { DatabaseError } from '../sqlite/database.ts';
import { count } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { UserError } from './errors.ts';

/** How much of the end of the audit file is read: some thousand changes. In bytes. */
const MAX_READ_BYTES = 1024 * 1024;
/** Entries per insert. */
const BATCH_SIZE = 500;
/** Delay before the next attempt, in milliseconds. */
const RETRY_MS = 60_000;
/** How long a command waits for the server, in milliseconds. */
const SEND_TIMEOUT_MS = 5000;

/** Copies the entries of an audit file to a team's archive. */
export interface AuditSender {
  /** Sends new entries. Resolves with what was not sent and why, or null. */
  send(): Promise<Printable | null>;
}

interface SenderParts {
  readonly files: Files;
  readonly path: string;
  readonly place: string;
  readonly passwords?: ArchivePasswords | undefined;
  /** Opens the archive; replaced in tests. */
  open?(): Promise<TeamAudit>;
}

interface Sent {
  readonly entry: number;
  readonly hash: string;
}

/**
 * The audit file is the source of truth: only its entries are sent. `audit.sent` beside it holds the last one that
 * was sent. If that file is lost, entries are sent again, and the archive drops the duplicates.
 */
export function openAuditSender(parts: SenderParts): AuditSender {
  const { files, path, place, passwords, open = () => openTeamAudit(place, passwords) } = parts;
  const note = join(dirname(path), 'audit.sent');
  const remember = async ({ entry, hash }: Sent) => {
    try {
      await files.remove(note);
      await files.createPrivate(note, JSON.stringify({ place, entry, hash }));
    } catch (error) {
      // Another console was faster, or it is sent again.
      if (!(error instanceof FileError)) throw error;
    }
  };
  const sendRest = async (): Promise<Printable | null> => {
    const last = sentIn((await files.readTail(note, MAX_READ_BYTES)).text, place);
    const { text, whole } = await files.readTail(path, MAX_READ_BYTES);
    const lines = text.split('\n').slice(whole ? 0 : 1);
    const entries = lines.flatMap((line) => {
      const link = chainedLine(line);
      return link ? [{ entry: link.entry, hash: link.hash, line }] : [];
    });
    const from = restOf(entries, last);
    const rest = entries.slice(from);
    const [first] = rest;
    if (!first) return null;
    const archive = await open();
    try {
      for (let at = 0; at < rest.length; at += BATCH_SIZE) {
        const some = rest.slice(at, at + BATCH_SIZE);
        await archive.write(some);
        await remember(some.at(-1) ?? first);
      }
    } finally {
      await archive.close();
    }
    const left = last && from === 0 && !whole ? first.entry - last.entry - 1 : 0;
    if (left <= 0) return null;
    return words`${count(left)} older entries are too far back in the audit file to be sent to the team.`;
  };
  return {
    async send() {
      try {
        return await sendRest();
      } catch (error) {
        const isKnown = [UserError, DatabaseError, FileError].some((kind) => error instanceof kind);
        if (!isKnown || !(error instanceof Error)) throw error;
        return notYet(printable(error.message));
      }
    },
  };
}

const notYet = (why: Printable): Printable =>
  words`Audit entries could not be sent to the team yet: ${why} They will be sent later.`;

function sentIn(text: string, place: string): Sent | null {
  const [, name, entry, hash = ''] =
    /^\{"place":("[^"\\]*"),"entry":(\d{1,15}),"hash":"([0-9a-f]{64})"\}$/.exec(text) ?? [];
  return name === JSON.stringify(place) ? { entry: Number(entry), hash } : null;
}

/** Index of the first entry to send: 0 if the file is another than last time. */
function restOf(entries: readonly Sent[], last: Sent | null): number {
  const newest = entries.at(-1);
  if (!last || !newest || newest.entry < last.entry) return 0;
  const same = entries.find(({ entry }) => entry === last.entry);
  if (same && same.hash !== last.hash) return 0;
  const from = entries.findIndex(({ entry }) => entry > last.entry);
  return from < 0 ? entries.length : from;
}

/** Sends entries in the background, as they are written. */
export const keepSending =
  (sender: AuditSender, clock: Clock): SendAudit =>
  async ({ during, say }, signal) => {
    let before: Printable | null = null;
    while (!signal.aborted) {
      const trouble = await sender.send();
      if (trouble !== null && before === null && !signal.aborted) {
        say(trouble, 'warn');
      }
      before = trouble;
      const wait = trouble === null ? IDLE_SLEEP_MS : RETRY_MS;
      await during((woken) => clock.sleep(wait, woken), signal);
    }
  };

/** How long to sleep when there is nothing to send, in milliseconds. A new entry ends it. */
const IDLE_SLEEP_MS = 86_400_000;

/** Sends what a command has just written. If the server is slow, the next command will send it. */
export async function sendAtOnce(sender: AuditSender, clock: Clock): Promise<Printable | null> {
  const over = new AbortController();
  const late = clock
    .sleep(SEND_TIMEOUT_MS, over.signal)
    .then(() => notYet(words`the server takes its time.`));
  const trouble = await Promise.race([sender.send(), late]);
  over.abort();
  return trouble;
}
