import { describe, expect, it } from 'vitest';
import type {
  ScriptAddVariableInput,
  ScriptVariable,
} from '../../../src/contract/operations/script-add-variable.ts';
import { withoutKey } from '../../../src/http/access-key.ts';
import type { Changes, ConsoleChange } from '../../../src/mutations/changes.ts';
import type { KeyFinder } from '../../../src/mutations/key-finder.ts';
import { secret, variableForm } from '../../../src/panes/scripts/form.ts';
import { sendVariable } from '../../../src/panes/scripts/form-commands.ts';

type AddVariable = ConsoleChange<ScriptAddVariableInput, ScriptVariable>;

/** What is handed to be begun. */
function begun(value: string, accessKey?: Pick<KeyFinder, 'masked'>): AddVariable {
  let change: unknown;
  const changes = {
    begin(given: unknown) {
      change = given;
      return undefined;
    },
  } as unknown as Changes;
  const form = variableForm({ id: '7', name: 'geo' }, 0);
  const filled = { ...form, name: 'TOKEN', required: true, value: secret(value) };
  sendVariable(changes, filled, accessKey);
  return change as AddVariable;
}

describe('the change', () => {
  it('has the value only in its input', () => {
    const { input, ...rest } = begun('canary');
    expect(input).toEqual({ id: '7', Name: 'TOKEN', Required: true, DefaultValue: 'canary' });
    expect(JSON.stringify(rest)).not.toContain('canary');
    expect(rest.what).toBe('TOKEN');
  });

  // Assumption: variable-without-default
  it('leaves out an empty value', () => {
    expect(begun('').input).toEqual({ id: '7', Name: 'TOKEN', Required: true });
    expect(begun('').recorded['DefaultValue']).toBe('none');
  });

  const answer = { Id: '9', Name: 'TOKEN', Required: true, DefaultValue: 'canary' };

  it('D12: says what is stored, but for its value', () => {
    const { summary } = begun('canary');
    expect(summary?.(answer)).toBe('Id 9 · Name TOKEN · Required yes · DefaultValue set, hidden');
    expect(summary?.({ Id: null, Name: null, Required: null, DefaultValue: null })).toBe(
      'Id – · Name – · Required – · DefaultValue none',
    );
  });

  it('D12: compares the stored value with the sent one', () => {
    const { differences } = begun('canary');
    expect(differences?.(answer)).toEqual([]);
    const all = differences?.({ Id: '9', Name: 'token', Required: false, DefaultValue: 'other' });
    expect(all).toEqual([
      expect.stringContaining('Name: TOKEN was sent, token is stored.'),
      expect.stringContaining('Required: yes was sent, no is stored.'),
      expect.stringContaining('DefaultValue: a different value was stored.'),
    ]);
    expect(String(all)).not.toContain('canary');
  });

  it.each([
    ['a name of other letters', { Name: 'canary' }],
    ['an id that is no number', { Id: 'canary' }],
  ])('leaves %s out, which may repeat the value', (_, more) => {
    const { summary, differences } = begun('canary');
    const stored = { ...answer, ...more };
    const text = [summary?.(stored), ...(differences?.(stored) ?? [])].join();
    expect(text).toContain('‹redacted›');
    expect(text).not.toContain('canary');
    expect(begun('').summary?.(stored), 'nothing can repeat an empty value').toContain('canary');
  });

  it('leaves out an id that is the value, or a part of it', () => {
    expect(begun('pin 4711').summary?.({ ...answer, Id: '4711' })).toContain('Id ‹redacted›');
  });

  it('D12: knows a value with the access key, which is masked in the answer', () => {
    const { differences } = begun('k=canary-123', {
      masked: (text) => withoutKey(text, 'canary-123'),
    });
    expect(differences?.({ ...answer, DefaultValue: 'k=‹key›' })).toEqual([]);
    expect(differences?.({ ...answer, DefaultValue: '‹key›' })).toHaveLength(1);
  });
});
