import type { Assumption } from '../../src/contract/assumptions/assumption.ts';
import { assumptions } from '../../src/contract/assumptions/index.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import {
  type Dialect,
  type DialectChoice,
  type DialectId,
  dialectChoices,
  dialectFrom,
} from '../../src/platform/wire/dialect.ts';
import { pairwise } from './pairwise.ts';

const byId: Readonly<Record<string, Assumption>> = assumptions;

/** What the platform adds of its own are ways to page through a log. */
const operationsOf = (id: DialectId): readonly OperationId[] =>
  byId[id]?.operations ?? ['event-logs'];

/** The values of a choice as `dialectFrom` takes them. */
export const settingsOf = ({ id, values }: DialectChoice): readonly string[] =>
  values.map((value) => `${id}=${value}`);

/**
 * Dialects in which every two settings that touch one of `operations` are spoken together at least once,
 * without the settings in `but`; no operations are all of them. Each is the text of its settings, to be
 * read in a test's name and by `spoken`.
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

/** The dialect that `dialectsTouching` wrote as text. */
export const spoken = (dialect: string): Partial<Dialect> => dialectFrom(dialect.split(' '));
