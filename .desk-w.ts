import { EventStore } from './src/events/store.ts';
import { answered } from './src/events/questions/ask.ts';
import { parseFilter } from './src/events/filter/parse.ts';
import { eventStream } from './src/platform/world/events/event-stream.ts';
import { shieldZonesOf } from './src/platform/world/shield-zones.ts';
const day = Math.floor(Date.parse('2026-03-14T12:00:00Z')/86_400_000);
const start = day * 86_400_000;
const zones = shieldZonesOf(7);
const zone = zones[0]!;
for (const [from, until] of [[0,24],[13,14]]) {
const store = new EventStore();
const log = eventStream(7, zones, { perSecond: 2 }).day(zone, day);
const entries = Array.from({ length: log.total }, (_, at) => JSON.parse(log.textOf(at, 'milliseconds', 'json'))).filter(e => e.timestamp >= start+from!*3600e3 && e.timestamp < start+until!*3600e3);
store.add('1', entries);
const moment = { now: start, day: start, offsetMinutes: 0 };
for (const [f, order] of [['','count'],['','addresses'],['','passed'],['','targets'],['status:logged','passed'],['status:logged','targets']] as const) {
  const a = answered(store, {kind:'actors', scope:{filter: parseFilter(f).filter, moment}, order, most: 7, buckets:{start,size:7_200_000,count:12}}).answer;
  console.log(from, f, order, a.actors, a.total);
  for (const r of a.rows) console.log('   ', r.asn, r.family, r.shape, r.shapes, 'n', r.count, 'ip', r.addresses, 'paths', r.targets, 'L', r.outcomes.logged, 'B', r.outcomes.blocked, 'C', r.outcomes.challenged);
}
for (const f of ['', 'status:logged','status:blocked']) {
 const m = answered(store, {kind:'matches', scope:{filter: parseFilter(f).filter, moment}, most: 100}).answer;
 console.log('matches', f, m.groups);
 for (const r of m.rows.slice(0,6)) console.log('   ', r.rule, r.trigger, r.path, 'n', r.count, 'ip', r.addresses, 'asn', r.networks, 'sess', r.withSession,'/',r.withHeaders, 'L', r.outcomes.logged, 'B', r.outcomes.blocked);
}
const fc = answered(store, {kind:'facets', scope:{filter: parseFilter('').filter, moment}, columns:['severity','ruleId','status'], most: 12, order:'logged', direction:'descending', baseline:null}).answer;
for (const f of fc.facets) console.log(f.column, f.values.map(v=>`${v.value}:${v.count}/L${v.split.logged}`).join(' '));
}
