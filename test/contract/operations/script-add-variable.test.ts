import { expect, it } from 'vitest';
import { scriptAddVariable } from '../../../src/contract/operations/script-add-variable.ts';
import { noDrift } from '../../support/no-drift.ts';

it('answers with the variable and its id', () => {
  const json = { Id: 12, Name: 'OriginUrl', Required: true, DefaultValue: null };
  expect(scriptAddVariable.answer.decode(json, noDrift)).toEqual({ ...json, Id: '12' });
});

it('omits the default if there is none, but sends an empty one', () => {
  const variable = { id: '5', Name: 'A', Required: false };
  expect(JSON.stringify(scriptAddVariable.compose(variable).body)).toBe(
    '{"Name":"A","Required":false}',
  );
  expect(scriptAddVariable.compose({ ...variable, DefaultValue: '' }).body).toMatchObject({
    DefaultValue: '',
  });
});
