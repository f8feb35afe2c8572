import type { ArchiveReader } from '../../../archive/event-archive.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import { Refusal } from '../../refusal.ts';

/**
 * The zone to read out of an archive: the one that was named, else the only one there is.
 *
 * @throws Refusal when that leaves a choice, or nothing
 */
export function archivedZone(
  archive: Pick<ArchiveReader, 'zones'>,
  named: string | undefined,
): string {
  const zones = archive.zones();
  const list = printable(zones.join(', '));
  const [only, ...others] = zones;
  if (only === undefined) throw refused(words`The archive is empty.`);
  if (named === undefined) {
    if (others.length === 0) return only;
    throw refused(words`The archive is of several zones; name one of them: ${list}.`);
  }
  if (zones.includes(named)) return named;
  throw refused(words`The archive has nothing of zone ${printable(named)}. It is of: ${list}.`);
}

const refused = (reason: Printable): Refusal => new Refusal([reason]);
