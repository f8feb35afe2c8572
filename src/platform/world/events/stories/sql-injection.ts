import { BULLETPROOF, DETAIL, recurs, type Sighting, type Story } from '../story.ts';

const HOURS = new Set([3, 4, 13, 14]);

const injection = (path: string, ruleId: string, message: string): Sighting => ({
  method: 'GET',
  path,
  ruleId,
  ruleGroup: '',
  message,
  severity: 'CRITICAL',
  status: 'Blocked',
  trigger: ['RX', DETAIL],
});

/**
 * One network that works on the product search: for some hours a day, and in a dense sweep of seven
 * minutes every forty-seven, so that one always lies within the last hour.
 */
export const sqlInjection: Story = {
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
  sightings: [
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
    return HOURS.has(Math.floor(minute / 60) % 24) ? sweep + 4 : sweep;
  },
};
