import { type Split, SplitCounts } from '../outcome.ts';
import { codesOf, type Part, rowsOf } from '../selection.ts';
import { OTHER } from '../storage/columns.ts';
import type { EntryId } from '../storage/entry-id.ts';
import type { EventStore } from '../store.ts';
import { foldedCodes, Groups, NO_PAIR } from './groups.ts';
import { type LogSample, readLogSample } from './log-sample.ts';
import { distinct, newestOf, startsOf } from './tally.ts';

/**
 * A rule that matched with one operator at one path, without regard to case. If many different clients share it, it is
 * probably no attack.
 */
export interface MatchGroup {
  readonly rule: string | null;
  /** The operator's short name. */
  readonly trigger: string | null;
  readonly path: string | null;
  readonly count: number;
  readonly outcomes: Split;
  /** Distinct addresses; those beyond the dictionary count as one. */
  readonly addresses: number;
  /** Whether some are beyond the dictionary, so that there may be more. */
  readonly moreAddresses: boolean;
  /** Distinct autonomous systems, likewise. */
  readonly networks: number;
  readonly moreNetworks: boolean;
  /** Its newest entries, newest first, from which the following fields are read. */
  readonly samples: readonly MatchSample[];
  /** Samples with headers, and those of them that have a session. */
  readonly withHeaders: number;
  readonly withSession: number;
  /** What was matched in the samples, most frequent first. */
  readonly matched: readonly string[];
}

/** An entry that a rule matched. Hostile text. */
export interface MatchSample extends LogSample {
  /** Milliseconds since the epoch; null without a time. */
  readonly time: number | null;
  readonly asn: string | null;
}

export interface MatchesAnswer {
  /** Those with the most addresses first. */
  readonly rows: readonly MatchGroup[];
  readonly groups: number;
  readonly total: number;
  /** Entries of no group, because their rule, operator or path is beyond the dictionaries. */
  readonly leftOut: number;
}

/** Number of newest entries read per group. */
export const SAMPLES = 8;
const TEXTS = 3;

type Counted = Pick<
  MatchGroup,
  'count' | 'outcomes' | 'addresses' | 'moreAddresses' | 'networks' | 'moreNetworks'
>;

/** What the rules matched, by rule, operator and path. */
export function* matches(
  store: EventStore,
  parts: readonly Part[],
  { most }: { readonly most: number },
): Generator<void, MatchesAnswer, void> {
  const { count: groups, of, nameOf } = yield* grouped(store, parts);
  const counted = yield* summed(store, parts, of, groups);
  const order = Array.from({ length: groups }, (_, group) => ({
    group,
    ...counted(group),
  })).sort((a, b) => b.addresses - a.addresses || b.count - a.count || a.group - b.group);
  const shown = order.slice(0, most);
  const samples = yield* newestOf(parts, of, new Set(shown.map(({ group }) => group)), SAMPLES);
  const rows: MatchGroup[] = [];
  for (const { group, ...sums } of shown) {
    rows.push({
      ...nameOf(group),
      ...sums,
      ...read(store, samples.get(group) ?? []),
    });
    yield;
  }
  const included = order.reduce((sum, { count }) => sum + count, 0);
  const total = of.reduce((sum, own) => sum + own.length, 0);
  return { rows, groups, total, leftOut: total - included };
}

/** Groups rows by rule, operator and path. */
export function* grouped(store: EventStore, parts: readonly Part[]) {
  const groups = new Groups();
  const rules = foldedCodes(store, 'ruleId');
  const triggers = foldedCodes(store, 'trigger');
  const paths = foldedCodes(store, 'path');
  for (const codes of [rules, triggers, paths]) yield* codes.learn();
  const of = yield* groups.of(parts, [
    ['ruleId', rules.codes],
    ['trigger', triggers.codes],
    ['path', paths.codes],
  ]);
  return {
    count: groups.groups.count,
    of,
    nameOf(group: number): Pick<MatchGroup, 'rule' | 'trigger' | 'path'> {
      const [rule, trigger, path] = groups.valuesOf(group);
      return {
        rule: rules.nameOf(rule),
        trigger: triggers.nameOf(trigger),
        path: paths.nameOf(path),
      };
    },
  };
}

function* summed(
  store: EventStore,
  parts: readonly Part[],
  of: readonly Int32Array[],
  groups: number,
): Generator<void, (group: number) => Counted, void> {
  const counts = new Uint32Array(groups);
  for (const own of of) {
    for (const group of own) if (group !== NO_PAIR) counts[group] = (counts[group] as number) + 1;
    yield;
  }
  const starts = startsOf(counts);
  const next = starts.slice();
  const addresses = new Uint16Array(starts[groups] as number);
  const networks = new Uint16Array(starts[groups] as number);
  const moreAddresses = new Uint8Array(groups);
  const moreNetworks = new Uint8Array(groups);
  const outcomes = new SplitCounts(store, groups);
  for (const [index, part] of parts.entries()) {
    const own = of[index] as Int32Array;
    const { rows } = rowsOf(part);
    const ips = codesOf(part.segment, 'remoteIp');
    const asns = codesOf(part.segment, 'asn');
    const statuses = codesOf(part.segment, 'status');
    for (let at = 0; at < own.length; at += 1) {
      const group = own[at] as number;
      if (group === NO_PAIR) continue;
      const row = rows[at] as number;
      const slot = next[group] as number;
      next[group] = slot + 1;
      addresses[slot] = ips[row] as number;
      networks[slot] = asns[row] as number;
      if (ips[row] === OTHER) moreAddresses[group] = 1;
      if (asns[row] === OTHER) moreNetworks[group] = 1;
      outcomes.add(group, statuses[row] as number);
    }
    yield;
  }
  const distinctAddresses = yield* distinct(addresses, starts);
  const distinctNetworks = yield* distinct(networks, starts);
  return (group) => ({
    count: counts[group] as number,
    outcomes: outcomes.of(group),
    addresses: distinctAddresses[group] as number,
    moreAddresses: moreAddresses[group] === 1,
    networks: distinctNetworks[group] as number,
    moreNetworks: moreNetworks[group] === 1,
  });
}

function read(store: EventStore, ids: readonly EntryId[]): ReadSamples {
  return readOf(
    ids
      .filter((id) => store.has(id))
      .map((id) => ({
        ...readLogSample(store.log(id)),
        time: store.time(id),
        asn: store.value(id, 'asn'),
      })),
  );
}

type ReadSamples = Pick<MatchGroup, 'samples' | 'withHeaders' | 'withSession' | 'matched'>;

/** Combines what the samples say. */
export function readOf(samples: readonly MatchSample[]): ReadSamples {
  const texts = new Map<string, number>();
  for (const { matched } of samples) {
    if (matched !== null) texts.set(matched, (texts.get(matched) ?? 0) + 1);
  }
  const matched = [...texts].sort((a, b) => b[1] - a[1]).slice(0, TEXTS);
  return {
    samples,
    withHeaders: samples.filter(({ hasSession }) => hasSession !== null).length,
    withSession: samples.filter(({ hasSession }) => hasSession).length,
    matched: matched.map(([text]) => text),
  };
}
