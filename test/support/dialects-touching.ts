import type { OperationId } from '../../src/contract/operation.ts';
import {
  type Dialect,
  type DialectChoice,
  type DialectId,
  dialectChoices,
  dialectFrom,
} from '../../src/platform/wire/dialect.ts';
import { readAssumptions } from './assumptions.ts';
import { pairwise } from './pairwise.ts';

const byId = new Map(readAssumptions().map((assumption) => [assumption.id, assumption]));

/** The dialects that only the platform knows are ways to page through a log. */
const operationsOf = (id: DialectId): readonly string[] =>
  byId.get(id)?.operations ?? ['event-logs'];

/** The values of a choice in the syntax of `dialectFrom`. */
export const settingsOf = ({ id, values }: DialectChoice): readonly string[] =>
  values.map((value) => `${id}=${value}`);

/**
 * Dialects that combine every two settings that affect one of `operations` at least once, without the settings in `but`. An
 * empty list stands for all operations. Each dialect is text, for the name of a test and for `spoken`.
 */
export function dialectsTouching(
  operations: readonly OperationId[],
  but: readonly string[] = [],
): readonly string[] {
  const touching = dialectChoices.filter(({ id }) => {
    const touched = operationsOf(id);
    return (
      operations.length === 0 ||
      touched.length === 0 ||
      operations.some((each) => touched.includes(each))
    );
  });
  return pairwise(
    touching.map((choice) => settingsOf(choice).filter((setting) => !but.includes(setting))),
  ).map((row) => row.join(' '));
}

/** Parses a dialect from `dialectsTouching`. */
export const spoken = (dialect: string): Partial<Dialect> => dialectFrom(dialect.split(' '));
