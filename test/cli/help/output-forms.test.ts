import { expect, it } from 'vitest';
import { DOCUMENTS, FORMATS } from '../../../src/cli/help/output-forms.ts';
import { commandNames, specOf } from '../../../src/cli/table/commands.ts';
import { OUTPUT } from '../../../src/cli/table/shared-options.ts';

it('every format is described', () => {
  expect(FORMATS.map(([name]) => name)).toEqual(OUTPUT[0].choices);
});

it('the document of every command that has formats is described', () => {
  const described = DOCUMENTS.flatMap(([names]) => names.split(', ')).sort();
  const withFormats = commandNames.filter((name) =>
    specOf(name).options.some((option) => option.name === 'output'),
  );
  expect(described).toEqual([...withFormats].sort());
});
