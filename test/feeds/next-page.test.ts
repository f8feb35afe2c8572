import { describe, expect, it } from 'vitest';
import { nextPage } from '../../src/feeds/walk.ts';

const NEW_WALK = { sent: undefined, seen: new Set<string>(), emptyRun: 0 };

// Assumption: last-page-token
describe('where a walk through pages goes', () => {
  it.each([
    {
      said: 'on with the token',
      page: { hasMoreData: true, continuationToken: 'b', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'next', token: 'b' },
    },
    {
      said: 'nowhere when there is no more data, whatever token came',
      page: { hasMoreData: false, continuationToken: 'b', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'complete' },
    },
    {
      said: 'on with the token when nothing is said of more data',
      page: { hasMoreData: null, continuationToken: 'b', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'next', token: 'b' },
    },
    {
      said: 'nowhere, and not to the end, when nothing is said and there is no token',
      page: { hasMoreData: null, continuationToken: null, entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'more-unsaid' },
    },
    {
      said: 'nowhere for now when an empty page leads to itself',
      page: { hasMoreData: true, continuationToken: 'a', entries: 0 },
      walk: { ...NEW_WALK, sent: 'a' },
      next: { kind: 'end', reason: 'waiting' },
    },
    {
      said: 'nowhere without a token',
      page: { hasMoreData: true, continuationToken: null, entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'token-missing' },
    },
    {
      said: 'nowhere with an empty token',
      page: { hasMoreData: true, continuationToken: '', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'token-missing' },
    },
    {
      said: 'nowhere with the token just sent',
      page: { hasMoreData: true, continuationToken: 'a', entries: 9 },
      walk: { ...NEW_WALK, sent: 'a' },
      next: { kind: 'end', reason: 'token-repeated' },
    },
    {
      said: 'nowhere round in circles',
      page: { hasMoreData: true, continuationToken: 'a', entries: 9 },
      walk: { ...NEW_WALK, sent: 'c', seen: new Set(['a', 'b', 'c']) },
      next: { kind: 'end', reason: 'token-repeated' },
    },
    {
      said: 'nowhere with a token that is no path segment',
      page: { hasMoreData: true, continuationToken: '..', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'token-unusable' },
    },
    {
      said: 'nowhere with a token beyond four kilobytes',
      page: { hasMoreData: true, continuationToken: 'x'.repeat(4097), entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'token-unusable' },
    },
    {
      said: 'past nine empty pages',
      page: { hasMoreData: true, continuationToken: 'b', entries: 0 },
      walk: { ...NEW_WALK, emptyRun: 9 },
      next: { kind: 'next', token: 'b' },
    },
    {
      said: 'not past ten empty pages',
      page: { hasMoreData: true, continuationToken: 'b', entries: 0 },
      walk: { ...NEW_WALK, emptyRun: 10 },
      next: { kind: 'end', reason: 'empty-pages' },
    },
  ])('$said', ({ page, walk, next }) => {
    expect(nextPage(page, walk)).toEqual(next);
  });
});
