import {
  type ScriptVariable,
  scriptAddVariable,
} from '../../contract/operations/script-add-variable.ts';
import { REDACTED } from '../../mutations/redaction.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { type Column, displayValue, grid } from '../output/grid.ts';
import { wireDocument } from '../output/json.ts';
import { facts, type Report } from '../output/report.ts';
import { readInput } from '../read-document.ts';
import { makeChange, nameOf, reportChange, withService } from '../service.ts';

/** Bytes; far more than any sighting of the service's own limit. */
const LARGEST_VALUE = 64 * 1024;

const ID: readonly Column<ScriptVariable>[] = [
  { name: 'Id', value: ({ Id }) => Id },
  { name: 'Name', value: ({ Name }) => Name },
  { name: 'Required', value: ({ Required }) => Required },
];
const VALUE: Column<ScriptVariable> = {
  name: 'DefaultValue',
  value: ({ DefaultValue }) => DefaultValue,
};

/**
 * A variable in every form.
 *
 * @param shown whether the default value, which may be a secret, is part of it
 */
function variableReport(variable: ScriptVariable, shown: boolean): Report {
  const { DefaultValue, ...rest } = wireDocument(scriptAddVariable, variable);
  const document = shown ? { ...rest, DefaultValue } : rest;
  return {
    document,
    records: [document],
    sections: [
      facts(
        [words`id`, displayValue(variable.Id)],
        [words`name`, displayValue(variable.Name)],
        [words`required`, displayValue(variable.Required)],
        [
          words`default`,
          shown || variable.DefaultValue === null || variable.DefaultValue === ''
            ? displayValue(variable.DefaultValue)
            : words`set, and not shown; --show-default shows it`,
        ],
      ),
    ],
    csv: grid(shown ? [...ID, VALUE] : ID, [variable]),
    notes: [],
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
    await reportChange(
      variableReport(answer, options['show-default']),
      { format: options.output, sentence },
      context,
    );
    return EXIT.done;
  });
};
