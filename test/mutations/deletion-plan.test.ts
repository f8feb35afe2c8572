import { expect, it } from 'vitest';
import { noDrift } from '../../src/contract/drift.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { deletionPlan } from '../../src/mutations/deletion-plan.ts';

it('what goes is what the overview names, and nothing where it names nothing', () => {
  const decode = (json: object) => appOverview.answer.decode(json, noDrift);
  expect(
    deletionPlan(
      decode({
        activeInstances: { indicator: 2 },
        totalVolumeSizeInGb: 20,
        monthlyCost: 41.5,
        regions: [
          {
            region: 'DE',
            pods: [
              { name: 'a', status: 'ready' },
              { name: 'b', status: 'deleting' },
            ],
          },
          { region: null, pods: null },
        ],
      }),
      77,
    ),
  ).toEqual({
    regions: ['DE', '?'],
    instances: 2,
    pods: 2,
    volumes: 20,
    monthlyCost: 41.5,
    deleting: 1,
    readAt: 77,
  });
  expect(deletionPlan(decode({ regions: null }), 0)).toMatchObject({
    regions: [],
    instances: null,
    pods: 0,
    volumes: null,
    monthlyCost: null,
  });
});
