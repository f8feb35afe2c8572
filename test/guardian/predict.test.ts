import { describe, expect, it } from 'vitest';
import { type Before, predict } from '../../src/guardian/predict.ts';
import { returnedFor } from '../support/guardian-answers.ts';
import { documentWith, preflightOf } from '../support/preflights.ts';

const first = documentWith({ '/a': { get: {}, put: {} } });
const second = documentWith({ '/b': { get: {} }, '/a': { get: {} } });
const returned: Before = {
  kind: 'returned',
  configuration: returnedFor(first, ({ requestMethod }) => ({
    validateAuthorization: requestMethod === 'PUT',
  })),
};

function predicted(text: string, before: Before, enforce: boolean | undefined) {
  return predict(preflightOf(text), before, enforce).endpoints.map(
    ({ declared: { method, path }, id, validateAuthorization }) => [
      `${method} ${path}`,
      id,
      validateAuthorization,
    ],
  );
}

describe('predict', () => {
  it('enforces a first upload when nothing is asked', () => {
    expect(predicted(first, { kind: 'nothing uploaded' }, undefined)).toEqual([
      ['GET /a', undefined, true],
      ['PUT /a', undefined, true],
    ]);
  });

  it.each([true, false])('does as it is asked: %s', (enforce) => {
    for (const before of [{ kind: 'nothing uploaded' }, { kind: 'not known' }, returned] as const) {
      expect(predicted(first, before, enforce).map(([, , enforced]) => enforced)).toEqual([
        enforce,
        enforce,
      ]);
    }
  });

  it('keeps ids and settings of the same method and path on an update, and enforces what is new', () => {
    expect(predicted(first, returned, undefined)).toEqual([
      ['GET /a', '1', false],
      ['PUT /a', '2', true],
    ]);
    expect(predicted(second, returned, undefined)).toEqual([
      ['GET /b', undefined, true],
      ['GET /a', '1', false],
    ]);
  });

  it('does not guess where nothing is known', () => {
    expect(predicted(first, { kind: 'not known' }, undefined)).toEqual([
      ['GET /a', undefined, undefined],
      ['PUT /a', undefined, undefined],
    ]);
    const silent: Before = {
      kind: 'returned',
      configuration: returnedFor(first, () => ({
        validateAuthorization: null,
        apiGuardianEndpointId: null,
      })),
    };
    expect(predicted(first, silent, undefined)[0]).toEqual(['GET /a', undefined, undefined]);
  });

  it('copies title and version', () => {
    expect(predict(preflightOf(first), returned, undefined)).toMatchObject({
      title: 'Things',
      version: '1',
    });
  });
});
