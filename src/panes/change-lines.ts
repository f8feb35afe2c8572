import { outcomeWords, sightingWords, watchWords } from '../mutations/outcome-words.ts';
import type { Change } from '../state/change.ts';
import { type Printable, printable, printableStart, words } from '../text/printable.ts';
import type { Style } from '../text/style.ts';
import { type TimeZone, timeOfDay } from '../text/time.ts';
import { type Line, type Span, span, wrappedText } from '../ui/line.ts';
import { theme } from '../ui/theme.ts';
import { errorFields } from './record-items.ts';

const SIGNS = { good: words`●`, warn: words`◐`, bad: words`✖`, faint: words`○` };

/** The outcome in two or three words, with a sign. */
export function outcomeSpan(change: Change): Span {
  const { tone, headline } = outcomeWords(change);
  const isUnknown = change.state.kind === 'unknown';
  return span(words`${isUnknown ? words`?` : SIGNS[tone]} ${headline}`, theme[tone]);
}

/** Everything there is to say about a change, in lines of at most `columns`. */
export function changeLines(change: Change, columns: number, zone: TimeZone): readonly Line[] {
  const { state, begun, unrecorded, watch } = change;
  const { reason, next } = outcomeWords(change);
  const at = state.kind === 'pending' ? begun : state.at;
  const verb = state.kind === 'pending' ? words`since` : words`at`;
  const finding = watchWords(change);
  const told = (text: Printable, style?: Style) => wrappedText(text, columns - 1, style);
  return [
    [
      span(words` `),
      outcomeSpan(change),
      span(words` ${verb} ${timeOfDay(at.wall, zone)}`, theme.faint),
    ],
    ...[reason, next].filter((text) => text !== '').flatMap((text) => told(text)),
    ...((state.kind === 'accepted' && state.differences) || []).flatMap((difference) =>
      told(words`! ${printable(difference)}`, theme.warn),
    ),
    ...('error' in state ? errorFields(state.error) : []).flatMap(({ name, value }) =>
      told(words`${name}: ${value}`, theme.faint),
    ),
    ...(watch?.sightings.slice(-4) ?? []).map((sighting) => [
      span(words` ${timeOfDay(sighting.at.wall, zone)} `, theme.faint),
      span(sightingWords(sighting)),
    ]),
    ...(finding === undefined ? [] : [[span(words` ${finding}`, theme.strong)]]),
    ...(state.kind === 'pending' || state.requestId === null
      ? []
      : [[span(words` request id ${printableStart(state.requestId)}`, theme.faint)]]),
    ...(unrecorded === null
      ? []
      : told(words`! not in the audit file: ${printable(unrecorded)}`, theme.warn)),
  ];
}
