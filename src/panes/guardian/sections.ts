import { type Printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { compose, gap, type Span, type Styled, span } from '../../ui/line.ts';
import { saidTab } from '../../ui/said.ts';
import { theme } from '../../ui/theme.ts';

/** The parts of the pane, in the order in which an upload goes through them. */
export type SectionId = 'check' | 'changes' | 'send' | 'endpoints' | 'compared';

export const SECTIONS: readonly SectionId[] = ['check', 'changes', 'send', 'endpoints', 'compared'];

const TITLES: Readonly<Record<SectionId, Printable>> = {
  check: words`Check`,
  changes: words`Changes`,
  send: words`Send`,
  endpoints: words`Endpoints`,
  compared: words`Compared`,
};

/** What a section's tab says beside its name: `✖ 2`. */
export interface Mark {
  readonly text: Printable;
  readonly style: Style;
}

/** The sections on one line, the one on screen inverted. */
export function sectionStrip(
  current: SectionId,
  marks: Readonly<Partial<Record<SectionId, Mark>>>,
  columns: number,
): Styled {
  const selected = SECTIONS.indexOf(current);
  const names = SECTIONS.map((id) => words`${TITLES[id]} ${marks[id]?.text ?? words``}`);
  const heard = saidTab({ names, selected, keys: words`Left and Right` }, columns);
  if (heard) return heard;
  const line: Span[] = [gap(1)];
  for (const id of SECTIONS) {
    const mark = marks[id];
    const style = id === current ? theme.selected : theme.plain;
    line.push(span(words` ${TITLES[id]}`, style));
    if (mark) line.push(span(words` ${mark.text}`, id === current ? style : mark.style));
    line.push(span(words` `, style), gap(1));
  }
  line.push(gap(1), span(words`← →`, theme.key));
  return compose(line, columns);
}

/** The section `by` steps from `current`, round the ends. */
export const sectionBeside = (current: SectionId, by: 1 | -1): SectionId =>
  SECTIONS[(SECTIONS.indexOf(current) + by + SECTIONS.length) % SECTIONS.length] ?? current;
