import type { Derivation } from '../../guardian/derive.ts';
import { hash, hashText } from './chance.ts';

type Plan = 'Basic' | 'Advanced' | 'Business' | 'Enterprise';

/** A shield zone: a host behind the edge's firewall. */
export interface ShieldZone {
  readonly id: number;
  readonly host: string;
  readonly plan: Plan;
  /** Its event rate relative to the busiest zone. */
  readonly share: number;
  readonly guardian: GuardianSettings;
  readonly key: number;
}

/** Shifts recurring events, so that zones differ. */
export const phaseOf = ({ key }: Pick<ShieldZone, 'key'>): number => key & 0xffff;

type Action = 'Block' | 'Log' | 'Ignore';

interface GuardianSettings {
  readonly isEnabled: boolean;
  readonly executionMode: 'Log' | 'Block';
  readonly bodyLimitAction: Action;
  readonly unmatchedPathAction: Action;
  /** Whether its endpoints have different settings. */
  readonly hasVariedEndpoints: boolean;
}

const BLOCKING: GuardianSettings = {
  isEnabled: true,
  executionMode: 'Block',
  bodyLimitAction: 'Log',
  unmatchedPathAction: 'Block',
  hasVariedEndpoints: false,
};
const LOGGING: GuardianSettings = {
  isEnabled: true,
  executionMode: 'Log',
  bodyLimitAction: 'Block',
  unmatchedPathAction: 'Ignore',
  hasVariedEndpoints: true,
};
const OFF: GuardianSettings = {
  isEnabled: false,
  executionMode: 'Block',
  bodyLimitAction: 'Ignore',
  unmatchedPathAction: 'Log',
  hasVariedEndpoints: true,
};

const HOSTS = [
  { host: 'shop.example', plan: 'Business', share: 1, guardian: BLOCKING },
  { host: 'api.shop.example', plan: 'Advanced', share: 0.3, guardian: BLOCKING },
  { host: 'media.shop.example', plan: 'Advanced', share: 0.05, guardian: LOGGING },
  { host: 'blog.example', plan: 'Basic', share: 0.01, guardian: OFF },
  { host: 'intranet.example', plan: 'Enterprise', share: 0, guardian: OFF },
] as const;

/** The world's shield zones, busiest first. The last one has no events. */
export function shieldZonesOf(seed: number): readonly ShieldZone[] {
  const base = 120_000 + (hash(seed, 0x2e) % 900);
  return HOSTS.map((zone, index) => ({
    ...zone,
    id: base + index * 137,
    key: hashText(seed, zone.host),
  }));
}

/** Settings of an endpoint besides its authorization. */
export interface EndpointSettings {
  readonly isEnabled: boolean;
  readonly validatesResponses: boolean;
  /** Both apply to path and query parameters. */
  readonly detectsXss: boolean;
  readonly detectsSqli: boolean;
  readonly rateLimit: {
    readonly isEnabled: boolean;
    readonly type: 'Global' | 'IP';
    readonly requests: number;
    readonly seconds: number;
  };
}

const DEFAULTS: EndpointSettings = {
  isEnabled: true,
  validatesResponses: false,
  detectsXss: false,
  detectsSqli: false,
  rateLimit: { isEnabled: false, type: 'Global', requests: 100, seconds: 60 },
};

/** RateLimitTimeframe of the contract, seconds. */
const TIMEFRAMES = [1, 10, 60, 300, 900, 3600] as const;

const VARIED: readonly EndpointSettings[] = [
  DEFAULTS,
  { ...DEFAULTS, isEnabled: false },
  {
    ...DEFAULTS,
    detectsXss: true,
    detectsSqli: true,
    rateLimit: { isEnabled: true, type: 'IP', requests: 20, seconds: 10 },
  },
  {
    ...DEFAULTS,
    validatesResponses: true,
    detectsSqli: true,
    rateLimit: { isEnabled: true, type: 'Global', requests: 1_000, seconds: 3_600 },
  },
];

/** Settings of an endpoint, by its method and path; an update does not change them. */
export function endpointSettings({ guardian, key }: ShieldZone, name: string): EndpointSettings {
  if (!guardian.hasVariedEndpoints) return DEFAULTS;
  const settings = VARIED[hashText(key, name) % VARIED.length] ?? DEFAULTS;
  const { rateLimit } = settings;
  if (!rateLimit.isEnabled) return settings;
  const seconds = TIMEFRAMES[hashText(key, `${name} timeframe`) % TIMEFRAMES.length] ?? 60;
  return { ...settings, rateLimit: { ...rateLimit, seconds } };
}

/** The maximum a specification may contain (contract, ApiGuardianConfigurationDetails). */
export type GuardianLimits = Derivation['needs'];

/** Limits by plan; a plan without limits has no API Guardian. */
export type PlanLimits = { readonly [Name in Plan]: GuardianLimits | undefined };

const limits = (
  maxEndpoints: number,
  maxFieldsPerType: number,
  maxNestingDepth: number,
  maxTotalSchemaNodes: number,
  maxTotalRegexLength: number,
): GuardianLimits => ({
  maxEndpoints,
  maxFieldsPerType,
  maxNestingDepth,
  maxTotalSchemaNodes,
  maxTotalRegexLength,
});

/** The platform's own numbers: the service publishes none. */
export const DEFAULT_PLAN_LIMITS: PlanLimits = {
  Basic: undefined,
  Advanced: limits(100, 50, 8, 1_000, 2_000),
  Business: limits(500, 100, 12, 5_000, 10_000),
  Enterprise: limits(2_000, 250, 20, 25_000, 50_000),
};
