import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionOf } from '../../../src/archive/clickhouse/condition.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { COLUMN_FACTS, COLUMNS } from '../../../src/events/storage/columns.ts';
import { SAMPLE_DAY } from '../../events/sample-entries.ts';
import { hasEngine } from '../../support/engine.ts';
import { FilterTrial } from '../../support/filter-trial.ts';

const MOMENT = { now: SAMPLE_DAY + 60_000, day: SAMPLE_DAY, offsetMinutes: 90 };

/** What an attacker, or a slip of the keyboard, would end a literal with. */
const NASTY = [
  "'",
  "\\'",
  "'; DROP TABLE warren_entry; --",
  "') OR 1=1 --",
  '\\',
  '\\\\',
  '\0',
  '\n',
  '`',
  '"',
  '/*',
  '--',
  '{p:String}',
  '%27',
  '\u02bc',
  '\uff07',
  '\ud800',
  '$$',
  'x'.repeat(400),
  "unhex('27')",
  '\\x{27}',
  '\\Q',
  '(?s)',
  '[[:alpha:]]',
];

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** SQL without its literals: the words of the program alone. */
const withoutLiterals = (sql: string) =>
  sql.replace(/unhex\('[0-9a-f]*'\)/g, 'TEXT').replace(/toFloat64\('[-+.\de]+'\)/g, 'NUMBER');

const WORDS = new Set(
  [
    ...COLUMNS,
    ...[
      'family',
      'shape',
      'url',
      'log',
      'log_id',
      'zone',
      'time',
      'has_log',
      'ip_family',
      'ip_from',
      'ip_to',
    ],
    ...[
      'TEXT',
      'NUMBER',
      'NULL',
      'AND',
      'OR',
      'NOT',
      'IS',
      'inf',
      'ifNull',
      'match',
      'isFinite',
      'if',
    ],
    ...['positionCaseInsensitive', 'positiveModulo', 'toInt64', 'floor', 'toFloat64OrNull'],
    ...['replaceRegexpAll', 'replaceRegexpOne'],
  ].map(String),
);

describe('a filter as a condition', () => {
  it('has user input only inside literals, whatever is typed', () => {
    const fields = [
      ...COLUMNS.map((column) => COLUMN_FACTS[column].fields[0]),
      ...['log', 'url', 'id', 'zone', 'family', 'shape'],
    ];
    let tried = 0;
    for (const nasty of NASTY) {
      const typed = [
        quoted(nasty),
        ...fields.flatMap((field) => [
          `${field}:${quoted(nasty)}`,
          `${field}~${quoted(nasty)}`,
          `-${field}:${quoted(`*${nasty}*`)}`,
          `${field}:${nasty}`,
          `${field}>${nasty}`,
        ]),
      ];
      for (const text of typed) {
        const { filter } = parseFilter(text);
        const bare = withoutLiterals(conditionOf(filter, MOMENT).where);
        expect(bare, text).toMatch(/^[A-Za-z0-9_ ()<>=,+']*$/);
        // The one literal that is the program's own.
        expect(bare.replaceAll("''", ''), text).not.toContain("'");
        for (const [word] of bare.matchAll(/[A-Za-z_]\w*/g)) expect(WORDS, text).toContain(word);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(1000);
  });

  it('is of the same days as in the store', () => {
    const times = (text: string) => {
      const { where } = conditionOf(parseFilter(text).filter, MOMENT);
      return [...where.matchAll(/toFloat64\('(\d+)'\)/g)]
        .map(([, ms]) => Number(ms))
        .filter((ms) => ms > 0)
        .map((ms) => (ms - SAMPLE_DAY) / 60_000);
    };
    // 01:31 by the displayed clock.
    expect(times('(since:01:00 until:02:00) or country:ZZ')).toEqual([-30, 30]);
    expect(times('!(since:22:00 until:06:00)')).toEqual([-210, 270]);
    expect(times('until:02:00')).toEqual([30]);
    expect(times('until:24:00')).toEqual([1350]);
  });

  it('is exact except for what only the store knows', () => {
    const isExact = (text: string) => conditionOf(parseFilter(text).filter, MOMENT).isExact;
    for (const text of [
      '',
      'sqlmap',
      'status:Blocked -country:BG',
      'ip:10.0.0.0/8',
      'ip="10.0.0.1:443"',
      'log~a.b+',
      'at:09:00..15:00',
      'family:curl',
      'asn>=400',
    ]) {
      expect(isExact(text), text).toBe(true);
    }
    for (const text of [
      'is:late',
      '-is:conflict',
      'log~(?=a)b',
      'log~\\bunion\\b',
      'country:BG log~(a)\\1',
    ]) {
      expect(isExact(text), text).toBe(false);
    }
  });
});

describe.runIf(hasEngine)('an engine (npm run test:archive)', () => {
  let trial: FilterTrial;
  beforeAll(async () => {
    trial = await FilterTrial.open();
  });
  afterAll(() => trial.close());

  it('keeps what the store keeps, for 200 random filters', async () => {
    const { compared, wrong } = await trial.run({ sets: 2, filters: 100, seed: Date.now() % 1e6 });
    expect(wrong).toEqual([]);
    expect(compared).toBe(200);
  });
});
