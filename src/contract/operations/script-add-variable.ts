import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, object } from '../shape.ts';
import { flag, id, text } from '../values.ts';

/* Resources, "Script variable". */

export const variableShape = object({
  /** Assigned by the service. */
  Id: id,
  Name: text,
  /** Whether the script needs a value for it. */
  Required: flag,
  /** May be a secret: show it only on request. */
  DefaultValue: text,
});

export interface ScriptAddVariableInput {
  /** The numeric format is not stated. */
  readonly id: string;
  readonly Name: string;
  readonly Required: boolean;
  /** Omitted from the request if undefined (see `help/assumptions.md`, `variable-without-default`). */
  readonly DefaultValue?: string | undefined;
}

export type ScriptVariable = NonNullable<Decoded<typeof variableShape>>;

/** Adds a variable to a compute script (Endpoints, 2). The success status is not shown. */
export const scriptAddVariable = defineOperation<ScriptAddVariableInput, ScriptVariable>({
  id: 'script-add-variable',
  number: 2,
  title: 'Add a script variable',
  method: 'POST',
  path: '/compute/script/{id}/variables/add',
  subject: 'scripts',
  credential: 'stated',
  effect: 'changes',
  secret: {
    isIn: ({ DefaultValue }) => DefaultValue !== undefined && DefaultValue !== '',
    // See `help/assumptions.md`, `variable-limits`.
    limits: {
      Name: 'A name has 1 to 256 characters, and a script has each name once.',
      DefaultValue:
        'A value has at most 2 KB or 4096 characters: two texts of the vendor disagree.',
    },
    missing: ({ id }) => `The script ${id} does not exist, or is not yours.`,
  },
  compose: ({ id, Name, Required, DefaultValue }) => ({
    path: { id },
    body: { Name, Required, DefaultValue },
  }),
  answer: decoder('script-add-variable', variableShape),
});
