import {
  type ScriptVariable,
  scriptAddVariable,
} from '../../contract/operations/script-add-variable.ts';
import type { BegunChange, Changes } from '../../mutations/changes.ts';
import { STRUCK_OUT } from '../../mutations/redaction.ts';
import type { VariableForm } from './form.ts';

/** Begins to add the variable of the form; undefined while another change of the script is under way. */
export function sendVariable(
  changes: Changes,
  { script, name, required, value }: VariableForm,
): BegunChange<ScriptVariable> | undefined {
  const text = value.reveal();
  return changes.begin({
    operation: scriptAddVariable,
    input: {
      id: script.id,
      Name: name,
      Required: required,
      ...(text === '' ? {} : { DefaultValue: text }),
    },
    subject: { kind: 'script', id: script.id, name: script.name },
    what: name,
    recorded: {
      id: script.id,
      Name: name,
      Required: required,
      DefaultValue: text === '' ? 'none' : STRUCK_OUT,
    },
    secret: [text],
    said: (answer) => saidOf(answer, name, text),
  });
}

/** The id the service gave it, and what it changed of what was sent. */
function saidOf(answer: ScriptVariable, name: string, value: string): string {
  const parts = [`Id ${answer.Id ?? 'not told'}`];
  if (answer.Name !== null && answer.Name !== name)
    parts.push(`named ${answer.Name} by the service`);
  if (answer.DefaultValue !== null && answer.DefaultValue !== value) {
    parts.push('answered with another value than was sent');
  }
  return parts.join(', ');
}
