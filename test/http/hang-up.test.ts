import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createHangUp } from '../../src/http/hang-up.ts';

/** A stream that keeps what it is ended with. */
const stream = () => {
  const errors: Error[] = [];
  return { errors, destroy: (error: Error) => errors.push(error) };
};

describe('hanging up', () => {
  it('ends every stream of a signal that is aborted, and none of another', () => {
    const [one, two, other] = [stream(), stream(), stream()];
    const hangUp = createHangUp();
    const controller = new AbortController();
    hangUp.with(controller.signal, one);
    hangUp.with(controller.signal, two);
    hangUp.with(new AbortController().signal, other);
    controller.abort();
    expect([one, two, other].map(({ errors }) => errors.length)).toEqual([1, 1, 0]);
  });

  it('leaves alone what is over', () => {
    const over = stream();
    const hangUp = createHangUp();
    const controller = new AbortController();
    hangUp.with(controller.signal, over)();
    controller.abort();
    expect(over.errors).toEqual([]);
  });

  it('ends at once what comes too late', () => {
    const late = stream();
    createHangUp().with(AbortSignal.abort(), late);
    expect(late.errors).toHaveLength(1);
  });

  it('listens once to a signal, however many streams belong to it', () => {
    const hangUp = createHangUp();
    const { signal } = new AbortController();
    for (let count = 0; count < 100; count++) hangUp.with(signal, stream());
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });
});
