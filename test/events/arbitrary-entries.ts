import fc from 'fast-check';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { SAMPLE_DAY } from './sample-entries.ts';

/** Values that occur often enough to be shared, and some difficult ones. */
export const SOME_VALUES = [
  '',
  'BG',
  'bg',
  'GET',
  'Blocked',
  '48090',
  '400',
  '-1.5',
  '__proto__',
  'constructor',
  'Straße',
  'ÅNGSTRÖM',
  'a*b',
  '1.2.3.*',
  '10.0.0.7',
  '2001:db8:*',
  'a"b\\c',
  '<script>',
  '/wp-login.php',
  'x'.repeat(20),
];

const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...SOME_VALUES) },
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const label = fc.option(value, { freq: 8 });

const serialised = fc
  .record(
    {
      Message: value,
      Url: fc.oneof(
        fc.tuple(value, value).map(([host, path]) => `https://${host}/${path}?q=<1>`),
        value,
      ),
      RemoteIp: value,
      Headers: fc.array(fc.record({ Name: fc.constantFrom('User-Agent', 'Host'), Value: value }), {
        maxLength: 2,
      }),
      TriggerMatch: fc.record({ Key: value }),
    },
    { requiredKeys: [] },
  )
  .chain((log) =>
    fc.constantFrom(
      JSON.stringify(log),
      JSON.stringify(log, null, 1),
      // Escapes everything but plain ASCII, as some JSON writers do.
      JSON.stringify(log).replace(
        /[^ -~]|[<>&'+]/g,
        (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  );

/** Texts of `log`: mostly JSON. */
export const anyLog: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 6, arbitrary: serialised },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('lone \ud800 surrogate', '{"Message":"torn', '\u0000') },
);

/** Timestamps in milliseconds, many of them equal, some of them invalid. */
export const anyStamp: fc.Arbitrary<number | null> = fc.oneof(
  { weight: 8, arbitrary: fc.nat(40).map((seconds) => SAMPLE_DAY + seconds * 1000) },
  { weight: 4, arbitrary: fc.nat(86_399_999).map((ms) => SAMPLE_DAY + ms) },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, -5, 1e20, Number.NaN) },
);

/** Log ids of all possible forms, from a small set, so that they repeat. */
export const anyLogId: fc.Arbitrary<string | null> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .nat(200)
      .map((id) => `c5c09fe1-2071-486c-b6ba-${id.toString(16).padStart(12, '0')}`),
  },
  { weight: 2, arbitrary: fc.nat(20).map((id) => `odd-${id}`) },
  fc.constantFrom(null, '', 'C5C09FE1-2071-486C-B6BA-4C43B45AEB09'),
);

export const anyEntry: fc.Arbitrary<EventLogEntry> = fc.record({
  logId: anyLogId,
  timestamp: anyStamp,
  log: anyLog,
  labels: fc.record({
    asn: label,
    country: label,
    ruleId: label,
    severity: fc.oneof(label, fc.constantFrom('CRITICAL', 'critical', 'NOTICE')),
    method: label,
    ruleGroup: label,
    status: fc.oneof(label, fc.constantFrom('Blocked', 'Logged', 'logged', 'Challenged')),
    serverZone: label,
  }),
});
