import { isEngineAddress } from '../../archive/address.ts';
import type { ArchiveReader, EventArchive } from '../../archive/archive.ts';
import { initArchive, openEventArchive, openTeamMarks } from '../../archive/open.ts';
import { noCoverage } from '../../events/coverage.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { wholeNumber } from '../../session/option-values.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { dayOf, startOfDay, type UtcDay } from '../../text/time.ts';
import type { Action, Context } from '../context.ts';
import { openArchiveReader, passwordsOf, withArchiveErrors } from './events/archive.ts';

/** The engine's days end in 2149. */
const MOST_DAYS = 10_000;

const kept = (retention: number | null): Printable =>
  retention === null
    ? words`Entries are kept for ever.`
    : words`Entries are deleted ${count(retention)} days after their day.`;

export const archiveInitCommand: Action<'archive init'> = async (
  { arguments: { ARCHIVE }, options },
  context,
) => {
  const { keep } = options;
  const retention =
    keep === 'forever' ? null : wholeNumber(words`keep`, keep, { least: 4, most: MOST_DAYS });
  const made = await withArchiveErrors(EXIT.unexpected, context, () =>
    initArchive(ARCHIVE, retention, passwordsOf(context)),
  );
  if (typeof retention === 'number' && made.retention !== retention) {
    throw new UserError([words`--keep goes with the URL of an archive: a file deletes nothing.`]);
  }
  const name = printable(ARCHIVE);
  const what = {
    made: words`${name} is made.`,
    changed: words`${name} was there; how long it keeps entries is changed.`,
    there: words`${name} is there.`,
  }[made.kind];
  context.messages.print(words`${what} ${kept(made.retention)}`);
  return EXIT.done;
};

export const archiveCopyCommand: Action<'archive copy'> = async (
  { arguments: { FROM, TO } },
  context,
) => {
  if (FROM === TO) throw new UserError([words`FROM and TO are the same archive.`]);
  const { messages, signal } = context;
  const passwords = passwordsOf(context);
  const from = await openArchiveReader(FROM, context);
  try {
    const to = await withArchiveErrors(EXIT.usage, context, () =>
      openEventArchive(TO, { signal }, passwords),
    );
    const copied = await withArchiveErrors(EXIT.unexpected, context, async () => {
      try {
        return await copyAll(from, to, context);
      } finally {
        await to.close();
      }
    });
    messages.print(
      words`${count(copied.added)} entries copied of ${count(copied.read)} ${signal.aborted ? words`read; the rest is missing` : words`that ${printable(FROM)} has`}${copied.added < copied.read ? words`; the others were there` : words``}.`,
    );
    if (signal.aborted) return EXIT.interrupted;
    await withArchiveErrors(EXIT.unexpected, context, () => copyMarks(FROM, TO, context));
    return EXIT.done;
  } finally {
    await from.close();
  }
};

/** Copies every day of every zone, and then says what of it is covered. */
async function copyAll(
  from: ArchiveReader,
  to: EventArchive,
  { messages, signal }: Context,
): Promise<{ readonly read: number; readonly added: number }> {
  let read = 0;
  let added = 0;
  for (const [zone, days] of await from.contents()) {
    for (const [day, coverage] of days) {
      for (let token: string | undefined; ; ) {
        if (signal.aborted) return { read, added };
        const page = await from.page(zone, day, token);
        added += await to.append(zone, day, page.logs, noCoverage(day));
        read += page.logs.length;
        messages.progress(progress(zone, day, read));
        if (!page.hasMoreData) break;
        token = page.continuationToken ?? undefined;
      }
      await to.append(zone, day, [], coverage);
    }
  }
  return { read, added };
}

/** Copies the marks and notes of a team to another server, with their authors; of a file it is said that it has none. */
async function copyMarks(from: string, to: string, context: Context): Promise<void> {
  if (!isEngineAddress(from)) return;
  const passwords = passwordsOf(context);
  const source = await openTeamMarks(from, passwords);
  try {
    const marks = await source.read();
    if (marks.length === 0) return;
    const isOne = marks.length === 1;
    const amount = isOne ? words`1 mark or note` : words`${count(marks.length)} marks and notes`;
    if (!isEngineAddress(to)) {
      const left = words`${amount} of the team ${isOne ? words`is` : words`are`} not copied: a file has none.`;
      context.messages.print(left);
      return;
    }
    const target = await openTeamMarks(to, passwords);
    try {
      await target.write(marks.map((mark) => ({ ...mark, age: Date.now() - mark.at })));
    } finally {
      await target.close();
    }
    context.messages.print(words`${amount} copied.`);
  } finally {
    await source.close();
  }
}

const progress = (zone: string, day: UtcDay, read: number): Printable =>
  words`${dayOf(startOfDay(day), 'utc')} of ${printable(zone)}: ${count(read)} entries read`;
