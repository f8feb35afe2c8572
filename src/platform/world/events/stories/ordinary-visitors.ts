import { load } from '../../load.ts';
import { ACCESS, DETAIL, type Story } from '../story.ts';

const SHARED = { ruleGroup: '', severity: 'NOTICE', status: 'Logged' } as const;

/** Real customers, at whom a rule takes offence without reason. */
export const ordinaryVisitors: Story = {
  name: 'ordinary visitors',
  origins: ACCESS,
  subnets: 200,
  agents: [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  ],
  details: [
    'lamp',
    'o%27neill+mug',
    'desk',
    'union+jack+cushion',
    'chair',
    'select+sofa',
    'rug',
    'fr%C3%BChst%C3%BCck',
  ],
  sightings: [
    {
      ...SHARED,
      method: 'GET',
      path: `/search?q=${DETAIL}&page=1`,
      ruleId: '942360',
      message: 'Detects concatenated basic SQL injection and SQLLFI attempts',
      trigger: ['RX', DETAIL],
    },
    {
      ...SHARED,
      method: 'POST',
      path: '/api/v2/basket/items',
      ruleId: '920420',
      message: 'Request content type is not allowed by policy',
      trigger: ['WITHIN', 'application/vnd.basket+json'],
      body: `sku=${DETAIL}&quantity=1`,
    },
    {
      ...SHARED,
      method: 'GET',
      path: `/products/${DETAIL}?ref=newsletter`,
      ruleId: '920273',
      message: 'Invalid character in request (outside of very strict set)',
      trigger: ['VBR', `ref=newsletter/${DETAIL}`],
    },
    {
      ...SHARED,
      method: 'OPTIONS',
      path: '/api/v2/session',
      ruleId: '911100',
      message: 'Method is not allowed by policy',
      trigger: ['WITHIN', 'OPTIONS'],
    },
    {
      ...SHARED,
      method: 'POST',
      path: '/api/v2/reviews',
      ruleId: '941310',
      message: 'US-ASCII Malformed Encoding XSS Filter - Attack Detected',
      trigger: ['RX', `<b>${DETAIL}</b> was exactly what I needed & arrived early`],
      body: `text=%3Cb%3E${DETAIL}%3C%2Fb%3E`,
    },
  ],
  weight: (minute) => 8 * load(11, minute * 60_000),
};
