import { parseJson } from '../../contract/json.ts';
import type { Json } from '../../contract/scalars.ts';
import type { EntryId, EventStore } from '../../events/store.ts';
import { stamp, timeOfDayExact, type Zone } from '../../text/moments.ts';
import { printable, words } from '../../text/printable.ts';
import { wrapLines } from '../../text/width.ts';
import { compose, type Line, lineWidth, type Styled, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { fact, heading } from '../fact.ts';
import { rawTree } from '../raw-tree.ts';
import { statusCell } from './columns.ts';

/** The text of an entry as JSON when it is that (wire-facts 8.3), else null. */
function logTree(log: string): Json | undefined {
  try {
    return parseJson(log);
  } catch {
    return undefined;
  }
}

/** Long values go on in the next lines, under where they began. */
function wrapped(line: Line, columns: number): readonly Line[] {
  if (lineWidth(line) <= columns) return [line];
  const name = line.length > 1 ? line[0] : undefined;
  const value = line.at(-1);
  if (!value) return [line];
  const indent = name ? Math.min(name.text.length, Math.floor(columns / 2)) : 0;
  return wrapLines(value.text, Math.max(8, columns - indent)).map((text, at) =>
    at === 0 && name
      ? [name, span(text, value.style)]
      : [span(words`${SPACES.slice(0, indent) as typeof text}${text}`, value.style)],
  );
}

const SPACES = ' '.repeat(200);

/** One entry in full: what it is, its labels, the document in its log. */
export function inspectorLines(
  store: EventStore,
  id: EntryId,
  zone: Zone,
  columns: number,
): readonly Styled[] {
  const entry = store.entry(id);
  const time = entry.time ?? Number.NaN;
  const lines: Line[] = [
    [statusCell(entry.labels.status), span(words`  ${stamp(time, zone)}`, theme.strong)],
    fact(words`exactly`, [
      span(words`${timeOfDayExact(time, zone)}`),
      span(words`  raw ${printable(String(entry.timestamp))}`, theme.faint),
    ]),
    fact(words`logId`, [span(printable(entry.logId ?? '–'))]),
  ];
  if (entry.late) lines.push([span(words`‹ arrived late, behind newer ones`, theme.special)]);
  if (entry.conflict) {
    lines.push([span(words`≠ the service sent this id with different contents`, theme.special)]);
  }
  lines.push([], heading(words`Labels`));
  for (const [name, value] of Object.entries(entry.labels)) {
    lines.push(fact(printable(name), [span(printable(value || '–'))]));
  }
  lines.push([], heading(words`Log`));
  if (entry.log === null) lines.push([span(words`none`, theme.faint)]);
  else {
    const tree = logTree(entry.log);
    if (tree === undefined || typeof tree !== 'object') {
      lines.push(...wrapLines(printable(entry.log), columns).map((text) => [span(text)]));
    } else lines.push(...rawTree(tree));
  }
  return lines.flatMap((line) => wrapped(line, columns)).map((line) => compose(line, columns));
}
