import { type Application, applicationsOf } from './applications/applications.ts';
import { type DnsZone, dnsZonesOf } from './dns-zones.ts';
import { type EventRate, type EventStream, eventStream } from './events/event-stream.ts';
import { type RateLimit, rateLimitsOf } from './rate-limits.ts';
import { type Script, scriptsOf } from './scripts.ts';
import { catalogueOf, type SearchItem } from './search.ts';
import { type ShieldZone, shieldZonesOf } from './shield-zones.ts';

/**
 * The simulated world behind the embedded platform: what exists, as functions of time. It has no state: changes are
 * in the storage.
 */
export interface World {
  readonly seed: number;
  /** Milliseconds since the epoch; recurring events (a deploy, a scan) are relative to it. */
  readonly startedAt: number;
  readonly applications: readonly Application[];
  readonly shieldZones: readonly ShieldZone[];
  readonly rateLimits: readonly RateLimit[];
  readonly dnsZones: readonly DnsZone[];
  readonly scripts: readonly Script[];
  readonly events: EventStream;
  /** Created on first use: it is large. */
  catalogue(): readonly SearchItem[];
}

export function createWorld(settings: {
  readonly seed: number;
  readonly startedAt: number;
  readonly events: EventRate;
}): World {
  const { seed, startedAt } = settings;
  const shieldZones = shieldZonesOf(seed);
  const dnsZones = dnsZonesOf(seed);
  const scripts = scriptsOf(seed);
  let catalogue: readonly SearchItem[] | undefined;
  return {
    seed,
    startedAt,
    applications: applicationsOf(seed),
    shieldZones,
    rateLimits: rateLimitsOf(seed, shieldZones),
    dnsZones,
    scripts,
    events: eventStream(seed, shieldZones, settings.events),
    catalogue() {
      catalogue ??= catalogueOf(seed, dnsZones, scripts);
      return catalogue;
    },
  };
}
