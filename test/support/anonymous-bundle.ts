import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { EventStore } from '../../src/events/store.ts';
import { FACT_KINDS, type Fact } from '../../src/history/fact.ts';
import type { NumberedObservation } from '../../src/history/history-file.ts';
import type { BundleContents } from '../../src/recording/bundle.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { type Random, seededRandom } from './random.ts';

/** A name, identifier, host, address or word of a text that must not appear in an anonymised bundle. */
type Secret = string;

/** The contents of a bundle, and every secret in them. */
export interface SecretWorld {
  readonly contents: BundleContents;
  readonly secrets: readonly Secret[];
}

export const WORLD_NOW = Date.parse('2026-03-14T14:00:00Z');
const HOUR = 3_600_000;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ALPHABET = `${LETTERS}${LETTERS.toUpperCase()}0123456789`;

/**
 * Generates contents from a seed: secrets of every form, in every field and in free text, in several spellings. Every
 * word of a text is a secret, too.
 */
export function secretWorld(seed: number, entries = 30): SecretWorld {
  const random = seededRandom(seed);
  const some = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
  const secrets = new Set<Secret>();
  const kept = (text: string) => {
    secrets.add(text);
    return text;
  };
  // No word of a pseudonym has a `q`, so that none has a secret in it by chance.
  const word = () => `${some(LETTERS, 2)}q${some(LETTERS, 4 + random.below(6))}`;
  const octet = () => String(1 + random.below(254));
  const name = (): Secret =>
    kept(
      random.pick([
        word,
        () => `${word()}-${word()}`,
        () => `${word()} ${word()}`,
        () => `payment-api-${word().slice(0, 3)}`,
        () => `${word()}_${some('0123456789', 5)}`,
        () => `žluťoučký-${word()}`,
        () => `${word()}@${word()}.com`,
        () => word().toUpperCase(),
      ])(),
    );
  const host = (): Secret =>
    kept(
      random.pick([
        () => `${word()}.example`,
        () => `api.${word()}.co.uk`,
        word,
        () => `mail-storage.${random.pick(['net', 'store', 'io'])}`,
      ])(),
    );
  const id = (): Secret =>
    kept(
      random.pick([
        () => some(ALPHABET, 15),
        () => some('123456789', 9),
        () => `${some('0123456789abcdef', 8)}-${some('0123456789abcdef', 12)}`,
        () => Array.from({ length: 6 }, () => some('0123456789abcdef', 2)).join(':'),
      ])(),
    );
  const address = (): Secret =>
    kept(
      random.pick([
        () => [octet(), octet(), octet(), octet()].join('.'),
        () => `24${random.below(9)}.${octet()}.${octet()}.${octet()}`,
        () =>
          `2a0${random.below(9)}:${some('123456789abcdef', 4)}:1::${some('123456789abcdef', 3)}`,
      ])(),
    );
  const profile = name();
  const pool = [
    profile,
    name(),
    kept('payment-api-gateway'),
    host(),
    host(),
    id(),
    id(),
    address(),
    address(),
  ] as const;
  const any = (): Secret => random.pick([() => random.pick(pool), name, host, id, address])();
  /** Words in capitals like the codes of regions, with what is around them: alone they are in any bytes by chance. */
  const capitals = () => {
    const code = () => `Q${some('BCDFGHJKLMNPRSTVWXYZ', 2)}`;
    return random.pick([
      () => `Error${kept(`: ${code()}`)}`,
      () => `Error${kept(`: ${code()} 4111`)}`,
      () => `Error${kept(`: ${code()}, ${code()} 12`)}`,
      () => `${kept(word())}${kept(` (${code()})`)}`,
      () => `${kept(word())}${kept(` (${code()} `)}${kept(word())} ${kept(word())})`,
    ])();
  };
  const text = () => (random.oneIn(4) ? capitals() : sentence(random, any, () => kept(word())));

  const apps = [id(), id()];
  const zones = [id()];
  const things = (ids: readonly string[]) => ids.map((each) => ({ id: each, name: name() }));
  const workspace = {
    ...EMPTY_WORKSPACE,
    name: 'payment-api-gateway',
    apps: things(apps),
    shieldZones: things(zones),
    dnsZones: things([id()]),
    rateLimits: things([id()]),
    filters: [
      { name: name(), filter: `status:blocked ip:${address()} host:${host()} "${text()}"` },
    ],
  };
  const service = `https://${host().toLowerCase()}`;
  const facts = FACT_KINDS.map(
    (kind, at): Fact => ({
      kind,
      severity: 'bad',
      after: null,
      by: WORLD_NOW - at * 1000,
      subject: { kind: 'apps', id: random.pick(['', any()]) || (apps[0] ?? '') },
      place: text(),
      from: text(),
      to: random.pick([null, text()]),
    }),
  );
  const observations = [0, 1, 2, 3].map(
    (number): NumberedObservation => ({
      number: number + 1,
      at: WORLD_NOW - number * 60_000,
      ...(number === 3
        ? {
            subject: { kind: 'dnsZones', id: workspace.dnsZones[0]?.id ?? '' },
            json: JSON.stringify(scan({ name, host, id, address, text })),
          }
        : {
            subject: { kind: 'apps', id: apps[number % 2] ?? '' },
            json: JSON.stringify(overview({ name, id, any, text })),
          }),
    }),
  );
  const store = new EventStore({ unit: 'ms' });
  const logged = Array.from({ length: entries }, (_, at) =>
    entry(WORLD_NOW - HOUR + at * 5000, { random, name, host, id, address, any, text }),
  );
  store.add(zones[0] ?? '', logged);
  return {
    secrets: [...secrets],
    contents: {
      about: {
        version: '1.2.3',
        interval: 5000,
        workspace: '',
        service,
        profile,
        host: new URL(service).host,
      },
      workspace,
      since: WORLD_NOW - 2 * HOUR,
      until: WORLD_NOW,
      history: {
        facts,
        health: new Map(),
        watched: new Map([
          [`apps ${apps[0]}`, [{ since: WORLD_NOW - HOUR, until: WORLD_NOW - 1 }]],
        ]),
        marks: new Map([
          [
            'shieldZones',
            logged.slice(0, 5).map(({ logId, timestamp }) => ({
              zone: zones[0] ?? '',
              logId: logId ?? '',
              time: timestamp ?? 0,
              note: text(),
            })),
          ],
        ]),
      },
      observed: {
        observations: (number) => observations.filter((each) => each.number > number),
      },
      calls: [
        {
          operation: 'rate-limit-metrics',
          input: JSON.stringify({ id: id() }),
          time: WORLD_NOW,
          elapsed: 0,
          took: 5,
          status: 403,
          bytes: 10,
          serverDate: null,
          requestId: id(),
          entries: null,
          span: null,
          answer: null,
          error: {
            kind: 'refused',
            title: text(),
            detail: text(),
            errorKey: name(),
            requestId: id(),
            fields: [{ field: name(), message: text() }],
            members: { [name()]: text() },
          },
        },
      ],
      logs: zones.map((zone) => ({ zone, store })),
      changes: [
        {
          attempt: id(),
          time: new Date(WORLD_NOW - HOUR).toISOString(),
          profile,
          host: new URL(service).host,
          user: name(),
          tty: name(),
          ssh: address(),
          operation: 'app-delete',
          request: { file: `${name()}.yaml`, Name: name() },
          subject: { kind: 'app', id: id(), name: name() },
          outcome: 'refused',
          status: 403,
          error: text(),
          requestId: id(),
        },
      ],
    },
  };
}

interface Makers {
  name(): Secret;
  host(): Secret;
  id(): Secret;
  address(): Secret;
  any(): Secret;
  text(): string;
}

/** A text as `\x72\x75` or `&#114;&#117;`. */
const escaped = (text: string, how: 'hex' | 'entities'): string =>
  [...Buffer.from(text)]
    .map((byte) => (how === 'hex' ? `\\x${byte.toString(16).padStart(2, '0')}` : `&#${byte};`))
    .join('');

/** A sentence that contains secrets, spelled as people may spell them. */
function sentence(random: Random, any: () => Secret, word: () => Secret): string {
  const secret = () => {
    const found = any();
    return random.pick([
      () => found,
      () => `"${found}"`,
      () => encodeURIComponent(found),
      () => Buffer.from(found).toString('base64'),
      () => Buffer.from(found).toString('hex'),
      () => `https://user:${found}@${any()}:8443/wp-admin/${found}?q=${found}#x`,
      () => `(${found}): ${any()}, ${any()}/${any()}`,
      () => `...${found}...${found}:8080;${found}%20${found}`,
      () => `ip-${found.replaceAll('.', '-')}.internal`,
      () => found.toLowerCase(),
      () => escaped(found, 'hex'),
      () => escaped(found, 'entities'),
    ])();
  };
  return random.pick([
    () => `${word()} ${word()} ${secret()}`,
    () => `${word()} (${secret()}) ${word()} 30 s: ${secret()}`,
    () => `exit 137: OOMKilled: ${word()} ${secret()}, ${word()}.`,
    () => secret(),
    () => JSON.stringify({ [secret()]: secret() }),
    () => `2026-03-14T13:00:00Z ${secret()} → ${secret()}`,
  ])();
}

function overview({ name, id, any, text }: Pick<Makers, 'name' | 'id' | 'any' | 'text'>) {
  return {
    status: 'failing',
    averageLatency: 61,
    monthlyCost: 12.5,
    [name()]: any(),
    latencyChart: { '2026-03-14T13:56:00Z': 40, [name()]: 3, inner: [any(), 12] },
    targetLatency: { indicator: 40, statusGrade: text() },
    regions: [
      {
        region: 'DE',
        isRequired: true,
        instances: 3,
        status: 'active',
        nobodyKnows: any(),
        pods: [
          {
            name: name(),
            lastHeartBeat: '2026-03-14T13:59:00.000Z',
            message: text(),
            volumesUtilizationPercentage: { [name()]: 91 },
            volumes: [{ id: id(), usageBytes: 1, sizeBytes: 2 }],
            containers: [
              {
                id: id(),
                name: name(),
                reason: 'OOMKilled',
                message: text(),
                exitCode: 137,
                image: `registry/${name()}/${name()}:3.18.4`,
                imageDisplay: name(),
                numberOfRestarts: 7,
                status: 'started',
              },
            ],
          },
        ],
      },
      { region: name(), pods: [] },
    ],
  };
}

function scan({ name, host, id, address, text }: Omit<Makers, 'any'>) {
  const record = { Type: 0, Ttl: 300, Priority: null, Weight: null, Port: null, IsProxied: false };
  return {
    JobId: id(),
    ZoneId: id(),
    Domain: host(),
    AccountId: id(),
    Status: 'Failed',
    CreatedAt: '2026-03-14T13:00:00.000Z',
    CompletedAt: null,
    Error: text(),
    Records: [
      { ...record, Name: name(), Value: address() },
      { ...record, Name: '@', Type: 3, Value: `v=spf1 include:${host()} ip4:${address()} ~all` },
    ],
  };
}

function entry(time: number, makers: Makers & { readonly random: Random }): EventLogEntry {
  const { random, name, host, id, address, any, text } = makers;
  const log = {
    ServerZoneId: 4,
    Message: text(),
    RemoteIp: address(),
    Url: `https://${host()}/.env?next=${any()}`,
    UrlEncodedBody: random.pick([null, text()]),
    Headers: [
      { Name: 'User-Agent', Value: `curl/8.15.0 ${any()}` },
      { Name: 'X-Forwarded-For', Value: `${address()}, ${address()}` },
      { Name: name(), Value: Buffer.from(any()).toString('base64') },
    ],
    TriggerMatch: { Key: 'PMF', Value: text() },
    [name()]: any(),
    accountId: Number(id()),
  };
  return {
    logId: id(),
    timestamp: time,
    log: random.oneIn(6) ? text() : JSON.stringify(log),
    labels: {
      asn: '48090',
      country: random.pick(['BG', name()]),
      ruleId: '930130',
      severity: '',
      method: 'GET',
      ruleGroup: random.pick(['', name()]),
      status: 'Blocked',
      serverZone: 'SG',
    },
  };
}

/** All bytes of a bundle: the file itself, and everything compressed in it decompressed. */
export function bytesOf(bundle: string): Buffer {
  const parts: Uint8Array[] = [readFileSync(bundle)];
  const reading = new DatabaseSync(bundle, { readOnly: true });
  for (const table of ['answer', 'entries', 'observation']) {
    const column = table === 'observation' ? 'answer' : 'body';
    for (const row of reading.prepare(`SELECT ${column} AS body FROM ${table}`).all()) {
      parts.push(inflateRawSync(row['body'] as Uint8Array));
    }
  }
  reading.close();
  return Buffer.concat(parts);
}

/** The secrets in `bytes`: in any case, in base64, in hexadecimal or as escapes. */
export function found(bytes: Buffer, secrets: readonly Secret[]): readonly string[] {
  const exact = bytes.toString('latin1');
  const folded = bytes.toString('utf8').toLowerCase();
  // JSON within JSON doubles backslashes.
  const unslashed = folded.replaceAll('\\', '');
  return secrets.flatMap((secret) => {
    const base64 = [0, 1, 2].map((before) =>
      Buffer.from(`${' '.repeat(before)}${secret}`)
        .toString('base64')
        .replace(/=+$/, '')
        .slice(before === 0 ? 0 : 4, -1),
    );
    const hex = Buffer.from(secret).toString('hex');
    return [
      ...(folded.includes(secret.toLowerCase()) ? [`${secret}: raw`] : []),
      ...(exact.includes(encodeURIComponent(secret)) ? [`${secret}: url`] : []),
      ...(base64.some((each) => each.length >= 6 && exact.includes(each))
        ? [`${secret}: base64`]
        : []),
      ...(folded.includes(hex) ? [`${secret}: hex`] : []),
      ...(unslashed.includes(escaped(secret, 'hex').replaceAll('\\', ''))
        ? [`${secret}: escapes`]
        : []),
      ...(folded.includes(escaped(secret, 'entities')) ? [`${secret}: entities`] : []),
    ];
  });
}
