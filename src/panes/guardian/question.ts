import type { Profile } from '../../state/console-state.ts';
import { count } from '../../text/figures.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { cutStart, wrapLines } from '../../text/width.ts';
import { gap, type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { fact } from '../fact.ts';
import type { Assessment } from './assess.ts';
import { enforceWords } from './authorization.ts';
import type { Question } from './state.ts';

/** Before a question can be answered with yes it must have been on screen for so long, milliseconds. */
export const LEAST_READING = 400;

const NAMES = 15;

/** What an upload changes, in a few words. */
export function changesWords(assessment: Assessment | null): Printable {
  const against = assessment?.against;
  if (!against) return words`not known: the zone's configuration cannot be read`;
  const { added, removed, changed, unchanged } = against.diff;
  return words`${count(removed.length)} removed, ${count(changed.length)} changed, ${count(added.length)} added, ${count(unchanged)} the same`;
}

/** The question before an upload, whole: what is sent where, what it changes, what speaks against it. */
export function questionLines(
  { request, warnings, changes }: Question,
  { host, name: profile }: Pick<Profile, 'host' | 'name'>,
  columns: number,
): readonly Line[] {
  const { zone, file, enforce } = request;
  const row = (name: Printable, text: Printable, strong = false): Line =>
    fact(words` ${name}`, [span(text, strong ? theme.strong : theme.plain)], NAMES);
  return [
    [span(words` Send this specification to ${printable(zone.name)}?`, theme.heading)],
    [],
    row(words`zone`, words`${printable(zone.name)} (${printable(zone.id)})`, true),
    row(words`host`, words`${host} · profile ${profile}`),
    row(words`file`, cutStart(printable(file.path), columns - NAMES - 1)),
    row(
      words`document`,
      words`${count(file.bytes)} bytes · sha256 ${printable(file.sha256.slice(0, 16))}…`,
    ),
    row(words`authorization`, enforceWords(enforce)),
    row(words`endpoints`, changes),
    [],
    ...warnings.flatMap(({ sign, sentence, style }) =>
      wrapLines(sentence, columns - 4).map(
        (text, at): Line => [gap(1), at === 0 ? sign : gap(1), span(words` ${text}`, style)],
      ),
    ),
    ...(warnings.length > 0 ? [[]] : []),
    [
      span(words` Enter`, theme.key),
      span(words` cancels: nothing is sent    `),
      span(words`Ctrl-Y`, theme.key),
      span(words` sends it, once`),
    ],
  ];
}
