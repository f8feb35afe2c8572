import { encodeJson } from '../wire/dialect.ts';
import { coreFailure, jsonTextReply } from '../wire/reply.ts';
import { ranked, type SearchItem } from '../world/search.ts';
import type { Handler } from './handler.ts';

const DEFAULT_PAGE_SIZE = 20;
/** Maximum page size. */
const MAX_PAGE_SIZE = 1000;

/** Operation 7, with the parameters and defaults of wire-facts 7. */
export const search: Handler = ({ query }, { world, dialect }) => {
  const from = count(query.get('from'), 0);
  const size = count(query.get('size'), DEFAULT_PAGE_SIZE);
  if (from === undefined) return invalidNumber('from');
  if (size === undefined) return invalidNumber('size');

  const term = query.get('search');
  const found = ranked(world.catalogue(), term ?? '');
  const page = found.slice(from, from + Math.min(size, MAX_PAGE_SIZE));
  const fields = {
    Query: term,
    Total: found.length,
    From: from,
    Size: dialect['search-page'] === 'size-as-asked' ? size : page.length,
  };
  return jsonTextReply(200, encodeJson({ ...fields, SearchResults: page.map(hit) }, dialect));
};

/** A non-negative int32 query parameter; undefined if invalid. */
function count(text: string | null, otherwise: number): number | undefined {
  if (text === null || text === '') return otherwise;
  const value = Number(text);
  return /^\d{1,10}$/.test(text) && value < 2 ** 31 ? value : undefined;
}

/** Some ids do not fit a double. */
const hit = ({ type, id, name }: SearchItem) => ({
  Type: type,
  Id: JSON.rawJSON(id),
  Name: name,
});

const invalidNumber = (field: string) =>
  coreFailure(400, {
    ErrorKey: 'validation_error',
    Field: field,
    Message: `The value of ${field} is not valid.`,
  });
