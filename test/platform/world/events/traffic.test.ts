import { describe, expect, test } from 'vitest';
import { isStuffing, sqlInjection } from '../../../../src/platform/world/events/attacks.ts';
import { eventStream } from '../../../../src/platform/world/events/event-stream.ts';
import { TRAFFIC_PATTERNS } from '../../../../src/platform/world/events/traffic.ts';
import { shieldZonesOf } from '../../../../src/platform/world/shield-zones.ts';
import { utcDay } from '../../../../src/text/time.ts';
import { first } from '../../visitor.ts';

const midnight = Date.parse('2026-03-14T00:00:00Z') / 60_000;

describe.each(TRAFFIC_PATTERNS)('traffic of $name', (pattern) => {
  test('has agents, requests and origins', () => {
    expect(pattern.origins.length).toBeGreaterThan(0);
    expect(pattern.requests.length).toBeGreaterThan(0);
    expect(pattern.agents.length).toBeGreaterThan(0);
    expect(pattern.details.length).toBeGreaterThan(0);
    for (const { asn, country, network } of pattern.origins) {
      expect(asn).toMatch(/^\d+$/);
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(network).toMatch(/^\d+\.\d+$/);
    }
  });

  test('never has a negative weight', () => {
    for (let minute = 0; minute < 1440; minute += 1) {
      expect(pattern.weight(midnight + minute, 17)).toBeGreaterThanOrEqual(0);
    }
  });
});

test('the injection wave has its hours, and sweeps of seven minutes in every forty-seven', () => {
  const weights = Array.from({ length: 1440 }, (_, at) => sqlInjection.weight(midnight + at, 0));
  expect(weights.filter((weight) => weight >= 45).length / 1440).toBeCloseTo(7 / 47, 1);
  expect(weights.filter((weight) => weight % 45 === 4)).toHaveLength(240);
});

test('credentials are stuffed for eleven minutes in every thirty-one', () => {
  const minutes = Array.from({ length: 310 }, (_, at) => isStuffing(midnight + at, 3));
  expect(minutes.filter(Boolean)).toHaveLength(110);
});

const day = utcDay(Date.parse('2026-03-14T12:00:00Z'));
const zones = shieldZonesOf(7);
const log = eventStream(7, zones, { perSecond: 20 }).day(first(zones), day);
const STEP = 7;
const sample = Array.from({ length: Math.floor(log.total / STEP) }, (_, at) => {
  const entry = JSON.parse(log.textOf(at * STEP, 'milliseconds', 'json'));
  return { ...entry, document: JSON.parse(entry.log) };
});
const of = (asn: string) => sample.filter(({ labels }) => labels.asn === asn);

test('one network reads orders from 300 addresses, without a burst', () => {
  const rotating = of('49870');
  expect(new Set(rotating.map(({ document }) => document.RemoteIp)).size).toBe(300);
  expect(rotating.length / sample.length).toBeLessThan(0.05);
});

test('an attack passes a rule that only logs', () => {
  const passing = of('209605');
  expect(passing.length).toBeGreaterThan(50);
  expect(new Set(passing.map(({ labels }) => labels.status))).toEqual(new Set(['Logged']));
});

test('a slow scan goes on in every hour of the day, with few entries a minute', () => {
  const minutes = new Map<number, number>();
  for (const { timestamp } of of('56971')) {
    const minute = Math.floor(timestamp / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  expect(new Set([...minutes.keys()].map((minute) => Math.floor(minute / 60))).size).toBe(24);
  // One in seven of them was looked at.
  expect(Math.max(...minutes.values()) * STEP).toBeLessThan(30);
});

test('signed-in customers are blocked at the checkout, from very many addresses', () => {
  const stopped = sample.filter(({ labels }) => labels.ruleId === '942330');
  for (const { document, labels } of stopped) {
    expect(labels.status).toBe('Blocked');
    expect(document.Url).toContain(`surname=${document.TriggerMatch.Value}`);
    expect(document.Headers.map(({ Name }: { Name: string }) => Name)).toContain('Cookie');
  }
  const addresses = new Set(stopped.map(({ document }) => document.RemoteIp));
  expect(addresses.size).toBeGreaterThan(stopped.length / 2);
});

test('all of it is small beside the rest', () => {
  const quiet = sample.filter(
    ({ labels }) => ['49870', '209605', '56971'].includes(labels.asn) || labels.ruleId === '942330',
  );
  expect(quiet.length / sample.length).toBeLessThan(0.1);
});
