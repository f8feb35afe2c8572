import type { DirectoryEntry } from '../../edges/machine.ts';
import { createFuzzy } from '../../text/fuzzy.ts';
import { keyName } from '../../text/key-names.ts';
import { windowOf } from '../../text/list-window.ts';
import { count } from '../../text/numbers.ts';
import { cleanTyped, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import {
  compose,
  type Line,
  lineWidth,
  markedSpans,
  type Span,
  type Styled,
  span,
} from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

/** A matching name, and the ranges that matched as [from, to). */
export interface PathMatch {
  readonly entry: DirectoryEntry;
  readonly ranges: readonly (readonly [number, number])[];
}

export interface Completion {
  readonly typed: string;
  /** The directory as typed, with its slash; empty for the current one. */
  readonly directory: string;
  /** Undefined if the directory cannot be listed. */
  readonly matches: readonly PathMatch[] | undefined;
  /** Number of listed names if there are more; null if all were listed. */
  readonly cutAt: number | null;
  /** Index of the match that Enter takes; -1 for the typed text. */
  readonly chosen: number;
}

export function splitPath(typed: string): { readonly directory: string; readonly name: string } {
  if (typed === '~') return { directory: '~/', name: '' };
  const end = typed.lastIndexOf('/') + 1;
  return { directory: typed.slice(0, end), name: typed.slice(end) };
}

/** Usual file names of a specification. */
const LIKELY = /\.(?:ya?ml|json)$/i;

function likelihood({ name, kind }: DirectoryEntry): number {
  if (kind === 'directory') return 1;
  return LIKELY.test(name) ? 0 : 2;
}

/** Specifications first, then directories, then others; by name with `v2` before `v10`. */
function byLikelihood(): (one: DirectoryEntry, other: DirectoryEntry) => number {
  // Created on use: the first collator of a process takes 6 ms.
  const { compare } = new Intl.Collator('en', { numeric: true });
  return (one, other) => likelihood(one) - likelihood(other) || compare(one.name, other.name);
}

/** Closeness of a name to the typed text, lower is better: equal, prefix, or fuzzy match. */
function closeness(name: string, typed: string): number {
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  return name.toLowerCase().startsWith(typed.toLowerCase()) ? 2 : 3;
}

/** Matching files and directories, likeliest first. Hidden ones need a typed dot. */
export function pathMatches(
  entries: readonly DirectoryEntry[],
  typed: string,
): readonly PathMatch[] {
  const offered = entries
    .filter(
      ({ kind, name }) => kind !== 'other' && (!name.startsWith('.') || typed.startsWith('.')),
    )
    .sort(byLikelihood());
  const found = createFuzzy()
    .rank(
      typed,
      offered.map(({ name }) => printable(name)),
      offered.length,
    )
    .flatMap(({ index, ranges }): PathMatch[] => {
      const entry = offered[index];
      return entry ? [{ entry, ranges }] : [];
    });
  if (typed === '') return found;
  // The sort is stable: equally close names keep their rank.
  return found.sort(
    (one, other) => closeness(one.entry.name, typed) - closeness(other.entry.name, typed),
  );
}

/** The match that Enter takes: a fuzzy match must be chosen first. */
export const firstChosen = (matches: readonly PathMatch[] | undefined, typed: string): number =>
  matches?.[0]?.entry.name.startsWith(typed) ? 0 : -1;

/** Whether a name survives the cleaning of typed text. */
export const isTypable = (name: string): boolean =>
  cleanTyped(name) === name && printable(name) === name;

/** The completed path: a directory ends in a slash, so that its names are offered next. */
export const completed = ({ directory }: Completion, { entry }: PathMatch): string =>
  `${directory}${entry.name}${entry.kind === 'directory' ? '/' : ''}`;

function nameSpans({ entry, ranges }: PathMatch): readonly Span[] {
  const name = printable(entry.name);
  const style = entry.kind === 'directory' ? theme.strong : theme.plain;
  const end = entry.kind === 'directory' ? [span(words`/`, style)] : [];
  return [...markedSpans(name, ranges, style), ...end];
}

export function completionLines(
  { typed, directory, matches, cutAt, chosen }: Completion,
  room: Pick<Room, 'columns' | 'rows' | 'ascii'>,
): readonly Styled[] {
  const { columns, rows } = room;
  const where = directory === '' ? words`the current directory` : printable(directory);
  if (!matches) {
    return [compose([span(words` Names in ${where} cannot be listed.`, theme.warn)], columns)];
  }
  if (matches.length === 0) {
    const { name } = splitPath(typed);
    const looked = cutAt === null ? words`No name` : words`None of the first ${count(cutAt)} names`;
    const none =
      name === ''
        ? words` No file to choose in ${where}.`
        : words` ${looked} in ${where} matches “${printable(name)}”.`;
    return [compose([span(none, theme.faint)], columns)];
  }
  const { top, end } = windowOf({
    length: matches.length,
    height: rows - 1,
    top: 0,
    cursor: chosen,
  });
  const first = cutAt === null ? words`` : words` (first ${count(cutAt)} names)`;
  const found: Line = [span(words` In ${where}: ${count(matches.length)}${first}`, theme.faint)];
  const keys: Line = [
    span(words` · `, theme.faint),
    span(words`Tab`, theme.key),
    span(words` completes  `, theme.faint),
    span(words`${keyName('up', room)} ${keyName('down', room)}`, theme.key),
    span(words` choose  `, theme.faint),
    span(words`Enter`, theme.key),
    span(chosen < 0 ? words` takes what was typed` : words` takes it`, theme.faint),
  ];
  // The footer names Tab and Enter, too.
  const hasRoom = lineWidth(found) + lineWidth(keys) <= columns;
  const head = compose(hasRoom ? [...found, ...keys] : found, columns);
  return [
    head,
    ...matches
      .slice(top, end)
      .map((match, at) =>
        compose(
          [
            top + at === chosen ? span(words` ❯ `, theme.key) : span(words`   `),
            ...nameSpans(match),
          ],
          columns,
        ),
      ),
  ];
}
