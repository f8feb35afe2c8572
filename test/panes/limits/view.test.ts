import { expect, it } from 'vitest';
import { rateLimitMetrics } from '../../../src/contract/operations/rate-limit-metrics.ts';
import { mixBar } from '../../../src/panes/limits/view.tsx';
import { lineText } from '../../support/line-text.ts';
import { noDrift } from '../../support/no-drift.ts';

const mix = (blocked: number, challenged: number, logged: number, columns = 10) =>
  lineText(
    mixBar(
      rateLimitMetrics.answer.decode(
        {
          data: {
            overview: {
              blockedBreaches: blocked,
              challengedBreaches: challenged,
              loggedBreaches: logged,
            },
          },
        },
        noDrift,
      ).data.overview,
      columns,
    ),
  );

it.each([
  [3, 6, 1, 'BBBCCCCCCL'],
  [1, 0, 0, 'BBBBBBBBBB'],
  [0, 0, 5, 'LLLLLLLLLL'],
  [1, 1, 1, 'BBBCCCCLLL'],
  [0, 0, 0, '–'],
  [-5, 1, 0, 'CCCCCCCCCC'],
])(
  '%i blocked, %i challenged and %i logged are drawn as %s',
  (blocked, challenged, logged, bar) => {
    expect(mix(blocked, challenged, logged)).toBe(bar);
  },
);

it('no counters, no bar', () => {
  expect(lineText(mixBar(undefined, 10))).toBe('–');
});
