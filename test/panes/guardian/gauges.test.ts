import { describe, expect, it } from 'vitest';
import { exceeded, gaugeLines, type PlanLimits } from '../../../src/panes/guardian/gauges.ts';
import { checked, SHOP } from '../../support/guardian-samples.ts';
import { linesText } from '../../support/line-text.ts';

const shop = checked(SHOP);
const LIMITS: PlanLimits = {
  maxEndpoints: 8,
  maxFieldsPerType: 10,
  maxNestingDepth: 5,
  maxTotalSchemaNodes: 20,
  maxTotalRegexLength: null,
};

describe('what a file has of each plan limit', () => {
  it('limits that the service never told are not known, and none is made up', () => {
    expect(linesText(gaugeLines(shop, null, 80))).toEqual([
      ' endpoints         8 of ?           limit not known   line 43 …› /api/v2/session',
      ' properties of one 3 of ?           limit not known   line 91 …schemas › Product',
      ' nesting depth     7 of ?           limit not known   line 19 …ion/json › schema',
      ' schema nodes      18 of ?          limit not known   line 91 …schemas › Product',
      ' pattern length    29 of ?          limit not known   line 99 …› items › pattern',
    ]);
  });

  it('known ones are drawn as bars, each with the place that counts most', () => {
    expect(linesText(gaugeLines(shop, LIMITS, 80))).toEqual([
      ' endpoints         8 of 8           ██████████ 100 %  line 43 …› /api/v2/session',
      ' properties of one 3 of 10          ███         30 %  line 91 …schemas › Product',
      ' nesting depth     7 of 5           ██████████  OVER  line 19 …ion/json › schema',
      ' schema nodes      18 of 20         █████████   90 %  line 91 …schemas › Product',
      ' pattern length    29 of ?          limit not known   line 99 …› items › pattern',
    ]);
  });

  it('where there is room the whole place is named', () => {
    expect(linesText(gaugeLines(shop, LIMITS, 160))[2]).toMatch(
      / OVER {2}line 19 paths › \/search › get › responses › 200 › content › application\/json › schema$/,
    );
  });

  it('a limit of none is exceeded by the first', () => {
    const [line] = linesText(gaugeLines(shop, { ...LIMITS, maxEndpoints: 0 }, 80));
    expect(line).toMatch(/ 8 of 0 +█+ +OVER /);
  });
});

it('names the limits that are exceeded', () => {
  expect(exceeded(shop.limits, LIMITS)).toEqual(['nesting depth']);
  expect(exceeded(shop.limits, null)).toEqual([]);
});
