import type { OperationId } from '../../src/contract/operation.ts';

/**
 * The fields of answers that a place leaves out, by operation and place in the contract, each with its reason. These
 * are whole lists: every other field is shown everywhere, and in JSON there is no exception but a secret.
 */
type NotShown = Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>>;

const SECRET = {
  DefaultValue: 'It may be a secret. --show-default shows it; the console says that there is one.',
};

export const NOT_IN_WIDE_TABLES: NotShown = {
  'script-add-variable': SECRET,
};

const OF_AN_UPLOAD =
  'The pane shows refusals, with their data, at the upload; what comes beside a success is in the table and in JSON.';

export const NOT_IN_DETAILS: NotShown = {
  'script-add-variable': SECRET,
  'guardian-upload': {
    'error.statusCode': OF_AN_UPLOAD,
    'error.success': OF_AN_UPLOAD,
    'error.message': OF_AN_UPLOAD,
    'error.errorKey': OF_AN_UPLOAD,
  },
};
