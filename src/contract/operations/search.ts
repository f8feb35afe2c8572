import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, list, object, strict } from '../shape.ts';
import { id, integer, text } from '../values.ts';

/* Resources, "Search response". */

export const hitShape = object({
  /** Allowed values not shown; seen: cdn, storage, dns, script, stream. */
  Type: text,
  /** Decimal digits, exact beyond 2^53. */
  Id: id,
  /** Chosen by the tenant. Hostile text. */
  Name: text,
});

export const searchShape = object({
  /** The input query: compare it with the one sent. */
  Query: text,
  /** Results that match the query. */
  Total: integer,
  /** Results skipped. */
  From: integer,
  /** Size of the result set: asked for or returned, the contract does not say. */
  Size: integer,
  SearchResults: strict(list(hitShape)),
});

/** The query parameters are not shown in the contract; names and defaults are from wire-facts 7. */
interface SearchInput {
  /** The term. */
  readonly search: string;
  /** Results to skip; the service's default is 0. */
  readonly from?: number | undefined;
  /** Results wanted; the service's default is 20, its maximum not stated. */
  readonly size?: number | undefined;
}

export type SearchHit = NonNullable<Decoded<typeof hitShape>>;
export type SearchAnswer = NonNullable<Decoded<typeof searchShape>>;

/** Search over the whole platform (Endpoints, 7). */
export const search = defineOperation<SearchInput, SearchAnswer>({
  id: 'search',
  number: 7,
  title: 'Global search',
  method: 'GET',
  path: '/search',
  subject: null,
  credential: 'stated',
  effect: 'reads',
  probe: { noun: 'search', input: () => ({ search: 'warren', size: 1 }) },
  compose: ({ search, from, size }) => ({ path: {}, query: { search, from, size } }),
  answer: decoder('search', searchShape),
});
