import { describe, expect, it } from 'vitest';
import type {
  ScriptAddVariableInput,
  ScriptVariable,
} from '../../../src/contract/operations/script-add-variable.ts';
import type { Changes, ConsoleChange } from '../../../src/mutations/changes.ts';
import { secret, variableForm } from '../../../src/panes/scripts/form.ts';

import { sendVariable } from '../../../src/panes/scripts/form-commands.ts';

type AddVariable = ConsoleChange<ScriptAddVariableInput, ScriptVariable>;

/** What is handed to be begun. */
function begun(value: string): AddVariable {
  let change: unknown;
  const changes = {
    begin(given: unknown) {
      change = given;
      return undefined;
    },
  } as unknown as Changes;
  const form = variableForm({ id: '7', name: 'geo' }, 0);
  sendVariable(changes, { ...form, name: 'TOKEN', required: true, value: secret(value) });
  return change as AddVariable;
}

describe('the change', () => {
  it('has the value in its input and nowhere else', () => {
    const { input, secret: guarded, ...rest } = begun('canary');
    expect(input).toEqual({ id: '7', Name: 'TOKEN', Required: true, DefaultValue: 'canary' });
    expect(guarded).toEqual(['canary']);
    expect(JSON.stringify(rest)).not.toContain('canary');
    expect(rest.what).toBe('TOKEN');
  });

  // Assumption: variable-without-default
  it('leaves out a value that is none', () => {
    expect(begun('').input).toEqual({ id: '7', Name: 'TOKEN', Required: true });
    expect(begun('').recorded['DefaultValue']).toBe('none');
  });

  it('says the id it was given, and what was answered otherwise than sent', () => {
    const { said } = begun('canary');
    const answer = { Id: '9', Name: 'TOKEN', Required: true, DefaultValue: 'canary' };
    expect(said?.(answer)).toBe('Id 9');
    expect(said?.({ ...answer, Id: null, Name: 'token', DefaultValue: 'other' })).toBe(
      'Id not told, named token by the service, answered with another value than was sent',
    );
    expect(said?.({ ...answer, Name: null, DefaultValue: null })).toBe('Id 9');
  });
});
