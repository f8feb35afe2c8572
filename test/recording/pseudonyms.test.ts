import { expect, it } from 'vitest';
import { Anonymiser } from '../../src/recording/anonymise.ts';
import { Pseudonyms } from '../../src/recording/pseudonyms.ts';
import { GRADED } from '../../src/state/app-issues.ts';

const NOW = Date.parse('2026-03-14T14:00:00Z');

it('a reverse zone gives away no network, and is that of the pseudonyms of its addresses', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const whole = `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`;
  const texts = [
    ...['203.0.113.7', '7.113.0.203.in-addr.arpa', '113.0.203.IN-ADDR.ARPA', '203.in-addr.arpa.'],
    ...['2001:db8::1', whole, '8.b.d.0.1.0.0.2.ip6.arpa'],
  ];
  for (const text of texts) names.name(text);
  names.settle();
  const [four = '', ...rest] = texts.map((text) => names.name(text));
  const octets = four.split('.');
  expect(rest[0]).toMatch(new RegExp(`^${octets.toReversed().join('\\.')}\\.[a-z]+-`));
  expect(rest[1]).toMatch(new RegExp(`^${octets.slice(0, 3).toReversed().join('\\.')}\\.[a-z]+-`));
  expect(rest[2]).toMatch(/^2(?:4\d|5[0-5])\.[a-z]+-/);
  const groups = (rest[3] ?? '').split(':').map((group) => group.padStart(4, '0'));
  const digits = [...groups.join('')];
  expect(rest[4]).toMatch(new RegExp(`^${digits.toReversed().join('\\.')}\\.`));
  expect(rest[5]).toMatch(/^(?:[0-9a-f]\.){6}d\.f\./);
});

it('a record in a reverse zone gives away no network, whatever stands before its octets', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const before = ['*.', 'lb._dns-sd._udp.', 'ns1.'];
  const four = before.map((first) => `${first}113.0.203.in-addr.arpa`);
  const six = before.map((first) => `${first}8.b.d.0.1.0.0.2.ip6.arpa`);
  for (const text of [...four, ...six]) names.name(text);
  names.settle();
  for (const text of four) {
    expect(names.name(text)).toMatch(/\.\d+\.\d+\.2(?:4\d|5[0-5])\.[a-z]+-/);
    expect(names.name(text)).not.toContain('113.0.203');
  }
  for (const text of six) {
    expect(names.name(text)).toMatch(/\.(?:[0-9a-f]\.){6}d\.f\./);
    expect(names.name(text)).not.toContain('8.b.d');
  }
});

it('an address that is known tells nothing of the others of its network', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  names.settle();
  const groups = (address: string) =>
    names
      .text(address)
      .split(':')
      .map((group) => Number.parseInt(group, 16));
  // What is the same of both, and of two IPv4 addresses, is told by no difference of their pseudonyms.
  const [own, other] = ['2001:db8:1::1', '2001:db8:1::211:22ff:fe33:4455'].map(groups);
  const difference = own?.slice(4).map((group, at) => group ^ (other?.[4 + at] ?? 0));
  expect(difference).not.toEqual([0x211, 0x22ff, 0xfe33, 0x4455 ^ 1]);
  expect(own?.slice(0, 4)).toEqual(other?.slice(0, 4));
  const last = (at: number) => Number(names.text(`203.0.113.${at}`).split('.').at(-1));
  const all = Array.from({ length: 256 }, (_, at) => last(at));
  expect(new Set(all).size).toBe(256);
  expect(new Set(all.map((made, at) => made ^ at)).size).toBeGreaterThan(64);
});

it('an IPv4 address is the same one wherever it is written within an IPv6 address', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  names.settle();
  const four = names.text('203.0.113.7');
  expect(names.text('::ffff:203.0.113.7')).toBe(`::ffff:${four}`);
  expect(names.text('::FFFF:cb00:7107')).toBe(`::ffff:${four}`);
  expect(names.text('0:0:0:0:0:ffff:203.0.113.7')).toBe(`::ffff:${four}`);
  expect(names.text('64:ff9b::203.0.113.7')).toBe(`64:ff9b::${four}`);
});

/** What becomes of some texts, each as a text and as a name. */
function rewritten(texts: readonly string[]) {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  for (const text of texts) names.text(text);
  names.settle();
  return texts.map((text) => [names.text(text), names.name(text)] as const);
}

it('numbers that stand together stay nowhere: they may be a phone, a place, an account, a network', () => {
  const texts = [
    ...['call +33 6 12 34 56 78', 'account 8675-30-99 of', 'block 203.0.113 now', '203.0/16'],
    ...['PORT 203,0,113,7,19,136', '00:11:22:33:44:55', '48.858,2.294', 'ip:203.0.*', '203.0.*.*'],
    ...['48 51 29.5 N 2 17 40.2 E', 'born 14/03/1984', 'ip:203', '/img/203.0.113'],
  ];
  for (const made of rewritten(texts).flat()) expect(made).not.toMatch(/\d/);
});

it('a day stays only near the bundle and in a text: another one is a birthday', () => {
  const now = '2026-03-14T13:00:00Z';
  const [near, far, none] = rewritten([now, 'dob=1984-03-14', '2026-02-31']);
  expect(near?.[0]).toBe(now);
  expect(near?.[1]).not.toMatch(/2026|14/);
  for (const made of [...(far ?? []), ...(none ?? [])]) expect(made).not.toMatch(/\d/);
});

it('a number that stands alone stays, and so do times, shares and versions in a text', () => {
  const kept = [
    ...['exit 137', 'load 1.5', '95% full', 'probings 1/3', 'at 07:15..07:20:02.5'],
    ...['curl/8.15.0', 'Mozilla/5.0 (Macintosh; Intel Mac OS 10_15_7) AppleWebKit/537.36 Safari'],
  ];
  expect(rewritten(kept).map(([text]) => text)).toEqual(kept);
});

it('a saved filter on a part of an address gives that away no more than one on all of it', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const filter = 'ip:94.102.* addr:94 ip:2001:db8:* -ip:203.0.113.0/24 status:Blocked';
  const made = filterIn(new Anonymiser(names), filter);
  names.settle();
  expect(made()).toMatch(
    /^ip:[a-z]{8}\.\* addr:[a-z]{8} ip:[a-z]{8}:[a-z]{8}:\* -ip:2[45]\d[\d.]+\/24 status:Blocked$/,
  );
});

it('a saved filter on a quoted text finds the entries that it found, and tells no number of it', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const anonymiser = new Anonymiser(names);
  const made = filterIn(anonymiser, 'message~"030 123 456" log:"49 30 12" -message:"12 34');
  const entry = () =>
    anonymiser.entry(
      JSON.stringify({ logId: 'x', timestamp: 1, log: JSON.stringify({ Message: 'call 12 34' }) }),
    );
  entry();
  names.settle();
  const [, word = ''] = /call ([a-z]{8})/.exec(entry()) ?? [];
  expect(made()).toMatch(
    new RegExp(`^message~"[a-z]{8}" log:"[a-z]{8}" -message:"${word || 'nothing'}$`),
  );
});

it('a saved filter on a rule, a network or an entry finds the entries that it found', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const anonymiser = new Anonymiser(names);
  const logId = 'c5c09fe1-0000-4000-8000-000000000001';
  const filter = `rule:930130 asn:37963 asn="37963" -rule:9301* id:${logId} (rule:942100 or x)`;
  const made = filterIn(anonymiser, filter);
  const entry = () => {
    const log = JSON.stringify({ Message: 'matched [id "942100"] for account 803578' });
    const labels = { asn: '37963', ruleId: '942100' };
    return JSON.parse(anonymiser.entry(JSON.stringify({ logId, timestamp: 1, log, labels })));
  };
  entry();
  names.settle();
  const { log, labels, logId: id } = entry();
  expect(made()).toMatch(
    new RegExp(
      `^rule:930130 asn:${labels.asn} asn="${labels.asn}" -rule:9301\\* id:${id} \\(rule:942100 or [a-z]+\\)$`,
    ),
  );
  expect(log).toMatch(/\[id \\"942100\\"\] for account [a-z]+/);
});

it('keep what was graded in the words of the program, and no place of the service', () => {
  const anonymiser = new Anonymiser(new Pseudonyms(new Uint8Array(32).fill(7), NOW));
  const graded = (place: string) =>
    anonymiser.fact({
      kind: 'grade',
      severity: 'good',
      place,
      from: 'notBad',
      to: 'doingGreat',
      subject: { kind: 'apps', id: 'k3Jd82hQpLm0xYz' },
      after: null,
      by: 0,
    });
  for (const [, name] of GRADED) {
    expect(graded(name)).toMatchObject({ place: name, from: 'notBad', to: 'doingGreat' });
  }
  expect(graded('zurich-checkout').place).not.toContain('checkout');
});

it('codes of countries and regions stay, also where the letters are part of a name, which goes', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const all = () => [names.name('zurich-jp'), names.code('JP'), names.code('DE')];
  all();
  names.settle();
  const [name, ...codes] = all();
  expect(codes).toEqual(['JP', 'DE']);
  expect(name).not.toMatch(/jp/i);
});

it('of what changed in a region the code stays as in its answers, and what is named goes', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const anonymiser = new Anonymiser(names);
  const all = () => [
    ...[names.name('zurich-jp'), names.code('JP')],
    ...['JP', 'JP zurich-jp-0', 'zurich JP', 'jp'].map(
      (place) =>
        anonymiser.fact({
          kind: 'status',
          severity: 'bad',
          place,
          from: 'Active',
          to: 'Failed',
          subject: { kind: 'apps', id: 'k3Jd82hQpLm0xYz' },
          after: null,
          by: 0,
        }).place,
    ),
  ];
  all();
  names.settle();
  const [, , region, pod, other, name] = all();
  expect(region).toBe('JP');
  expect(pod).toMatch(/^JP [a-z]{6}-[a-z]{6}-0$/);
  for (const place of [other, name]) expect(place).not.toMatch(/jp|zurich/i);
});

/** What becomes of a saved filter, which is learned here. */
function filterIn(anonymiser: Anonymiser, filter: string): () => string {
  const about = {
    version: '',
    interval: 1,
    profile: 'p',
    host: 'h',
    service: 'https://s.example',
    workspace: '',
  };
  const workspace = {
    name: '',
    apps: [],
    dnsZones: [],
    shieldZones: [],
    scripts: [],
    rateLimits: [],
    filters: [{ name: 'theirs', filter }],
  };
  const made = () => JSON.parse(anonymiser.about(about, workspace).workspace).filters[0].filter;
  made();
  return made;
}

it('a saved filter finds the entries of a country still, where a name has the letters of its code', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const anonymiser = new Anonymiser(names);
  const about = {
    version: '',
    interval: 1,
    profile: 'zurich-jp',
    host: 'h',
    service: 'https://s.example',
    workspace: '',
  };
  const workspace = {
    name: '',
    apps: [],
    dnsZones: [],
    shieldZones: [],
    scripts: [],
    rateLimits: [],
    filters: [{ name: 'theirs', filter: 'country:JP path:/jp country:QQ' }],
  };
  const filter = () => JSON.parse(anonymiser.about(about, workspace).workspace).filters[0].filter;
  names.code('JP');
  filter();
  names.settle();
  expect(filter()).toMatch(/^country:JP path:\/(?!jp)[a-z]+ country:(?!QQ)[a-z]+$/);
});

it('a saved filter stays one where something is called as its fields are', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const anonymiser = new Anonymiser(names);
  const about = {
    version: '',
    interval: 1,
    profile: 'p',
    host: 'h',
    service: 'https://s.example',
    workspace: '',
  };
  const workspace = {
    name: '',
    dnsZones: [],
    shieldZones: [],
    scripts: [],
    rateLimits: [],
    apps: ['status', 'cc', 'ip'].map((name) => ({ id: `${name}-7Jd82hQp`, name })),
    filters: [{ name: 'theirs', filter: 'status:Blocked -cc:JP ip:2001:db8::1 cc' }],
  };
  const made = () => JSON.parse(anonymiser.about(about, workspace).workspace);
  names.code('JP');
  made();
  names.settle();
  expect(made().filters[0].filter).toMatch(
    /^status:blocked -cc:JP ip:fd00:[0-9a-f:]+ (?!cc)[a-z]{6}$/i,
  );
  for (const { name } of made().apps) expect(name).toMatch(/^[a-z]{6}$/);
});

it('every word of a name is replaced, by the same word wherever the name is written', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const given = [
    'giraffe-cache',
    'zebra-cache',
    'sitemap-builder',
    'www.corp.example',
    'Core Zebra',
  ];
  const all = () => [
    ...given.map((name) => names.name(name)),
    names.text('cache of giraffe-cache: error at www.corp.example.'),
  ];
  all();
  names.settle();
  const [name = '', other = '', third = '', host = '', spaced = '', text = ''] = all();
  for (const made of [name, other, third, host, spaced]) {
    expect(made).not.toMatch(/giraffe|cache|zebra|sitemap|builder|corp|example|core/i);
  }
  expect(other.split('-')[1]).toBe(name.split('-')[1]);
  expect(spaced.split(' ')[1]).toBe(other.split('-')[0]);
  expect(host).toMatch(/^www\.[a-z]+\.[a-z]+$/);
  expect(text).toBe(`cache of ${name}: error at ${host}.`);
});

it('many names have pseudonyms of their own: longer ones, long before the short ones are used up', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const all = () => Array.from({ length: 20_500 }, (_, at) => names.id(`x${10_000 + at}q`));
  all();
  names.settle();
  const made = all();
  expect(new Set(made).size).toBe(made.length);
  expect(made[0]).toMatch(/^[a-z]{6}$/);
  expect(made.at(-1)).toMatch(/^[a-z]{10}$/);
});

it('a text that is written as escapes, entities or bytes is not readable', () => {
  const texts = [
    ...['\\x72\\x75\\x74\\x68', '\\\\x6c\\\\x75\\\\x6b\\\\x65', '\\162\\165\\164\\150'],
    ...['\\u0072\\u0075\\u0074\\u0068', '&#114;&#117;&#116;&#104;', '&#x72;&#x75; &#x74;&#x68;'],
    ...['=72=75=74=68', 'CHR(114)||CHR(117)||CHR(116)', '72 75 74 6b', 'ruth\\x72\\x75'],
    ...['00:1a:2b:3c:4d:5e', '00-1A-2B-3C-4D-5E'],
  ];
  for (const made of rewritten(texts).flat()) {
    expect(made).not.toMatch(/\d/);
    // One word for the whole, since a word for each character would be a substitution cipher.
    expect(made.match(/\p{L}+/gu)?.length).toBe(1);
  }
});

it('a phone number stays nowhere, with any spaces, dashes and brackets', () => {
  const texts = [
    ...[
      '(555) 867-530',
      '+1 (555) 867 530',
      '06.12.34.56.78',
      '06  12  34  56',
      '06\u00a012\u00a034',
    ],
    ...['555\u201386\u201353', '06\t12\t34', '06|12|34', '(06)12 34'],
  ];
  for (const made of rewritten(texts).flat()) expect(made).not.toMatch(/\d/);
});

it('a network behind a word and a slash is replaced, unlike the version of a program', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const all = () => [names.name('203.0.113.7'), names.text('net/203.0.113 and curl/8.15.0')];
  all();
  names.settle();
  expect(all()[1]).toMatch(/^net\/[a-z]{8} and curl\/8\.15\.0$/);
});

it('no word of a host stays in a text, although each is common and no name has it', () => {
  const hosts = [
    'mail.storage.net',
    'status.page.io',
    'or/mail-media.store',
    'price.group.online:443',
  ];
  for (const [made] of rewritten(hosts.map((host) => `failed: ${host}`))) {
    expect(made).toMatch(/^failed: (?:or\/)?[a-z]{8}[.-][a-z]{8}\.(?:net|[a-z]{8})(?::443)?$/);
  }
  const files = ['index.js', 'GET /search.cgi'];
  expect(rewritten(files).map(([text]) => text)).toEqual(files);
});

it('a name of several words is replaced as a whole in a text, too', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const all = () => [
    names.name('Data Giraffe Service'),
    names.text('update of Data Giraffe Service failed: data service down'),
  ];
  all();
  names.settle();
  const [name, text] = all();
  expect(name).toMatch(/^[a-z]{8} [a-z]{6} [a-z]{8}$/);
  expect(text).toBe(`update of ${name} failed: data service down`);
});

it('a group of a UUID that looks like an amount is replaced', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  const id = '550e8400-411d-429m-a716-446655440000';
  const all = () => [names.id(id), names.text(`no container ${id}`)];
  all();
  names.settle();
  const [made, text] = all();
  expect(made).toMatch(/^[a-z]{6}(?:-[a-z]{6}){4}$/);
  expect(text).toBe(`no container ${made}`);
});

it('the size of an answer is left out: it limits the lengths of the names in it', () => {
  const anonymiser = new Anonymiser(new Pseudonyms(new Uint8Array(32).fill(7), NOW));
  const call = anonymiser.call({
    operation: 'app-overview',
    input: '{"appId":"a1"}',
    time: NOW,
    elapsed: 0,
    took: 1,
    status: 200,
    bytes: 12_345,
    serverDate: null,
    requestId: null,
    error: null,
    answer: '{}',
    entries: null,
    span: null,
  });
  expect(call.bytes).toBeNull();
});

it('takes time in proportion to a text, whatever it consists of', () => {
  const names = new Pseudonyms(new Uint8Array(32).fill(7), NOW);
  expect(() => names.text('ab-'.repeat(200_000))).not.toThrow();
  const parts = [
    '1.',
    '1-',
    'a.',
    '\\',
    '\\x',
    '&#',
    '(1',
    'chr(',
    '00 ',
    '=61',
    '1 ;|,',
    'u{',
    'a\\',
  ];
  for (const part of parts) {
    const length = 40_000;
    const began = performance.now();
    names.text(`${part.repeat(length / part.length)}!z`);
    // Work that grows with the square takes tens of seconds.
    expect(performance.now() - began, part).toBeLessThan(5000);
  }
});
