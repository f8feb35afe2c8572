import { defineOperation } from '../operation.ts';
import { type Decoded, decoder, list, object, strict } from '../shape.ts';
import { id, integer, text } from '../values.ts';

/* Resources, "Search response". */

export const hitShape = object({
  /** Allowed values not shown; seen: cdn, storage, dns, script, stream. */
  Type: text,
  Id: id,
  /** Chosen by the tenant. Hostile text. */
  Name: text,
});

export const searchShape = object({
  /** The query as received: compare it with the one sent. */
  Query: text,
  /** Total number of matches. */
  Total: integer,
  /** Number of results skipped. */
  From: integer,
  /** As requested or as returned; the contract does not say. */
  Size: integer,
  SearchResults: strict(list(hitShape)),
});

/** The contract does not show the query parameters; names and defaults are from wire-facts 7. */
interface SearchInput {
  readonly search: string;
  /** Default 0. */
  readonly from?: number | undefined;
  /** Default 20; the maximum is not stated. */
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
