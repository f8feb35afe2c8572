import {
  type ScriptVariable,
  scriptAddVariable,
  variableShape,
} from '../../contract/operations/script-add-variable.ts';
import {
  auditedVariable,
  shownVariable,
  variableDifferences,
} from '../../mutations/variable-differences.ts';
import { unusualName } from '../../mutations/variable-name.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { asSentence, type Printable, printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { makeChange, nameOf, nothingSent, reportChange } from '../make-change.ts';
import { displayValue, grid, type OutputColumn } from '../output/grid.ts';
import { wireDocument } from '../output/json.ts';
import { facts, onlyTable, type Report } from '../output/report.ts';
import { wideFacts } from '../output/wide.ts';
import { readInput } from '../read-document.ts';
import { withService } from '../service.ts';

/** In bytes. Far above any limit of the service that we have seen. */
const MAX_VALUE_BYTES = 64 * 1024;

const ID: readonly OutputColumn<ScriptVariable>[] = [
  { name: 'Id' },
  { name: 'Name' },
  { name: 'Required' },
];
const VALUE: OutputColumn<ScriptVariable> = { name: 'DefaultValue' };

/**
 * No operation removes a variable, so a name that is probably wrong is not sent.
 *
 * @throws UserError when it is not
 */
function assertUsualName(name: string): void {
  const fault = name === '' ? words`The name is empty.` : unusualName(name);
  if (fault === undefined) return;
  throw new UserError([
    words`${asSentence(fault)} Nothing was sent; --unchecked sends it anyway.`,
    words`No operation removes a variable: a wrong one is removed in the dashboard.`,
  ]);
}

/** @param shown whether to include the default value, which may be a secret */
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
    sections: [
      wideFacts(variableShape, variable, ['DefaultValue'], [words`default`, value]),
      onlyTable(
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
  if (!options.unchecked) assertUsualName(NAME);
  if (value !== undefined && fromStdin) {
    throw new UserError([words`Give one of --default and --default-stdin.`]);
  }
  // The line end comes from `echo` and is not part of the value.
  const DefaultValue = fromStdin
    ? (await readInput(context, MAX_VALUE_BYTES).catch(nothingSent)).replace(/\r?\n$/, '')
    : value;
  // An empty input may also mean that the program before the pipe failed.
  if (fromStdin && DefaultValue === '') {
    throw new UserError([
      words`Standard input was empty. Nothing was sent; --default '' stores an empty value.`,
    ]);
  }
  return withService(options, context, async (service) => {
    const { required } = options;
    const input = { id, Name: NAME, Required: required, DefaultValue };
    const answer = await makeChange(
      {
        operation: scriptAddVariable,
        input,
        subject: { kind: 'script', id, name: nameOf(service, 'scripts', id) },
        recorded: auditedVariable(input),
      },
      service,
      context,
    );
    const sentence = words`The variable ${printable(NAME)} was accepted.`;
    const shown = shownVariable(input, answer);
    const differences = variableDifferences(input, shown, service.session.accessKey);
    const unusual = unusualName(NAME);
    const notes = unusual === undefined ? differences : [unusual, ...differences];
    await reportChange(
      variableReport(shown, { shown: options['show-default'], notes }),
      { flags: options, sentence },
      context,
    );
    return differences.length === 0 ? EXIT.done : EXIT.unexpected;
  });
};
