import { encodeDate, encodeJson } from '../wire/dialect.ts';
import { coreFailure, emptyReply, jsonTextReply } from '../wire/reply.ts';
import { latestScan, type Scan } from '../world/dns-zones.ts';
import type { Handler } from './handler.ts';

/** Status of a scan job (contract, DNS record scan job status). */
const STATUS: { readonly [Kind in Scan['kind']]: number } = {
  pending: 0,
  'in progress': 1,
  completed: 2,
  failed: 3,
};

const ACCOUNT = '5c1f0a3e-7d52-4f6b-9a8e-2b6d1c4e9f70';

/** Operation 5. */
export const dnsScan: Handler = ({ path, now }, { world, dialect }) => {
  const zone = world.dnsZones.find(({ id }) => String(id) === path.zoneId);
  const scan = zone && latestScan(zone, now, world.startedAt);
  if (!scan) {
    if (dialect['no-scan-yet'] === 'empty') return emptyReply(404);
    return coreFailure(404, {
      ErrorKey: zone ? 'dnsZone.scan_not_found' : 'dnsZone.not_found',
      Field: 'DnsZone',
      Message: zone
        ? 'No record scan was found for the zone.'
        : 'The requested DNS zone was not found.',
    });
  }
  const job = {
    JobId: scan.jobId,
    ZoneId: zone.id,
    // Set only for a scan that was requested by domain (wire-facts 5).
    Domain: null,
    AccountId: ACCOUNT,
    Status: STATUS[scan.kind],
    CreatedAt: encodeDate(scan.createdAt, dialect),
    CompletedAt: 'completedAt' in scan ? encodeDate(scan.completedAt, dialect) : null,
    Error: scan.kind === 'failed' ? scan.error : null,
  };
  if (scan.kind === 'completed') {
    return jsonTextReply(200, encodeJson({ ...job, Records: scan.records }, dialect));
  }
  const Records = dialect['scan-without-result'] === 'null' ? null : [];
  return jsonTextReply(200, JSON.stringify({ ...job, Records }));
};
