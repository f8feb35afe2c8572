import type { OperationId } from '../../src/contract/operation.ts';

/**
 * The fields of answers that a place leaves out, by operation and place in the contract, each with its reason. It is
 * the whole list: every other field is shown everywhere.
 */
export const NOT_IN_WIDE_TABLES: Readonly<
  Partial<Record<OperationId, Readonly<Record<string, string>>>>
> = {
  'script-add-variable': {
    DefaultValue: 'It may be a secret: --show-default shows it.',
  },
};
