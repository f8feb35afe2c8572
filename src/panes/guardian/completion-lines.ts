import { count } from '../../text/figures.ts';
import { windowOf } from '../../text/list-window.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { compose, type Span, type Styled, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Completion, PathMatch } from './path-completion.ts';

/** A name with the characters that matched made to stand out. */
function nameSpans({ entry, ranges }: PathMatch): readonly Span[] {
  const name = printable(entry.name);
  const style = entry.kind === 'directory' ? theme.accent : theme.plain;
  const spans: Span[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) spans.push(span(name.slice(at, from) as Printable, style));
    spans.push(span(name.slice(from, to) as Printable, theme.match));
    at = to;
  }
  spans.push(span(name.slice(at) as Printable, style));
  if (entry.kind === 'directory') spans.push(span(words`/`, style));
  return spans;
}

/** What a typed path may mean, the marked one being what Enter takes. */
export function completionLines(
  { directory, matches, chosen }: Completion,
  columns: number,
  rows: number,
): readonly Styled[] {
  const where = directory === '' ? words`the current directory` : printable(directory);
  if (!matches) {
    return [compose([span(words` ${where} cannot be looked into.`, theme.warn)], columns)];
  }
  if (matches.length === 0) {
    return [
      compose(
        [span(words` Nothing in ${where} goes on from what was typed.`, theme.faint)],
        columns,
      ),
    ];
  }
  const { top, end } = windowOf({
    length: matches.length,
    height: rows - 1,
    top: 0,
    cursor: chosen,
  });
  const head = compose(
    [
      span(words` In ${where}: ${count(matches.length)} · `, theme.faint),
      span(words`Tab`, theme.key),
      span(words` completes  `, theme.faint),
      span(words`↑ ↓`, theme.key),
      span(words` choose  `, theme.faint),
      span(words`Enter`, theme.key),
      span(words` takes it`, theme.faint),
    ],
    columns,
  );
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
