import { expect, it } from 'vitest';
import { APPLICATION_STATUSES, overviewShape } from '../../src/contract/operations/app-overview.ts';
import { jobShape, recordTypeName, SCAN_STATUSES } from '../../src/contract/operations/dns-scan.ts';
import { entryShape } from '../../src/contract/operations/event-logs.ts';
import { metricsShape } from '../../src/contract/operations/rate-limit-metrics.ts';
import type { Shape } from '../../src/contract/shape.ts';
import type { FactKind } from '../../src/history/fact.ts';
import { Anonymiser } from '../../src/recording/anonymise.ts';
import { isPublic, ruleOf } from '../../src/recording/anonymous-fields.ts';
import { Pseudonyms } from '../../src/recording/pseudonyms.ts';
import { GRADED, issuesOf, issueText } from '../../src/state/app-issues.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { overviewOf } from '../support/overviews.ts';
import { type Random, seededRandom } from '../support/random.ts';

const WORD = '(?:[bdfgklmnprstvz][aeiou]){6}';
const workspace = {
  ...EMPTY_WORKSPACE,
  name: 'zurich',
  apps: [{ id: 'k3Jd82hQpLm0xYz', name: 'checkout' }],
  dnsZones: [{ id: '4711', name: 'shop.example' }],
  filters: [{ name: 'theirs', filter: 'host:shop.example "giraffe"' }],
};

/** JSON as an anonymous bundle has it. */
function rewritten(json: unknown, by = new Anonymiser(workspace)) {
  return JSON.parse(by.json(JSON.stringify(json)));
}

/** The JSON of a log. */
function rewrittenLog(log: unknown, by = new Anonymiser(workspace)) {
  return JSON.parse(rewritten({ log: JSON.stringify(log) }, by).log);
}

/** A value as the first match has it, written with WORD for words. */
const like = (pattern: string) =>
  expect.stringMatching(new RegExp(`^${pattern.replaceAll('WORD', WORD)}$`));

it('has a rule for every field of every answer in a bundle', () => {
  const missing: string[] = [];
  const walk = (shape: Shape<unknown>, path: string) => {
    for (const [name, field] of Object.entries((shape.items ?? shape).fields ?? {})) {
      const rule = ruleOf(name);
      const isWhole = field.fields === undefined && field.items === undefined;
      if (rule === undefined || (rule === 'parts' && isWhole)) missing.push(`${path}.${name}`);
      walk(field, `${path}.${name}`);
    }
  };
  walk(overviewShape, 'overview');
  walk(jobShape, 'scan');
  walk(metricsShape, 'metrics');
  walk(entryShape, 'entry');
  expect(missing).toEqual([]);
});

it('keeps the values that the contract lists', () => {
  const types = [0, 1, 2, 3, 4, 8, 9, 10, 12, 13, 14, 15, 16].map(recordTypeName);
  const grades = GRADED.map(([, name]) => name);
  for (const value of [...APPLICATION_STATUSES, ...SCAN_STATUSES, ...types, ...grades]) {
    expect(isPublic(value), value).toBe(true);
  }
});

it('leaves out a field that it does not know, at any depth', () => {
  const pod = { name: 'web-1', node: 'zurich-7', status: 'ready', cpuUsage: 0.5, tenant: 42 };
  const made = rewritten({ status: 'failing', owner: 'Ruth', regions: [{ pods: [pod] }] });
  expect(made).toEqual({
    status: 'failing',
    regions: [{ pods: [{ name: like('WORD'), status: 'ready', cpuUsage: 0.5 }] }],
  });
});

it('keeps numbers, booleans and times only where the contract has them', () => {
  expect(
    rewritten({
      exitCode: 137,
      requests: '9223372036854775807',
      numberOfRestarts: '+33 6 12 34 56 78',
      isRequired: true,
      averageCPU: { indicator: 3, statusGrade: 'notBad', secret: 1 },
      lastHeartBeat: '2026-03-14T13:59:00.1234567Z',
      CreatedAt: 'born 1984-03-14',
      message: 803_578,
      regions: 'DE',
      Ttl: ['giraffe'],
    }),
  ).toEqual({
    exitCode: 137,
    requests: 2 ** 63,
    numberOfRestarts: null,
    isRequired: true,
    averageCPU: { indicator: 3, statusGrade: 'notBad' },
    lastHeartBeat: '2026-03-14T13:59:00.123Z',
    CreatedAt: null,
    message: like('text-WORD'),
    regions: null,
    Ttl: [null],
  });
});

it('keeps the figures of charts, and of their names only times', () => {
  const made = rewritten({
    latencyChart: { '2026-03-14T13:56:00Z': 40, giraffe: 3, '2026-03-14T13:57Z': 'giraffe' },
    ratelimitOverviewPastTwentyEightDays: {
      '2026-03-14T00:00:00Z': { totalBreaches: 7, giraffe: 1 },
    },
    volumesUtilizationPercentage: { 'giraffe-data': 91.5, other: 'giraffe' },
    outboundTrafficChart: ['giraffe'],
  });
  expect(made.latencyChart).toEqual({
    '2026-03-14T13:56:00.000Z': 40,
    '2026-03-14T13:57:00.000Z': null,
  });
  expect(made.ratelimitOverviewPastTwentyEightDays).toEqual({
    '2026-03-14T00:00:00.000Z': { totalBreaches: 7 },
  });
  expect(Object.entries(made.volumesUtilizationPercentage)).toEqual([
    [like('WORD'), 91.5],
    [like('WORD'), null],
  ]);
  expect(made.outboundTrafficChart).toBeNull();
});

it('replaces a text as a whole, whatever is in it, unless anyone has it', () => {
  const texts = [
    'CrashLoopBackOff of giraffe',
    'call +33 6 12 34 56 78',
    '\\x72\\x75\\x74\\x68',
    'CHR(114)||CHR(117)',
    '7.113.0.203.in-addr.arpa',
    'connection refused',
    '{"user":"ruth"}',
  ];
  for (const message of texts)
    expect(rewritten({ message })).toEqual({ message: like('text-WORD') });
  for (const reason of ['OOMKilled', 'ImagePullBackOff', '']) {
    expect(rewritten({ reason })).toEqual({ reason });
  }
});

it('gives equal values one word, others another, and a bundle words of its own', () => {
  const names = new Pseudonyms([]);
  expect(names.word('giraffe')).toBe(names.word('giraffe'));
  expect(names.text('giraffe')).toBe(`text-${names.word('giraffe')}`);
  const all = Array.from({ length: 20_000 }, (_, at) => names.word(`x${at}`));
  expect(new Set(all).size).toBe(all.length);
  expect(new Pseudonyms([]).word('giraffe')).not.toBe(names.word('giraffe'));
});

it('addresses of one /24 or /64 stay in one network, numbered as they appear', () => {
  const names = new Pseudonyms([]);
  const four = ['203.0.113.7', '203.0.113.200', '203.0.113.7', '203.0.114.7', '203.0.113.*'];
  expect(four.map((each) => names.address(each))).toEqual([
    ...['240.0.0.0', '240.0.0.1', '240.0.0.0', '240.0.1.0', '240.0.0.*'],
  ]);
  const six = ['2001:db8::1', '2001:db8:0:0:1::', '2001:db8::1', '2001:db8:0:1::1', '2001:db8:*'];
  expect(six.map((each) => names.address(each))).toEqual([
    'fd00:0:0:2:0:0:0:0',
    'fd00:0:0:2:0:0:0:1',
    'fd00:0:0:2:0:0:0:0',
    'fd00:0:0:3:0:0:0:0',
    'fd00:0:0:4:*',
  ]);
  for (const other of ['203.0.*', 'unknown', '203.0.113.7:443', '203.0.0.0/16']) {
    expect(names.address(other)).toEqual(like('WORD'));
  }
});

it('a DNS value is an address, a name of the workspace, or a text', () => {
  const by = new Anonymiser(workspace);
  const [zone] = JSON.parse(by.about(about).workspace).dnsZones;
  const values = ['203.0.113.7', 'shop.example', 'v=spf1 ip4:203.0.113.7 ~all', 'other.example'];
  const records = values.map((Value) => ({ Name: '@', Type: 3, Ttl: 300, Value, Priority: null }));
  const made = rewritten({ Status: 'Completed', Records: records }, by);
  expect(made.Status).toBe('Completed');
  expect(made.Records[0]).toEqual({
    ...{ Name: '@', Type: 3, Ttl: 300, Value: '240.0.0.0', Priority: null },
  });
  expect(made.Records[1].Value).toBe(zone.name);
  for (const at of [2, 3]) expect(made.Records[at].Value).toEqual(like('text-WORD'));
});

const about = {
  version: '1.2.3',
  interval: 5000,
  profile: 'zurich-jp',
  host: 'api.zurich.example',
  service: 'https://api.zurich.example',
  workspace: '',
};

it('has words for the items of the workspace, and no saved filters', () => {
  const made = new Anonymiser(workspace).about(about);
  expect(made).toMatchObject({ version: '1.2.3', interval: 5000, profile: like('WORD') });
  expect(new URL(made.service).origin).toBe(made.service);
  expect(JSON.parse(made.workspace)).toEqual({
    ...EMPTY_WORKSPACE,
    name: like('WORD'),
    apps: [{ id: like('WORD'), name: like('WORD') }],
    dnsZones: [{ id: like('WORD'), name: like('WORD') }],
  });
});

it('of a log entry the labels that are codes stay, and the JSON keeps its form', () => {
  const by = new Anonymiser(workspace);
  const labels = {
    ...{ asn: '48090', country: 'BG', ruleId: '930130', severity: 'CRITICAL', method: 'GET' },
    ...{ ruleGroup: 'giraffe', status: 'Blocked', serverZone: 'SYD', tenant: 'giraffe' },
  };
  const made = rewritten({ logId: 'giraffe', timestamp: 1_773_496_800_000, log: null, labels }, by);
  expect(made).toEqual({
    logId: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    timestamp: 1_773_496_800_000,
    log: null,
    labels: {
      ...{ asn: '64512', country: 'BG', ruleId: '930130', severity: 'CRITICAL', method: 'GET' },
      ...{ ruleGroup: like('text-WORD'), status: 'Blocked', serverZone: 'SYD' },
    },
  });
  const other = { country: 'Ruth', ruleId: '100021', serverZone: 'zrh-giraffe-1' };
  expect(rewritten({ labels: other }, by).labels).toEqual({
    ...{ country: like('WORD'), ruleId: like('WORD'), serverZone: like('WORD') },
  });
  const log = {
    ServerZoneId: 4,
    Message: 'SQL injection at giraffe',
    RemoteIp: '203.0.113.7',
    Url: 'https://shop.example/cart/giraffe?id=giraffe',
    Headers: [
      { Name: 'User-Agent', Value: 'giraffe/1.0' },
      { Name: 'X-Giraffe', Value: '203.0.113.8' },
    ],
    TriggerMatch: { Key: 'PMF', Value: 'giraffe' },
    accountId: 803_578,
  };
  const [zone] = JSON.parse(by.about(about).workspace).dnsZones;
  expect(rewrittenLog(log, by)).toEqual({
    ServerZoneId: 4,
    Message: like('text-WORD'),
    RemoteIp: '240.0.0.0',
    Url: like(`https://${zone.name}/path-WORD\\?query-WORD`),
    Headers: [
      { Name: 'User-Agent', Value: like('text-WORD') },
      { Name: like('text-WORD'), Value: '240.0.0.1' },
    ],
    TriggerMatch: { Key: 'PMF', Value: like('text-WORD') },
  });
  expect(rewritten({ log: 'no JSON of giraffe' }, by)).toEqual({ log: like('text-WORD') });
});

it.each([
  ['http://shop.example', 'http://WORD'],
  ['https://203.0.113.7/', 'https://240.0.0.0/'],
  ['https://user:pass@shop.example:8443/a/b', 'https://WORD/path-WORD'],
  ['/wp-login.php?user=ruth', '/path-WORD\\?query-WORD'],
  ['giraffe', '/path-WORD'],
  ['ftp://giraffe/', 'https://WORD/'],
])('of the Url %s its host, path and query are replaced each', (url, made) => {
  expect(rewrittenLog({ url })).toEqual({ url: like(made) });
});

/** One that has seen answers about DE, FR and HR. */
function inThreeRegions() {
  const by = new Anonymiser(workspace);
  rewritten({ regions: ['DE', 'FR', 'HR', 'zurich', ''].map((region) => ({ region })) }, by);
  return by;
}

/** Values of texts by the names of their fields. */
const VALUES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  region: ['DE', 'FR'],
  status: ['failing', 'suspended', 'active', 'progressing'],
  statusGrade: ['couldBeBetter', 'notBad'],
  reason: ['', 'OOMKilled'],
  message: ['', 'Error'],
};

/** An overview with every field, and in each any of the values that can make an issue of it. */
function anyOverview(random: Random, now: number) {
  const of = (name: string, shape: Shape<unknown>): unknown => {
    const { fields, items, kind } = shape;
    if (items) return Array.from({ length: random.pick([1, 3]) }, () => of(name, items));
    if (fields)
      return Object.fromEntries(
        Object.entries(fields).map(([each, field]) => [each, of(each, field)]),
      );
    switch (kind) {
      case 'number':
        return random.pick([null, 0, 0.93, 0.954, 1, 2, 91, 95.55, 1204]);
      case 'integer':
        return random.pick([0, 1, 5, 137, 139, 143]);
      case 'boolean':
        return true;
      case 'date-time': {
        const seconds = random.pick([0, 91, -91, 300, 7500, -7500, 300_000]);
        return new Date(now - 1000 * seconds).toISOString();
      }
      case 'any':
        return { data: random.pick([91, 95.55, 102]) };
      default:
        return random.pick(VALUES[name] ?? ['OOMKilled']);
    }
  };
  return overviewOf(of('', overviewShape) as Record<string, unknown>);
}

it('keeps every sentence of the console about an application, and of its parts the region', () => {
  const now = Date.parse('2026-03-14T14:00:00Z');
  const random = seededRandom(1);
  const by = inThreeRegions();
  const kept = new Set<string>();
  for (let count = 0; count < 300; count += 1) {
    for (const issue of issuesOf(anyOverview(random, now), now)) {
      const { to } = by.fact({
        ...{ kind: 'health', severity: 'bad', place: '', from: null, after: 1, by: 2 },
        subject: { kind: 'apps', id: '' },
        to: issueText(issue),
      });
      const text = RegExp.escape(issue.text.replace('volume data', 'volume WORD'));
      expect(to).toEqual(like(issue.places === '' ? text : `${text} \\((?:DE|FR)(?:[, ].*)?\\)`));
      kept.add(issue.text.replace(/[\d.,]+/g, '0'));
    }
  }
  // All are reached, written here with 0 for each number.
  for (const text of [
    'exit 0: killed (SIGKILL)0 often out of memory x0 — OOMKilled: Error',
    'last heartbeat 0 h 0 min ago',
    'last heartbeat 0 min to 0 d 0 h ago in 0 pods',
    'heartbeat 0 min ahead of the clock',
    '0 outbound connections rejected in 0 pods',
    '0 outbound connections rejected (limit 0)',
    '0 outbound connections rejected in 0 pods (limit 0 each)',
    'ephemeral storage ratio 0 to 0 in 0 pods',
    'volume data 0% full',
    'volumes 0% full on average',
    'required0 0 instances',
    'CPU 0: couldBeBetter',
  ])
    expect([...kept]).toContain(text);
});

it.each<readonly [FactKind, string, string, string, string]>([
  ['status', 'DE web-1 giraffe', 'DE WORD WORD', 'failing', 'failing'],
  ['pod', 'zurich web-1', 'WORD WORD', 'giraffing', 'text-WORD'],
  ['restart', 'DE web-1 app', 'DE WORD WORD', '7', '7'],
  ['restart', '', '', '+33 6 12', 'text-WORD'],
  ['exit', '', '', 'exit 137: OOMKilled: giraffe: x', 'exit 137: OOMKilled: text-WORD'],
  ['health', '', '', 'exit 137: giraffe', 'exit 137: text-WORD'],
  [
    ...([
      'health',
      '',
      '',
      'exit 137: killed (SIGKILL), often out of memory x3 — OOMKilled: g',
    ] as const),
    'exit 137: killed \\(SIGKILL\\), often out of memory x3 — OOMKilled: text-WORD',
  ],
  ['health', '', '', 'exit 1 x6 — Error: x (y) (DE)', 'exit 1 x6 — Error: text-WORD \\(DE\\)'],
  ['health', '', '', 'required, 0 instances (DE, FR 2)', 'required, 0 instances \\(DE, FR 2\\)'],
  ['health', '', '', 'OOMKilled (DE web-1 app)', 'OOMKilled \\(DE WORD WORD\\)'],
  ['health', '', '', 'volume my 9% 90% full (HR giraffe)', 'volume WORD 90% full \\(HR WORD\\)'],
  ['health', '', '', 'Error: IBM', 'Error: text-WORD'],
  ['health', '', '', 'Error: IBM 4111', 'Error: text-WORD'],
  ['health', '', '', 'Error: API, DB 12, IBM', 'Error: text-WORD'],
  ['health', '', '', 'Error: DE (DE)', 'Error: text-WORD \\(DE\\)'],
  ['health', '', '', 'Error: exit 4111 (DE)', 'Error: text-WORD \\(DE\\)'],
  ['health', '', '', 'x (IBM)', 'text-WORD \\(WORD\\)'],
  ['health', '', '', 'x (DE 2, IBM 4111)', 'text-WORD \\(DE WORD WORD\\)'],
  ['health', '', '', 'x (SAP gateway at acme)', 'text-WORD \\(WORD WORD WORD\\)'],
  ['status', 'SAP gateway', 'WORD WORD', 'failing', 'failing'],
  ['health', '', '', 'no issues', 'no issues'],
  ['instances', '', '', '3/4', '3/4'],
  ['instances', 'DE', 'DE', 'region', 'region'],
  ['image', 'HR', 'WORD', 'shop/giraffe:3.18.4, x@sha256:9f', 'WORD:3.18.4, WORD'],
  ['heartbeat', 'DE web-1', 'DE WORD', '2026-03-14T13:59:00.000Z', '2026-03-14T13:59:00.000Z'],
  ['volume', 'DE web-1', 'DE WORD', 'giraffe data 91.5% full', 'WORD 91.5% full'],
  ['latency', '', '', '61 (target 40.5)', '61 \\(target 40.5\\)'],
  ['latency', '', '', '24.1.2.3', '240\\.0\\.0\\.0'],
  ['latency', '', '', '381298946', 'text-WORD'],
  ['restart', '', '', '381298946', 'text-WORD'],
  ['grade', 'active regions', 'active regions', 'notBad', 'notBad'],
  ['grade', 'giraffe', 'text-WORD', 'giraffe', 'text-WORD'],
  ['scan', 'new scan', 'new scan', 'Failed: no giraffe', 'Failed: text-WORD'],
  ['record', 'www TYPE 99', 'WORD TYPE 99', '10 giraffe ttl 300', 'text-WORD ttl 300'],
  ['record', 'giraffe MX', 'WORD MX', '10 giraffe ttl 300', 'text-WORD ttl 300'],
  ['record', '', '', '30 records removed', '30 records removed'],
  ['burst', '', '', '700 a minute, usual are 20', '700 a minute, usual are 20'],
  ['rate', '', '', '40 a minute', '40 a minute'],
  ['watch', 'giraffe: app:x status!=active', 'text-WORD', 'so', 'so'],
  ['connection', '', '', 'unreachable: giraffe: down', 'unreachable: text-WORD'],
  ['change', 'variable GIRAFFE', 'variable', 'accepted', 'accepted'],
  ['change', 'giraffe', 'text-WORD', 'accepted', 'accepted'],
])('of a %s at "%s" stays "%s", and of its value %s stays %s', (kind, place, there, to, made) => {
  const subject = { kind: 'apps', id: 'k3Jd82hQpLm0xYz' } as const;
  const fact = { kind, severity: 'bad', place, from: null, to, subject, after: 1, by: 2 } as const;
  expect(inThreeRegions().fact(fact)).toEqual({
    ...{ kind, severity: 'bad', place: like(there), from: null, to: like(made), after: 1, by: 2 },
    subject: { kind: 'apps', id: like('WORD') },
  });
});

it('of a failed call its kind, status and times stay', () => {
  const call = {
    operation: 'app-overview',
    input: '{"appId":"k3Jd82hQpLm0xYz","giraffe":1}',
    ...{ time: 1, elapsed: 2, took: 3, status: 403, serverDate: 4, span: null, entries: null },
    bytes: 12_345,
    requestId: 'giraffe',
    answer: null,
    error: {
      kind: 'refused',
      title: 'giraffe',
      status: 403,
      errorKey: 'giraffe',
      members: { giraffe: 1 },
    },
  } as const;
  const made = new Anonymiser(workspace).call(call);
  expect(JSON.stringify(made)).not.toContain('giraffe');
  expect(made).toMatchObject({
    ...{ operation: 'app-overview', time: 1, elapsed: 2, took: 3, status: 403, serverDate: 4 },
    // It limits the lengths of the names in the answer.
    bytes: null,
    error: { kind: 'refused', title: like('text-WORD'), status: 403 },
  });
});

it('of a change and a note their words, files and terminal are replaced or left out', () => {
  const by = new Anonymiser(workspace);
  const made = by.change({
    ...{ attempt: 'giraffe', time: '2026-03-14T13:00:00.000Z', profile: 'giraffe' },
    ...{ host: 'giraffe', user: 'ruth', tty: '/dev/pts/7', ssh: '203.0.113.7' },
    operation: 'guardian-upload',
    request: { file: '/home/ruth/giraffe.yaml' },
    subject: { kind: 'zone', id: '4711', name: 'giraffe' },
    ...{ outcome: 'refused', status: 403, error: 'giraffe', requestId: 'giraffe' },
  });
  expect(JSON.stringify(made)).not.toMatch(/giraffe|ruth|pts|203|4711/);
  expect(made).toMatchObject({
    ...{ time: '2026-03-14T13:00:00.000Z', outcome: 'refused', status: 403, request: {} },
    operation: 'guardian-upload',
    subject: { kind: 'zone', id: by.subject({ kind: 'dnsZones', id: '4711' }).id },
  });
  const mark = by.mark({ zone: '7', logId: 'giraffe', time: 5, note: 'this is Ruth' });
  expect(mark).toMatchObject({ zone: like('WORD'), time: 5, note: like('text-WORD') });
  expect(mark.logId).toBe(rewritten({ logId: 'giraffe' }, by).logId);
});

it('takes time in proportion to a text, whatever it consists of', () => {
  for (const part of [
    'ab ',
    'exit 1: ',
    '1.2.',
    'x ttl 1',
    'a:b://',
    'x, ',
    '99% full ',
    'volume 1% to ',
  ]) {
    const text = `${part.repeat(40_000 / part.length)}!`;
    const by = new Anonymiser(workspace);
    const began = performance.now();
    const fact = {
      severity: 'bad',
      place: text,
      from: text,
      to: text,
      after: null,
      by: 0,
    } as const;
    for (const kind of ['record', 'volume', 'exit', 'image', 'status', 'health'] as const) {
      by.fact({ ...fact, kind, subject: { kind: 'apps', id: text } });
    }
    rewrittenLog({ Url: text, Message: text, RemoteIp: text }, by);
    // Work that grows with the square takes tens of seconds.
    expect(performance.now() - began, part).toBeLessThan(5000);
  }
});
