import type { OperationId } from '../../src/contract/operation.ts';
import { unstated } from '../../src/contract/unstated.ts';
import { type DialectId, dialectChoices } from '../../src/platform/dialect.ts';

const isUnstated = (id: DialectId): id is DialectId & keyof typeof unstated =>
  Object.hasOwn(unstated, id);

/** What the platform adds of its own are ways to page through a log. */
const operationsOf = (id: DialectId): readonly OperationId[] =>
  isUnstated(id) ? unstated[id].operations : ['event-logs'];

/** Every value of every dialect that touches one of `operations`, as `dialectFrom` takes it. */
export const dialectsTouching = (...operations: readonly OperationId[]): readonly string[] =>
  dialectChoices
    .filter(({ id }) => {
      const touched = operationsOf(id);
      return touched.length === 0 || operations.some((each) => touched.includes(each));
    })
    .flatMap(({ id, values }) => values.map((value) => `${id}=${value}`));
