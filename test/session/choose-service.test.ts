import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import type { Environment } from '../../src/edges/terminal.ts';
import {
  type ChosenService,
  chooseService,
  keyOrigins,
  type ServiceFlags,
} from '../../src/session/choose-service.ts';
import { formatSource } from '../../src/session/settings.ts';
import { configOf } from '../config/config-of.ts';

const NONE: ServiceFlags = {
  profile: undefined,
  'base-url': undefined,
  demo: false,
  'read-only': false,
};

const TEXT = `default_profile: prod
interval: 7s
profiles:
  prod:
    base_url: https://prod.example
    access_key_file: prod.key
    read_only: true
    workspace: shop
    interval: 9s
  staging:
    base_url: https://staging.example/edge
    access_key_command: pass staging
  bare:
    base_url: https://bare.example
  wrong:
    base_url: http://wrong.example
workspaces:
  shop: {apps: [{id: a}]}
`;
const CONFIG = configOf(TEXT);
const EMPTY = configOf('');

/** A choice in a few words: `host (source); key (source); …`. */
function inWords(chosen: ChosenService): string {
  switch (chosen.kind) {
    case 'refused':
      return `refused: ${chosen.reason}`;
    case 'demo':
      return `demo${chosen.asked ? ', asked for' : ''}`;
    case 'service': {
      const { profile, baseUrl, key, readOnly, workspace } = chosen;
      return [
        `${baseUrl.value.host} (${formatSource(baseUrl.source)})`,
        `key: ${key.value.kind} (${formatSource(key.source)})`,
        ...(profile ? [`profile ${profile.value} (${formatSource(profile.source)})`] : []),
        ...(readOnly.value ? [`read-only (${formatSource(readOnly.source)})`] : []),
        ...(workspace ? [`workspace ${workspace.value}`] : []),
      ].join('; ');
    }
  }
}

const PROD = 'profile prod (configuration, line 1); read-only (profile prod, line 7)';
const E_URL = { WARREN_BASE_URL: 'https://env.example' };
const E_KEY = { WARREN_ACCESS_KEY: 'k' };

describe('the service', () => {
  it('comes from the default profile, with its own key, by default', () => {
    expect(inWords(chooseService(NONE, {}, CONFIG))).toBe(
      `prod.example (profile prod, line 5); key: file (profile prod, line 6); ${PROD}; workspace shop`,
    );
  });

  it.each<readonly [Partial<ServiceFlags>, Environment, string]>([
    [
      {},
      E_KEY,
      `prod.example (profile prod, line 5); key: environment (WARREN_ACCESS_KEY); ${PROD}; workspace shop`,
    ],
    // The key of WARREN_BASE_URL goes to its origin; the profile's goes to the profile's.
    [
      {},
      { ...E_URL, ...E_KEY },
      `env.example (WARREN_BASE_URL); key: environment (WARREN_ACCESS_KEY); ${PROD}`,
    ],
    [{}, E_URL, `env.example (WARREN_BASE_URL); key: prompt (default); ${PROD}`],
    [
      { 'base-url': 'https://other.example' },
      {},
      `other.example (--base-url); key: prompt (default); ${PROD}`,
    ],
    [
      { 'base-url': 'https://other.example' },
      { ...E_URL, ...E_KEY },
      `other.example (--base-url); key: prompt (default); ${PROD}`,
    ],
    [
      { 'base-url': 'https://other.example' },
      E_KEY,
      // A9: the key of the environment is for the default profile's origin.
      `other.example (--base-url); key: prompt (default); ${PROD}`,
    ],
    // The same origin under another path is the same service.
    [
      { 'base-url': 'https://prod.example/v2' },
      {},
      `prod.example (--base-url); key: file (profile prod, line 6); ${PROD}; workspace shop`,
    ],
    // A profile that is named is meant more than an environment that was set once.
    [
      { profile: 'staging' },
      { ...E_URL, ...E_KEY },
      'staging.example (profile staging, line 11); key: command (profile staging, line 12); profile staging (--profile)',
    ],
    [
      { profile: 'bare' },
      E_KEY,
      // A9
      'bare.example (profile bare, line 14); key: prompt (default); profile bare (--profile)',
    ],
    [
      {},
      { ...E_KEY, WARREN_PROFILE: 'bare' },
      'bare.example (profile bare, line 14); key: environment (WARREN_ACCESS_KEY); profile bare (WARREN_PROFILE)',
    ],
    [
      { profile: 'bare' },
      { ...E_URL, ...E_KEY },
      'bare.example (profile bare, line 14); key: prompt (default); profile bare (--profile)',
    ],
    [
      {},
      { WARREN_PROFILE: 'staging' },
      'staging.example (profile staging, line 11); key: command (profile staging, line 12); profile staging (WARREN_PROFILE)',
    ],
    [
      { profile: 'prod', 'read-only': true },
      {},
      'prod.example (profile prod, line 5); key: file (profile prod, line 6); profile prod (--profile); read-only (--read-only); workspace shop',
    ],
    [{ demo: true, profile: 'prod' }, { ...E_URL, ...E_KEY }, 'demo, asked for'],
    [
      { profile: 'stagin' },
      {},
      'refused: No profile "stagin". Profiles: prod, staging, bare, wrong. Did you mean staging?',
    ],
    [
      { profile: 'wrong' },
      {},
      'refused: The base URL must begin with https://: only a loopback address may use http://. (profile wrong, line 16 of the configuration)',
    ],
    [
      { 'base-url': 'http://other.example' },
      {},
      'refused: The base URL must begin with https://: only a loopback address may use http://. (--base-url)',
    ],
  ])('by %j and %j', (flags, env, words) => {
    expect(inWords(chooseService({ ...NONE, ...flags }, env, CONFIG))).toBe(words);
  });

  it.each([
    ['environment', E_KEY, 'prod'],
    ['file', {}, 'prod'],
    ['command', {}, 'staging'],
  ] as const)(
    'A9: a key of the %s stays with the origin it was for at the start',
    (kind, env, profile) => {
      const flags = { ...NONE, ...(kind === 'environment' ? {} : { profile }) };
      const atStart = keyOrigins(env, CONFIG);
      const kindOf = (config: Config) => {
        const chosen = chooseService(flags, env, config, atStart);
        return chosen.kind === 'service' && chosen.key.value.kind;
      };
      expect(kindOf(CONFIG)).toBe(kind);
      // The configuration leads elsewhere now: who sits there is asked for a key.
      expect(kindOf(configOf(TEXT.replaceAll(`${profile}.example`, 'elsewhere.example')))).toBe(
        'prompt',
      );
      expect(kindOf(configOf(TEXT.replaceAll('shop', 'other')))).toBe(kind);
    },
  );

  it('of a profile that was added later has its own key', () => {
    const added = configOf(
      TEXT.replace(
        'profiles:\n',
        'profiles:\n  new: {base_url: https://new.example, access_key_file: new.key}\n',
      ),
    );
    const flags = { ...NONE, profile: 'new' };
    expect(chooseService(flags, {}, added, keyOrigins({}, CONFIG))).toMatchObject({
      key: { value: { kind: 'file', path: 'new.key' } },
    });
  });

  it.each<readonly [Partial<ServiceFlags>, Environment, string]>([
    [{}, {}, 'demo'],
    // A key alone names no service it may be sent to.
    [{}, E_KEY, 'demo'],
    [
      { profile: 'x' },
      {},
      'refused: There is no such profile; none is configured. See warren init.',
    ],
    [
      { 'base-url': 'http://127.0.0.1:8080' },
      E_KEY,
      // A9
      '127.0.0.1:8080 (--base-url); key: prompt (default)',
    ],
    [
      {},
      { ...E_KEY, WARREN_BASE_URL: 'http://127.0.0.1:8080' },
      '127.0.0.1:8080 (WARREN_BASE_URL); key: environment (WARREN_ACCESS_KEY)',
    ],
  ])('without a configuration, by %j and %j', (flags, env, words) => {
    expect(inWords(chooseService({ ...NONE, ...flags }, env, EMPTY))).toBe(words);
  });

  it('is polled as often as the profile or the configuration says', () => {
    const intervalOf = (profile: string) => {
      const chosen = chooseService({ ...NONE, profile }, {}, CONFIG);
      return chosen.kind === 'service' ? chosen.interval.value : undefined;
    };
    expect(['prod', 'staging'].map(intervalOf)).toEqual([9000, 7000]);
    expect(chooseService(NONE, {}, EMPTY)).toMatchObject({ interval: { value: 5000 } });
  });

  it('choice never contains the key', () => {
    const env = { ...E_URL, WARREN_ACCESS_KEY: 'SECRET-4711' };
    expect(JSON.stringify(chooseService(NONE, env, CONFIG))).not.toContain('4711');
  });
});
