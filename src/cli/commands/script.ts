import {
  type ScriptAddVariableInput,
  type ScriptVariable,
  scriptAddVariable,
  variableShape,
} from '../../contract/operations/script-add-variable.ts';
import { REDACTED } from '../../mutations/redaction.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { displayValue, grid, type OutputColumn } from '../output/grid.ts';
import { wireDocument } from '../output/json.ts';
import { facts, notWide, type Report } from '../output/report.ts';
import { wideFacts } from '../output/wide.ts';
import { readInput } from '../read-document.ts';
import { makeChange, nameOf, reportChange, withService } from '../service.ts';

/** Bytes; far more than any sighting of the service's own limit. */
const LARGEST_VALUE = 64 * 1024;

const ID: readonly OutputColumn<ScriptVariable>[] = [
  { name: 'Id', value: ({ Id }) => Id },
  { name: 'Name', value: ({ Name }) => Name },
  { name: 'Required', value: ({ Required }) => Required },
];
const VALUE: OutputColumn<ScriptVariable> = {
  name: 'DefaultValue',
  value: ({ DefaultValue }) => DefaultValue,
};

/** What was asked for. */
type SentVariable = Pick<ScriptAddVariableInput, 'Name' | 'Required' | 'DefaultValue'>;

/** How what the service stored differs from what was sent, each with what to do. Values are never part of it. */
function differences(sent: SentVariable, stored: ScriptVariable): readonly Printable[] {
  const found: Printable[] = [];
  if (stored.Name !== sent.Name) {
    found.push(
      words`Name: ${displayValue(sent.Name)} was sent, ${displayValue(stored.Name)} is stored. Let the script read that name, or rename the variable in the dashboard.`,
    );
  }
  if (stored.Required !== sent.Required) {
    found.push(
      words`Required: ${displayValue(sent.Required)} was sent, ${displayValue(stored.Required)} is stored. Set it in the dashboard: no operation changes a variable.`,
    );
  }
  const value = valueDifference(sent.DefaultValue || null, stored.DefaultValue || null);
  if (value !== null) {
    found.push(
      words`DefaultValue: ${value} is stored. Look at it in the dashboard before the script relies on it.`,
    );
  }
  return found;
}

/** What is stored; null when it is what was sent. No value and an empty one are not told apart. */
function valueDifference(sent: string | null, stored: string | null): Printable | null {
  if (stored === sent) return null;
  if (sent === null) return words`none was sent, one`;
  return stored === null ? words`one was sent, none` : words`another than the one sent`;
}

/**
 * A variable in every form.
 *
 * @param shown whether the default value, which may be a secret, is part of it
 */
export function variableReport(
  variable: ScriptVariable,
  { shown, notes }: { readonly shown: boolean; readonly notes: readonly Printable[] },
): Report {
  const { DefaultValue, ...rest } = wireDocument(scriptAddVariable, variable);
  const document = shown ? { ...rest, DefaultValue } : rest;
  const value =
    shown || variable.DefaultValue === null || variable.DefaultValue === ''
      ? displayValue(variable.DefaultValue)
      : words`set, and not shown; --show-default shows it`;
  return {
    document,
    records: [document],
    sections: [
      wideFacts(variableShape, variable, ['DefaultValue'], [words`default`, value]),
      notWide(
        facts(
          [words`id`, displayValue(variable.Id)],
          [words`name`, displayValue(variable.Name)],
          [words`required`, displayValue(variable.Required)],
          [words`default`, value],
        ),
      ),
    ],
    csv: grid(shown ? [...ID, VALUE] : ID, [variable]),
    notes,
  };
}

export const scriptAddVariableCommand: Action<'script add-variable'> = async (
  { arguments: { ID: id, NAME }, options },
  context,
) => {
  const { default: value, 'default-stdin': fromStdin } = options;
  if (value !== undefined && fromStdin) {
    throw new UserError([words`Give one of --default and --default-stdin.`]);
  }
  // The line end belongs to `echo`, not to the value.
  const DefaultValue = fromStdin
    ? (await readInput(context, LARGEST_VALUE)).replace(/\r?\n$/, '')
    : value;
  return withService(options, context, async (service) => {
    const { required } = options;
    const answer = await makeChange(
      {
        operation: scriptAddVariable,
        input: { id, Name: NAME, Required: required, DefaultValue },
        subject: { kind: 'script', id, name: nameOf(service, 'scripts', id) },
        recorded: {
          id,
          Name: NAME,
          Required: required,
          DefaultValue: DefaultValue === undefined ? 'none' : REDACTED,
        },
        secret: DefaultValue === undefined ? [] : [DefaultValue],
      },
      service,
      context,
    );
    const sentence = words`The variable ${printable(NAME)} was accepted.`;
    const notes = differences({ Name: NAME, Required: required, DefaultValue }, answer);
    await reportChange(
      variableReport(answer, { shown: options['show-default'], notes }),
      { flags: options, sentence },
      context,
    );
    return notes.length === 0 ? EXIT.done : EXIT.unexpected;
  });
};
