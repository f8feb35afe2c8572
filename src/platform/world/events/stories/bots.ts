import { CLOUDS, DETAIL, recurs, type Story } from '../story.ts';

const SHARED = { method: 'GET', ruleGroup: '', severity: 'NOTICE' } as const;

/** Crawlers that read the whole catalogue at once, for two minutes at a time. */
export const bots: Story = {
  name: 'bots',
  origins: CLOUDS,
  subnets: 12,
  agents: [
    'Mozilla/5.0 (compatible; PriceHarvester/2.4; +https://harvester.example/bot)',
    'Scrapy/2.13.3 (+https://scrapy.org)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  ],
  details: [
    'sofas',
    'lamps',
    'rugs',
    'chairs',
    'mugs',
    'desks',
    'shelves',
    'mirrors',
    'clocks',
    'cushions',
  ],
  sightings: [
    {
      ...SHARED,
      path: `/category/${DETAIL}?page=7&per_page=96`,
      ruleId: '100031',
      message: 'Automated client: no browser behind the user agent',
      status: 'Challenged',
      trigger: ['BOT', 'score 92'],
    },
    {
      ...SHARED,
      path: `/api/v2/prices?category=${DETAIL}`,
      ruleId: '100032',
      message: 'Automated client: data centre address',
      status: 'Logged',
      trigger: ['BOT', 'score 71'],
    },
  ],
  weight: (minute, phase) =>
    recurs(minute, { period: 19, length: 2, phase: phase + 5 }) ? 70 : 0.4,
};
