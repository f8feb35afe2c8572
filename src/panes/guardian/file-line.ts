import { bytes } from '../../text/figures.ts';
import { timeOfDay, type Zone } from '../../text/moments.ts';
import { printable, words } from '../../text/printable.ts';
import { cutStart } from '../../text/width.ts';
import { between, cutLine, type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { SpecificationFile } from './specification-file.ts';
import type { Choice } from './state.ts';

/** Digits of a hash that people compare at a glance. */
const GLANCE = 12;

function fileLine(
  { path, bytes: size, sha256, readAt }: SpecificationFile,
  zone: Zone,
  columns: number,
): Line {
  const facts: Line = [
    span(
      words` ${bytes(size)} · sha256 ${printable(sha256.slice(0, GLANCE))} · read ${timeOfDay(readAt.wall, zone)} `,
      theme.faint,
    ),
  ];
  const room = Math.max(8, columns - 50);
  return between([span(words` ${cutStart(printable(path), room)}`, theme.strong)], facts, columns);
}

/** The file that was chosen, and how reading it went. */
export function choiceLine(choice: Choice, zone: Zone, columns: number): Line {
  switch (choice.kind) {
    case 'none':
      return [
        span(words` no file · `, theme.faint),
        span(words`o`, theme.key),
        span(words` chooses one`, theme.faint),
      ];
    case 'reading':
      return [
        span(words` Reading ${cutStart(printable(choice.path), columns - 12)}…`, theme.faint),
      ];
    case 'unusable':
      return cutLine([span(words` ✖ ${choice.reason}`, theme.bad)], columns);
    case 'read':
      return fileLine(choice.file, zone, columns);
  }
}
