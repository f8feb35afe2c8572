import { expect, it } from 'vitest';
import { renderMarkdown } from '../../src/help/render-markdown.ts';

const rendered = (markdown: string, columns = 30) => renderMarkdown(markdown, columns).join('\n');

it('wraps paragraphs below their heading', () => {
  expect(rendered('# Keys\n\nMost keys are `letters`, **some**\nare [others](x.md).')).toBe(
    'Keys\n\n  Most keys are letters, some\n  are others (x.md).',
  );
});

it('aligns the items of a list', () => {
  expect(rendered('- one that is\n  longer than a line is\n- two\n\n1. first')).toBe(
    '  - one that is longer than a\n    line is\n  - two\n\n  1. first',
  );
});

it('leaves code as it is', () => {
  expect(rendered('```yaml\na:\n  - b # `c` and more, which is longer than a line\n\nd\n```')).toBe(
    '      a:\n        - b # `c` and more, which is longer than a line\n\n      d',
  );
});

it('aligns the columns of a table and wraps the last', () => {
  expect(
    rendered('| Key | Does |\n|---|---|\n| `j` | moves down by one row |\n| gg | top |', 20),
  ).toBe('  Key  Does\n  j    moves down by\n       one row\n  gg   top');
});

it('keeps a bar and a backtick in a table', () => {
  expect(rendered('| `a\\|b` | `` ` `` |\n|---|---|')).toBe('  a|b  `');
});

it('removes control characters', () => {
  expect(rendered('a\u001b[2J')).toBe('  a␛[2J');
});
