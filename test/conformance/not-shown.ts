import type { OperationId } from '../../src/contract/operation.ts';

/**
 * The fields of answers that a place leaves out, by operation and place in the contract, each with its reason. These
 * are whole lists: every other field is shown everywhere, and in JSON there is no exception but a secret.
 */
type NotShown = Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>>;

const SECRET = {
  DefaultValue: 'It may be a secret. --show-default shows it; the console says that there is one.',
};

const OF_A_PAGE =
  'It belongs to a page: the command reads page after page by itself and tells when one is missing or refused.';

export const NOT_IN_WIDE_TABLES: NotShown = {
  'script-add-variable': SECRET,
  'event-logs': {
    hasMoreData: OF_A_PAGE,
    continuationToken: OF_A_PAGE,
    startToken: OF_A_PAGE,
    'errorResponse.statusCode': OF_A_PAGE,
    'errorResponse.success': OF_A_PAGE,
    'errorResponse.message': OF_A_PAGE,
    'errorResponse.errorKey': OF_A_PAGE,
  },
};

export const NOT_IN_DETAILS: NotShown = { 'script-add-variable': SECRET };
