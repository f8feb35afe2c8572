import { outcomeWords, sightingWords, watchWords } from '../mutations/outcome-words.ts';
import type { Change } from '../state/change.ts';
import { type Printable, printable, printableStart, words } from '../text/printable.ts';
import { type TimeZone, timeOfDay } from '../text/time.ts';
import { wrapLines } from '../text/width.ts';
import { type Line, type Span, span } from '../ui/line.ts';
import { theme } from '../ui/theme.ts';
import { errorFields } from './record-items.ts';

const SIGNS = { good: words`●`, warn: words`◐`, bad: words`✖`, faint: words`○` };

/** The outcome in two or three words, with a sign. */
export function outcomeSpan(change: Change): Span {
  const { tone, headline } = outcomeWords(change);
  const isUnknown = change.state.kind === 'unknown';
  return span(words`${isUnknown ? words`?` : SIGNS[tone]} ${headline}`, theme[tone]);
}

const wrapped = (text: Printable, columns: number): Line[] =>
  text === '' ? [] : wrapLines(text, columns - 1).map((line) => [span(words` ${line}`)]);

/** Everything there is to say about a change, in lines of at most `columns`. */
export function changeLines(change: Change, columns: number, zone: TimeZone): readonly Line[] {
  const { state, begun, unrecorded, watch } = change;
  const { reason, next } = outcomeWords(change);
  const at = state.kind === 'pending' ? begun : state.at;
  const verb = state.kind === 'pending' ? words`since` : words`at`;
  const finding = watchWords(change);
  const lines: Line[] = [
    [
      span(words` `),
      outcomeSpan(change),
      span(words` ${verb} ${timeOfDay(at.wall, zone)}`, theme.faint),
    ],
    ...wrapped(reason, columns),
    ...wrapped(next, columns),
  ];
  for (const difference of (state.kind === 'accepted' && state.differences) || []) {
    lines.push(
      ...wrapLines(words`! ${printable(difference)}`, columns - 1).map(
        (line): Line => [span(words` ${line}`, theme.warn)],
      ),
    );
  }
  if ('error' in state) {
    for (const { name, value } of errorFields(state.error)) {
      lines.push(
        ...wrapLines(words`${name}: ${value}`, columns - 1).map(
          (line): Line => [span(words` ${line}`, theme.faint)],
        ),
      );
    }
  }
  for (const sighting of watch?.sightings.slice(-4) ?? []) {
    lines.push([
      span(words` ${timeOfDay(sighting.at.wall, zone)} `, theme.faint),
      span(sightingWords(sighting)),
    ]);
  }
  if (finding !== undefined) lines.push([span(words` ${finding}`, theme.strong)]);
  if (state.kind !== 'pending' && state.requestId !== null) {
    lines.push([span(words` request id ${printableStart(state.requestId)}`, theme.faint)]);
  }
  if (unrecorded !== null) {
    lines.push(
      ...wrapLines(words`! not in the audit file: ${printable(unrecorded)}`, columns - 1).map(
        (line): Line => [span(words` ${line}`, theme.warn)],
      ),
    );
  }
  return lines;
}
