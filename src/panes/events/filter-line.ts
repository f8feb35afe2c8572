import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { gap, type Line, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';
import type { EventsState } from './state.ts';

/** The filters as they were typed, the time range, and how many entries they leave out: `[status:blocked] [!country:US]`. */
export function filterLine(
  { filters, brush, unmatched }: Pick<EventsState, 'filters' | 'brush' | 'unmatched'>,
  shown: Shown | null,
  zone: TimeZone,
): Line {
  const hidden = shown?.view.counts.hidden ?? 0;
  const left: Printable = unmatched === 'hide' ? words`hidden` : words`dimmed`;
  return [
    gap(1),
    ...filters.flatMap(({ text, state }): readonly Span[] => [
      span(words`[${SIGN[state]}${printable(text)}]`, state === 'off' ? theme.faint : theme.strong),
      gap(1),
    ]),
    ...(brush
      ? [
          span(
            words`[${timeOfDay(brush.from, zone)} to ${timeOfDay(brush.until, zone)}]`,
            theme.special,
          ),
          gap(1),
        ]
      : []),
    span(words` ${count(hidden)} ${left}`, theme.faint),
  ];
}

/** How a filter is in force, before its text. */
const SIGN = { on: words``, inverted: words`!`, off: words`off: ` } as const;
