import { expect, it } from 'vitest';
import { FIELDS } from '../../src/events/filter/fields.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { HELP_TOPICS } from '../../src/help/topics.ts';

it('the help on filters explains every field, with examples that are filters', async () => {
  const text = await HELP_TOPICS.filters.load();
  const rows = FIELDS.map(({ aliases, doc, example }) => {
    const also = aliases.length > 0 ? ` (or ${aliases.join(', ')})` : '';
    return `| ${example} | ${doc}${also} |\n`;
  });
  expect(text).toContain(rows.join(''));
  const examples = [...text.matchAll(/`(\(?[a-z]+[: ~][^`]+)`/g)].map(
    ([, example = '']) => example,
  );
  expect(examples.length).toBeGreaterThan(6);
  for (const example of [...examples, ...FIELDS.map((field) => field.example)]) {
    expect([example, parseFilter(example).problems]).toEqual([example, []]);
  }
});
