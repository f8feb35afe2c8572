import { describe, expect, it } from 'vitest';
import { nextPage, orderOf } from '../../src/feeds/next-page.ts';

const NEW_WALK = { sent: undefined, seen: new Set<string>(), emptyRun: 0 };

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
      said: 'nowhere when nothing is said of more data',
      page: { hasMoreData: null, continuationToken: 'b', entries: 9 },
      walk: NEW_WALK,
      next: { kind: 'end', reason: 'complete' },
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
      said: 'past an empty page',
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

describe('the order of a log', () => {
  it.each([
    { stamps: [1, 2, 3], order: 'oldest-first' },
    { stamps: [3, 2, 1], order: 'newest-first' },
    { stamps: [1, 3, 2, 4, 5], order: 'oldest-first' },
    { stamps: [7, 7, 7], order: 'unknown' },
    { stamps: [7], order: 'unknown' },
    { stamps: [], order: 'unknown' },
    { stamps: [Number.NaN, 1, Number.NaN], order: 'unknown' },
  ])('of $stamps is $order', ({ stamps, order }) => {
    expect(orderOf(stamps)).toBe(order);
  });
});
