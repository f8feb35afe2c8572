import { type Printable, printable } from '../text/printable.ts';
import { pad, width, wrapLines } from '../text/width.ts';

/** Text below a heading is indented, as in manual pages. */
const INDENT = 2;
const CODE_INDENT = 6;
const COLUMN_GAP = 2;

/**
 * Renders Markdown as plain lines of at most `columns` cells: headings, paragraphs, lists, tables and fenced code.
 * Code is not wrapped, so that it can be copied.
 */
export function renderMarkdown(markdown: string, columns: number): readonly Printable[] {
  const blocks = blocksOf(markdown).map((block) => renderBlock(block, columns));
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ['' as Printable, ...lines]));
}

interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'table' | 'code';
  readonly lines: string[];
}

const FENCE = /^```/;

function kindOf(line: string): Block['kind'] {
  if (line.startsWith('#')) return 'heading';
  if (line.startsWith('|')) return 'table';
  return /^\s*(?:[-*]|\d+\.) /.test(line) ? 'list' : 'paragraph';
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  const begin = (kind: Block['kind'], ...lines: string[]): Block => {
    const block: Block = { kind, lines };
    blocks.push(block);
    return block;
  };
  for (const line of markdown.split('\n')) {
    if (open?.kind === 'code') {
      if (FENCE.test(line)) open = undefined;
      else open.lines.push(line);
    } else if (FENCE.test(line)) open = begin('code');
    else if (line.trim() === '') open = undefined;
    else {
      const kind = kindOf(line);
      // A line without a mark continues the paragraph or list item.
      const goesOn = open && (open.kind === kind || kind === 'paragraph') && kind !== 'heading';
      if (open && goesOn && open.kind !== 'heading') open.lines.push(line);
      else open = begin(kind, line);
    }
  }
  return blocks;
}

function renderBlock({ kind, lines }: Block, columns: number): readonly Printable[] {
  switch (kind) {
    case 'heading':
      return lines.map((line) => plain(line.replace(/^#+\s*/, '')));
    case 'paragraph':
      return indented(lines.join(' '), columns, INDENT);
    case 'list':
      return listItems(lines).flatMap(({ mark, text }) => {
        const [first = '', ...more] = indented(text, columns, INDENT + mark.length);
        const head = ' '.repeat(INDENT) + mark + first.trimStart();
        return [head as Printable, ...more];
      });
    case 'table':
      return renderTable(lines, columns);
    case 'code':
      return lines.map((line) => printable(`${' '.repeat(CODE_INDENT)}${line}`.trimEnd()));
  }
}

function listItems(lines: readonly string[]): readonly { mark: string; text: string }[] {
  const items: { mark: string; text: string }[] = [];
  for (const line of lines) {
    const [, mark, text = ''] = /^\s*([-*]|\d+\.) (.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    if (mark !== undefined) items.push({ mark: `${mark} `, text });
    else if (last) last.text += ` ${line.trim()}`;
  }
  return items;
}

/** Renders a table without rules; the last column is wrapped. */
function renderTable(lines: readonly string[], columns: number): readonly Printable[] {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map(plain),
    );
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((most, row) => Math.max(most, width(row[at] ?? ('' as Printable))), 0),
  );
  return rows.flatMap((row) => {
    const before = row.slice(0, -1).map((cell, at) => pad(cell, (widths[at] ?? 0) + COLUMN_GAP));
    const indent = INDENT + before.reduce((sum, cell) => sum + width(cell), 0);
    const [first = '', ...more] = indented(row.at(-1) ?? '', columns, indent);
    const head = ' '.repeat(INDENT) + before.join('') + first.trimStart();
    return [head.trimEnd() as Printable, ...more];
  });
}

const indented = (text: string, columns: number, indent: number): readonly Printable[] =>
  wrapLines(plain(text), columns - indent).map(
    (line) => `${' '.repeat(indent)}${line.trimEnd()}` as Printable,
  );

/** Text without the marks of code, emphasis and links. */
const plain = (text: string): Printable =>
  printable(
    text
      .trim()
      // No pattern looks past the next mark, so the time is linear.
      .replace(/\[([^[\]]+)\]\(([^()]+)\)/g, '$1 ($2)')
      .replace(/\*\*([^*]+)\*\*/g, '$1')
      .replace(/`` ((?:[^`]|`(?!`))+) ``|`([^`]+)`/g, '$1$2')
      .replaceAll('\\|', '|'),
  );
