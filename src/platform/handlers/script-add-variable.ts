import { coreFailure, jsonReply, problemDetails, type Reply } from '../wire/reply.ts';
import { type Handler, parsedObject } from './handler.ts';

const MAX_NAME_LENGTH = 256;
const MAX_VALUE_LENGTH = 4096;
/** Per script (wire-facts 2). */
const MAX_VARIABLES = 128;
const FIELDS = new Set(['Name', 'Required', 'DefaultValue']);

/** Operation 2. Names are compared case-insensitively and stored as written. */
export const scriptAddVariable: Handler = async (
  { path, body, mediaType },
  { world, storage, dialect },
) => {
  const script = world.scripts.find(({ id }) => String(id) === path.id);
  if (!script) {
    return coreFailure(404, {
      ErrorKey: 'edgeScript.not_found',
      Field: 'EdgeScript',
      Message: 'The requested edge script was not found.',
    });
  }
  if (mediaType !== 'application/json') {
    return problemDetails(415, 'The body must be application/json.');
  }
  const input = parsedObject(body);
  if (!input) return invalid('body', 'The request body is not a JSON object.');
  const unknown = Object.keys(input).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return invalid(unknown, 'The field is not known.');

  const { Name, Required, DefaultValue = null } = input;
  if (typeof Name !== 'string' || Name.length < 1 || Name.length > MAX_NAME_LENGTH) {
    return invalid('Name', `The name must have 1 to ${MAX_NAME_LENGTH} characters.`);
  }
  if (typeof Required !== 'boolean') return invalid('Required', 'The field must be true or false.');
  // The database stores UTF-8, which has no lone surrogates.
  if (!Name.isWellFormed()) return invalid('Name', 'The name must be well-formed text.');
  if (DefaultValue !== null && typeof DefaultValue !== 'string') {
    return invalid('DefaultValue', 'The default value must be a string.');
  }
  if (DefaultValue !== null && DefaultValue.length > MAX_VALUE_LENGTH) {
    return invalid(
      'DefaultValue',
      `The default value must not exceed ${MAX_VALUE_LENGTH} characters.`,
    );
  }

  const writer = await storage.writer();
  const present = [...script.variables, ...storage.variablesOf(script.id)];
  if (present.some(({ name }) => name.toLowerCase() === Name.toLowerCase())) {
    return coreFailure(Number(dialect['duplicate-variable']), {
      ErrorKey: 'edgeScript.variable_name_taken',
      Field: 'Name',
      Message: 'A variable or secret with this name exists already.',
    });
  }
  if (present.length >= MAX_VARIABLES) {
    return coreFailure(400, {
      ErrorKey: 'edgeScript.too_many_variables',
      Field: 'Name',
      Message: `A script cannot have more than ${MAX_VARIABLES} variables.`,
    });
  }
  const variable = { name: Name, required: Required, defaultValue: DefaultValue };
  const Id = writer.addVariable(script.id, variable);
  return jsonReply(Number(dialect['variable-success-status']), {
    Id,
    Name,
    Required,
    DefaultValue,
  });
};

const invalid = (Field: string, Message: string): Reply =>
  coreFailure(400, { ErrorKey: 'validation_error', Field, Message });
