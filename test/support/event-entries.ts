import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';

const LABELS: EventLogEntry['labels'] = {
  asn: '48090',
  country: 'BG',
  ruleId: '930130',
  severity: '',
  method: 'GET',
  ruleGroup: '',
  status: 'Blocked',
  serverZone: 'SG',
};

/** An ordinary entry with `parts` replaced. */
export const entryWith = (parts: Partial<EventLogEntry> = {}): EventLogEntry => ({
  logId: 'c5c09fe1-2071-486c-b6ba-4c43b45aeb09',
  timestamp: 1_759_913_310_543,
  log: '{"Message":"Restricted File Access Attempt"}',
  labels: LABELS,
  ...parts,
});
