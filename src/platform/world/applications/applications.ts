import { alphanumericId, fraction, hash, hashText } from '../chance.ts';

/** What happens to an application; `pod-state.ts` says what it does to the pods. */
export type Behaviour =
  | 'stable'
  /** A deploy that fails and is rolled back, again and again. */
  | 'failing deploy'
  /** Healthy for half a minute, then out of memory. */
  | 'flapping'
  /** One region keeps requesting an instance it cannot get. */
  | 'scaling'
  /** A required region has no capacity. */
  | 'starved region'
  /** One pod has stopped reporting. */
  | 'late heartbeat'
  | 'suspended'
  /** Instances are desired, but none is running. */
  | 'inactive'
  /** Its state is unknown. */
  | 'unreported';

export interface RegionPlan {
  readonly code: string;
  readonly required: boolean;
  readonly instances: number;
}

/** Resource usage in normal operation. */
interface Usage {
  /** Percent. */
  readonly cpu: number;
  readonly ram: number;
  readonly volumes: number;
  readonly latency: number;
  readonly targetLatency: number;
  /** Per second and instance. */
  readonly requests: number;
}

/** The constant properties of an application. */
export interface Application {
  readonly id: string;
  readonly name: string;
  /** Seeds the application's randomness. */
  readonly key: number;
  readonly image: string;
  readonly version: readonly [major: number, minor: number, patch: number];
  readonly sidecar: string | undefined;
  readonly regions: readonly RegionPlan[];
  readonly behaviour: Behaviour;
  readonly usage: Usage;
  /** Total size of its volumes; 0 if it has none. */
  readonly volumeGb: number;
}

/** Over all regions. */
export const desiredInstances = (application: Application): number =>
  application.regions.reduce((sum, region) => sum + region.instances, 0);

/** What differs from the defaults. */
interface Traits {
  readonly behaviour?: Behaviour;
  readonly sidecar?: string;
  readonly volumeGb?: number;
  readonly usage?: Partial<Usage>;
}

/** @param regions region codes with their instances; `!` marks a required region: `DE:3! FR:2` */
const spec = (name: string, image: string, regions: string, traits: Traits = {}) => ({
  name,
  image,
  regions,
  ...traits,
});

const ENVOY = 'envoyproxy/envoy:v1.34.1';

const SPECS = [
  spec('checkout', 'shop/checkout', 'DE:3! FR:2 UK:2 NY:3! LA:2 SG:2 SYD:1', {
    behaviour: 'failing deploy',
    sidecar: ENVOY,
    usage: { latency: 31, targetLatency: 40, cpu: 47, ram: 58 },
  }),
  spec('basket-api', 'shop/basket-api', 'DE:2! FR:2 NY:2', { sidecar: ENVOY }),
  spec('auth-gateway', 'platform/auth-gateway', 'DE:3! UK:2 NY:3! LA:2 SG:2 JP:2', {
    usage: { cpu: 61, latency: 18, targetLatency: 25 },
  }),
  spec('image-resizer', 'media/image-resizer', 'DE:2 FR:2 NY:2 LA:2 SG:2 JP:2 SYD:2 BR:1 JH:1', {
    behaviour: 'flapping',
    usage: { cpu: 72, ram: 83 },
  }),
  spec('storefront', 'shop/storefront', 'DE:4! FR:2 UK:3 NY:4! LA:3 SG:3 JP:2 SYD:2 BR:2'),
  spec('search-suggest', 'shop/search-suggest', 'DE:2! NY:2 SG:2'),
  spec('price-feed', 'catalogue/price-feed', 'DE:1! NY:1', { behaviour: 'late heartbeat' }),
  spec('inventory-sync', 'catalogue/inventory-sync', 'FR:1!', {
    volumeGb: 40,
    usage: { volumes: 78 },
  }),
  spec('session-store', 'valkey/valkey', 'DE:3! NY:3!', {
    volumeGb: 120,
    usage: { ram: 76, volumes: 41, latency: 3, targetLatency: 5 },
  }),
  spec('webhook-relay', 'platform/webhook-relay', 'DE:1 NY:1'),
  spec('ab-assign', 'growth/ab-assign', 'DE:1! UK:1 NY:1 LA:1 SG:1 SYD:1!', {
    behaviour: 'starved region',
  }),
  spec('recommendations', 'ml/recommendations', 'DE:2! NY:2 SG:1', {
    behaviour: 'scaling',
    usage: { cpu: 88, ram: 71, latency: 94, targetLatency: 80 },
  }),
  spec('geo-redirect', 'edge/geo-redirect', 'DE:1 NY:1 SG:1 BR:1 JH:1'),
  spec('pdf-invoices', 'billing/pdf-invoices', 'UK:1!'),
  spec('legacy-wiki', 'internal/legacy-wiki', 'FR:1!', { behaviour: 'suspended', volumeGb: 15 }),
  spec('beta-landing', 'growth/beta-landing', 'DE:2! NY:1', { behaviour: 'inactive' }),
  spec('iot-ingest', 'iot/ingest', 'DE:1 JH:1', { behaviour: 'unreported' }),
  spec('mail-preview', 'growth/mail-preview', 'DE:1', { usage: { cpu: 3, requests: 2 } }),
  spec('status-page', 'platform/status-page', 'DE:1 NY:1 SG:1', { usage: { cpu: 6 } }),
  spec('feature-flags', 'platform/feature-flags', 'DE:2! NY:2 SG:1'),
  spec('transcoder', 'media/transcoder', 'DE:3 NY:2', {
    volumeGb: 500,
    usage: { cpu: 91, ram: 64, volumes: 66, requests: 1 },
  }),
  spec('thumbnail-cache', 'varnish', 'DE:2 NY:2 SG:2 JP:1', {
    volumeGb: 200,
    usage: { volumes: 91, latency: 4, targetLatency: 10 },
  }),
  spec('chat-edge', 'support/chat-edge', 'UK:2 NY:2 SYD:1'),
  spec('fraud-score', 'ml/fraud-score', 'DE:2! NY:2!'),
  spec('tax-calc', 'billing/tax-calc', 'DE:1! NY:1! BR:1'),
  spec('metrics-push', 'prom/pushgateway', 'DE:1', { volumeGb: 10 }),
  spec('sitemap-builder', 'shop/sitemap-builder', 'FR:1'),
  spec('gateway-jp', 'platform/gateway', 'JP:3! SG:2'),
];

/** All applications, in the order people care about them. */
export function applicationsOf(seed: number): readonly Application[] {
  return SPECS.map((role) => {
    const key = hashText(seed, role.name);
    const chance = (salt: number) => fraction(hash(key, salt));
    return {
      id: alphanumericId(key, 15),
      name: role.name,
      key,
      image: role.image,
      version: [1 + (hash(key, 1) % 5), hash(key, 2) % 32, hash(key, 3) % 10],
      sidecar: role.sidecar,
      regions: role.regions.split(' ').map(regionPlan),
      behaviour: role.behaviour ?? 'stable',
      usage: {
        cpu: 15 + 40 * chance(4),
        ram: 25 + 40 * chance(5),
        volumes: 20 + 40 * chance(6),
        latency: 12 + 40 * chance(7),
        targetLatency: 60,
        requests: 5 + 120 * chance(8),
        ...role.usage,
      },
      volumeGb: role.volumeGb ?? 0,
    };
  });
}

function regionPlan(text: string): RegionPlan {
  const [code = '', count = ''] = text.split(':');
  return { code, required: count.endsWith('!'), instances: Number.parseInt(count, 10) };
}
