import { hash, hashText } from './chance.ts';

/** What a zone's owner pays for; decides what the zone may do. */
type Plan = 'Basic' | 'Advanced' | 'Business' | 'Enterprise';

/** A shield zone: a host behind the edge's firewall. */
export interface ShieldZone {
  readonly id: number;
  readonly host: string;
  readonly plan: Plan;
  /** Its events beside those of the busiest zone. */
  readonly share: number;
  /** Whether its API Guardian blocks what it objects to; otherwise it only logs it. */
  readonly blocks: boolean;
  readonly key: number;
}

const HOSTS = [
  { host: 'shop.example', plan: 'Business', share: 1, blocks: true },
  { host: 'api.shop.example', plan: 'Advanced', share: 0.3, blocks: true },
  { host: 'media.shop.example', plan: 'Advanced', share: 0.05, blocks: false },
  { host: 'blog.example', plan: 'Basic', share: 0.01, blocks: false },
  { host: 'intranet.example', plan: 'Enterprise', share: 0, blocks: false },
] as const;

/** The world's shield zones, busiest first. The last one is silent. */
export function shieldZonesOf(seed: number): readonly ShieldZone[] {
  const base = 120_000 + (hash(seed, 0x2e) % 900);
  return HOSTS.map((zone, index) => ({
    ...zone,
    id: base + index * 137,
    key: hashText(seed, zone.host),
  }));
}

/** What a specification may hold at most (contract, ApiGuardianConfigurationDetails). */
export interface GuardianLimits {
  readonly maxEndpoints: number;
  readonly maxFieldsPerType: number;
  readonly maxNestingDepth: number;
  readonly maxTotalSchemaNodes: number;
  /** Characters. */
  readonly maxTotalRegexLength: number;
}

/** The limits of each plan; a plan without any has no API Guardian. */
export type PlanLimits = { readonly [Name in Plan]: GuardianLimits | undefined };

/** The service publishes no numbers: these are the platform's own. */
export const DEFAULT_PLAN_LIMITS: PlanLimits = {
  Basic: undefined,
  Advanced: {
    maxEndpoints: 100,
    maxFieldsPerType: 50,
    maxNestingDepth: 8,
    maxTotalSchemaNodes: 1_000,
    maxTotalRegexLength: 2_000,
  },
  Business: {
    maxEndpoints: 500,
    maxFieldsPerType: 100,
    maxNestingDepth: 12,
    maxTotalSchemaNodes: 5_000,
    maxTotalRegexLength: 10_000,
  },
  Enterprise: {
    maxEndpoints: 2_000,
    maxFieldsPerType: 250,
    maxNestingDepth: 20,
    maxTotalSchemaNodes: 25_000,
    maxTotalRegexLength: 50_000,
  },
};
