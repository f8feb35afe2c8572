import { expect, it } from 'vitest';
import { EventStore } from '../../src/events/store.ts';
import { type AuditedFact, auditedFacts } from '../../src/history/console-facts.ts';
import type { Fact } from '../../src/history/fact.ts';
import type { WatchedSpan } from '../../src/history/history-file.ts';
import { auditedCalls, reportLines } from '../../src/history/report.ts';
import { eventLines, loadedLog } from '../../src/history/report-events.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { words } from '../../src/text/printable.ts';
import { entryWith } from '../events/sample-entries.ts';

const T = Date.parse('2026-11-22T12:00:00Z');

const fact = (fields: Partial<Fact>): Fact => ({
  subject: { kind: 'apps', id: 'a1' },
  kind: 'status',
  severity: 'bad',
  place: '',
  from: 'active',
  to: 'failing',
  after: T,
  by: T + 5000,
  ...fields,
});

/** The hour from T on, without events and calls. */
const HOUR = {
  service: words`prod`,
  since: T,
  until: T + 3_600_000,
  now: T + 3_600_000,
  latest: new Map(),
  events: [],
  calls: [],
};

const report = (
  facts: readonly Fact[],
  spans: readonly (readonly [number, number])[] = [],
  calls: Parameters<typeof reportLines>[1]['calls'] = [],
  audited: readonly AuditedFact[] = [],
  marks: Parameters<typeof reportLines>[0]['marks'] = new Map(),
) =>
  reportLines(
    {
      facts,
      health: new Map(),
      watched: new Map([['apps a1', spans.map(([since, until]) => ({ since, until }))]]),
      marks,
    },
    {
      ...HOUR,
      workspace: { ...EMPTY_WORKSPACE, apps: [{ id: 'a1', name: 'checkout' }] },
      service: words`prod, api.example.net`,
      events: [words`Nothing is loaded.`],
      calls,
      audited,
    },
  );

const DELETED = {
  attempt: 'x',
  time: '2026-11-22T12:01:10Z',
  profile: 'prod',
  host: 'api.example.net',
  user: 'u',
  tty: '',
  ssh: '',
  operation: 'app-delete',
  request: {},
  outcome: 'accepted' as const,
  subject: { kind: 'app', id: 'a1', name: 'a|b' },
  status: null,
  error: null,
};

it('D3: says since when it has changes if there are more than it reads, and claims nothing about the time before', () => {
  const later = fact({ by: T + 7_200_000 });
  const many = Array.from({ length: 10_000 }, () => later);
  const missing =
    '**Changes before 2026-11-22T14:00:00Z are missing:** only the last 10,000 are read.';
  expect(report(many)).toContain(missing);
  expect(report([fact({ by: T - 1 }), ...many.slice(1)])).not.toContain(missing);
  expect(report(many.slice(1))).not.toContain(missing);
});

it('says that changes of more than a week ago are missing', () => {
  const day = 86_400_000;
  const lines = (since: number) =>
    reportLines(
      { facts: [], health: new Map(), watched: new Map(), marks: new Map() },
      { ...HOUR, workspace: EMPTY_WORKSPACE, since, until: T, now: T },
    ).filter((line) => line.includes('are missing'));
  expect(lines(T - 7 * day)).toEqual([]);
  expect(lines(T - 8 * day)).toEqual([
    '**Changes before 2026-11-15T12:00:00Z are missing:** changes are kept for seven days.',
  ]);
});

it('lists items that were not watched at about the same time in one line', () => {
  const span = (since: number, until: number) => ({ since: T + since, until: T + until });
  const lines = reportLines(
    {
      marks: new Map(),
      health: new Map(),
      facts: ['a1', 'a2', 'a3'].map((id) => fact({ subject: { kind: 'apps', id } })),
      watched: new Map([
        ['apps a1', [span(0, 600_000), span(1_200_000, 3_600_000)]],
        ['apps a2', [span(0, 605_000), span(1_203_000, 3_600_000)]],
        ['apps a3', [span(0, 600_000), span(2_400_000, 3_600_000)]],
      ]),
    },
    {
      ...HOUR,
      workspace: {
        ...EMPTY_WORKSPACE,
        apps: ['a1', 'a2', 'a3'].map((id) => ({ id, name: `app-${id}` })),
      },
    },
  );
  expect(lines.slice(-2)).toEqual([
    '- app-a1, app-a2: about 2026-11-22T12:10:00Z to 2026-11-22T12:20:03Z (10 min)',
    '- app-a3: 2026-11-22T12:10:00Z to 2026-11-22T12:40:00Z (30 min)',
  ]);
});

it('says when the first problem of each item was over, and how often there was another', () => {
  const health = (id: string, severity: Fact['severity'], minutes: number) =>
    fact({
      subject: { kind: 'apps', id },
      kind: 'health',
      severity,
      from: 'exit 1',
      to: severity === 'good' ? null : 'exit 1',
      by: T + minutes * 60_000,
    });
  const scan = (to: string, severity: Fact['severity'], minutes: number) =>
    fact({
      subject: { kind: 'dnsZones', id: 'd1' },
      kind: 'scan',
      severity,
      from: 'InProgress',
      to,
      by: T + minutes * 60_000,
    });
  const lines = report([
    health('a1', 'bad', 1),
    health('a1', 'good', 2),
    health('a2', 'bad', 3),
    health('a2', 'warn', 4),
    health('a2', 'bad', 5),
    health('a2', 'good', 6),
    health('a2', 'bad', 7),
    health('a2', 'good', 8),
    health('a2', 'bad', 9),
    scan('Failed: SERVFAIL', 'bad', 10),
    // Another scan has begun, and is not known to be well yet.
    scan('Pending', 'good', 11),
    scan('Completed', 'info', 12),
    health('a3', 'bad', 13),
  ]);
  const from = lines.indexOf(words`## First problem of each`);
  expect(lines.slice(from + 2, from + 6)).toEqual([
    expect.stringMatching(/^- 2026-11-22T12:01:00Z checkout: .* \(over at 2026-11-22T12:02:00Z\)$/),
    expect.stringMatching(
      /^- 2026-11-22T12:03:00Z a2: .* \(only warnings from 2026-11-22T12:04:00Z\), and 3 more times$/,
    ),
    expect.stringMatching(/^- 2026-11-22T12:10:00Z d1: .* \(over at 2026-11-22T12:12:00Z\)$/),
    expect.stringMatching(/^- 2026-11-22T12:13:00Z a3: [^(]*$/),
  ]);
});

it('includes the notes on events of its time, whether or not their entries are loaded', () => {
  const mark = (logId: string, minutes: number, note: string) => ({
    zone: '7',
    logId,
    time: T + minutes * 60_000,
    note,
  });
  const marks = new Map([
    [
      'shieldZones 7',
      [
        mark('b', 20, 'same | sender'),
        mark('a', 10, 'who is this?'),
        mark('c', 30, ''),
        mark('d', -10, 'earlier'),
      ],
    ],
  ]);
  const lines = report([], [], [], [], marks);
  const from = lines.indexOf(words`## Notes on events`);
  expect(lines.slice(from + 2, from + 6)).toEqual([
    '- 2026-11-22T12:10:00Z 7, entry a: who is this?',
    '- 2026-11-22T12:20:00Z 7, entry b: same \\| sender',
    '',
    '1 entry marked without a note.',
  ]);
  const none = report([]);
  expect(none[none.indexOf(words`## Notes on events`) + 2]).toBe('None.');
});

it('says that nothing was watched, rather than that there were no gaps', () => {
  const text = report([], [[T - 7_200_000, T - 3_600_000]]);
  expect(text).toContain('Nothing was seen to go bad.');
  expect(text.at(-1)).toBe('No application and no DNS zone was watched.');
  const change = fact({ kind: 'connection', subject: { kind: 'service', id: '' } });
  expect(report([change]).at(-1)).toBe('No application and no DNS zone was watched.');
});

it('lists when each item was not watched, whether or not it changed', () => {
  const watchedOf = (...ids: readonly string[]) =>
    reportLines(
      {
        marks: new Map(),
        health: new Map(),
        facts: [fact({}), fact({ kind: 'burst', subject: { kind: 'shieldZones', id: 's1' } })],
        watched: new Map([
          ['apps a1', [{ since: T, until: T + 3_600_000 }]],
          ['apps a2', [{ since: T - 60_000, until: T + 600_000 }]],
          ['dnsZones d1', [{ since: T, until: T + 3_450_000 }]],
          ['apps gone', [{ since: T - 90_000_000, until: T - 80_000_000 }]],
        ]),
      },
      {
        ...HOUR,
        workspace: {
          ...EMPTY_WORKSPACE,
          apps: ids.map((id) => ({ id, name: `app-${id}` })),
          shieldZones: [{ id: 's1', name: 'shop' }],
        },
      },
    ).slice(-3);
  const [a2, d1] = [
    '2026-11-22T12:10:00Z to 2026-11-22T13:00:00Z (50 min)',
    '- Of d1 nothing has been kept since about 2026-11-22T12:57:30Z: consoles record only once a minute that they are watching.',
  ];
  expect(watchedOf('a1', 'a2', 'a3')).toEqual([
    `- app-a2: ${a2}`,
    '- app-a3: 2026-11-22T12:00:00Z to 2026-11-22T13:00:00Z (1 h 00 min)',
    d1,
  ]);
  expect(watchedOf().slice(-2)).toEqual([`- a2: ${a2}`, d1]);
});

it('says that nothing has been recorded yet only near the present, and reports an earlier gap as not watched', () => {
  const minute = 60_000;
  const lastLine = (until: number, now: number, ...more: readonly WatchedSpan[]) =>
    reportLines(
      {
        marks: new Map(),
        health: new Map(),
        facts: [],
        watched: new Map([['apps a1', [{ since: T, until: T + 57.5 * minute }, ...more]]]),
      },
      {
        ...HOUR,
        workspace: { ...EMPTY_WORKSPACE, apps: [{ id: 'a1', name: 'checkout' }] },
        until,
        now,
      },
    ).at(-1);
  const [until, later] = [T + 60 * minute, { since: T + 300 * minute, until: T + 360 * minute }];
  const gap = '- checkout: 2026-11-22T12:57:30Z to 2026-11-22T13:00:00Z (2 min)';
  expect(lastLine(until, T + 400 * minute, later)).toBe(gap);
  expect(lastLine(until, T + 62 * minute)).toBe(gap);
  const soon = { since: T + 60.3 * minute, until: T + 60.3 * minute };
  expect(lastLine(until, T + 60.4 * minute, soon)).toBe(gap);
  expect(lastLine(until, T + 60.4 * minute)).toMatch(
    /^- Of checkout nothing has been kept since about 2026-11-22T12:57:30Z:/,
  );
});

it('says what has issues at the end, worst first, and since when', () => {
  const MINUTE = 60_000;
  const health = (
    id: string,
    minute: number,
    severity: Fact['severity'],
    fields: Partial<Fact> = {},
  ) =>
    fact({
      subject: { kind: 'apps', id },
      kind: 'health',
      severity,
      from: 'no issues',
      to: severity === 'good' ? 'no issues' : `${id} is ${severity}`,
      after: T + minute * MINUTE - 5000,
      by: T + minute * MINUTE,
      ...fields,
    });
  const old = health('old', -20_000, 'bad');
  const from = (start: number, until: number) => ({
    since: T + start * MINUTE,
    until: T + until * MINUTE,
  });
  const lines = reportLines(
    {
      marks: new Map(),
      // Older than the facts that are read.
      health: new Map([['apps old', { latest: old, firstIssue: old }]]),
      facts: [
        health('worse', -60, 'warn'),
        health('worse', 10, 'bad', { from: 'worse is warn' }),
        health('first', 0, 'warn', { from: null, after: null }),
        health('over', 5, 'bad'),
        health('over', 15, 'good'),
        health('gone', 20, 'bad'),
        fact({
          subject: { kind: 'apps', id: 'gone' },
          from: 'there',
          to: null,
          by: T + 25 * MINUTE,
        }),
        health('unseen', -90, 'bad'),
        health('later', 61, 'bad'),
      ].toSorted((a, b) => a.by - b.by),
      watched: new Map([
        ['apps old', [from(-20_001, -10_000), from(0, 60)]],
        ['apps worse', [from(-61, 90)]],
        ['apps first', [from(0, 30)]],
        ['apps unseen', [from(-91, -80)]],
        ['apps later', [from(0, 90)]],
      ]),
    },
    { ...HOUR, workspace: { ...EMPTY_WORKSPACE, apps: [{ id: 'worse', name: 'check|out' }] } },
  );
  const at = lines.indexOf(words`## Issues at the end`);
  expect(lines.slice(at + 2, lines.indexOf(words`## Timeline`) - 1)).toEqual([
    '- old: errors since 2026-11-08T14:40:00Z, not watched in between (began with: old is bad)',
    '- check\\|out: errors since 2026-11-22T12:10:00Z (began with: worse is bad); issues since 2026-11-22T11:00:00Z (began with: worse is warn)',
    '- first: only warnings since before 2026-11-22T12:00:00Z (began with: first is warn); last seen at 2026-11-22T12:30:00Z',
  ]);
});

it('counts like changes of one thing in one answer as one, as the Timeline does', () => {
  const facts = Array.from({ length: 250 }, (_, at) => fact({ by: T + at, place: 'DE' })).flatMap(
    (one) => [one, { ...one, place: 'FR' }],
  );
  const text = report(facts);
  expect(text.join(' ')).toContain('250 changes seen');
  expect(text).toContain('The last 200 of 250. Like changes of one thing in one answer are one.');
  expect(text.filter((line) => /^\| 2026/.test(line))).toHaveLength(200);
});

it('has first problems, the timeline, changes made from here, and times when nobody watched', () => {
  const change = { kind: 'change', severity: 'info', place: 'deletion', from: null } as const;
  const text = report(
    [
      fact({ kind: 'exit', from: null, to: 'exit 1: missing PAYMENT_API_URL' }),
      fact({ severity: 'good', from: 'failing', to: 'active', after: T + 55_000, by: T + 60_000 }),
      fact({ ...change, to: 'accepted', after: T + 70_000, by: T + 71_000 }),
      fact({ to: 'too old', by: T - 1 }),
    ],
    [
      [T, T + 600_000],
      [T + 1_200_000, T + 3_600_000],
    ],
    auditedCalls(
      [
        { ...DELETED, requestId: 'req-1' },
        { ...DELETED, requestId: 'req-2', host: 'elsewhere' },
        { ...DELETED, requestId: 'req-3', time: new Date(T - 1).toISOString() },
      ],
      'api.example.net',
    ),
  ).join('\n');
  expect(text).toBe(`# What changed, 2026-11-22T12:00:00Z to 2026-11-22T13:00:00Z

prod, api.example.net · 3 changes seen in 1 thing · times are UTC, and those of the answers that showed a change

## First problem of each

- 2026-11-22T12:00:05Z checkout: exit 1: missing PAYMENT\\_API\\_URL

## Issues at the end

None was seen.

## Timeline

| By | After | What | Change |
|---|---|---|---|
| 2026-11-22T12:00:05Z | 2026-11-22T12:00:00Z | checkout | ✖ exit 1: missing PAYMENT\\_API\\_URL |
| 2026-11-22T12:01:00Z | 2026-11-22T12:00:55Z | checkout | ✓ status failing → active |
| 2026-11-22T12:01:11Z | 2026-11-22T12:01:10Z | checkout | · deletion accepted |

## Events

Nothing is loaded.

## Notes on events

None.

## Changed from here

- 2026-11-22T12:01:11Z checkout: deletion accepted

## Request ids

| Sent | Call | Outcome | Request id |
|---|---|---|---|
| 2026-11-22T12:01:10Z | app-delete a\\|b | accepted | req-1 |

Those of failed reads are not kept: only :report has the latest of its own console.

## Not watched

- checkout: 2026-11-22T12:10:00Z to 2026-11-22T12:20:00Z (10 min)`);
});

/** The section "Changed from here" of a report. */
function changedFromHere(seen: readonly Fact[], audited: readonly AuditedFact[]) {
  const lines = report(seen, [], [], audited);
  const begin = lines.indexOf(words`## Changed from here`);
  return lines.slice(begin + 2, lines.indexOf(words`## Request ids`) - 1);
}

it('includes changes made on the command line, each once', () => {
  const at = (ms: number) => ({ time: new Date(T + ms).toISOString(), requestId: null });
  const variable = {
    operation: 'script-add-variable',
    subject: { kind: 'script', id: '7', name: 'geo' },
    request: { Name: 'TO_KEN' },
  };
  const audited = auditedFacts(
    [
      { ...DELETED, ...at(60_000) },
      { ...DELETED, ...at(120_000) },
      { ...DELETED, ...at(180_000), ...variable, outcome: 'unknown' },
      { ...DELETED, ...at(240_000), operation: 'x-y', outcome: 'refused' },
      { ...DELETED, ...at(300_000), host: 'elsewhere' },
      { ...DELETED, ...at(-1) },
    ],
    'api.example.net',
  );
  const seen = fact({
    kind: 'change',
    severity: 'info',
    place: 'deletion',
    from: null,
    to: 'accepted',
    // The observer's clock is slightly ahead.
    after: T + 123_000,
    by: T + 124_000,
  });
  expect(changedFromHere([seen], audited)).toEqual([
    '- 2026-11-22T12:01:00Z checkout: deletion accepted',
    '- 2026-11-22T12:02:04Z checkout: deletion accepted',
    String.raw`- 2026-11-22T12:03:00Z 7: variable TO\_KEN requested, outcome unknown`,
    '- 2026-11-22T12:04:00Z checkout: x-y refused',
  ]);
});

it('does not merge a change on the command line with one of another item or time', () => {
  const minute = 60_000;
  const audited = (operation: string, request: Record<string, unknown>, at: number) => ({
    ...DELETED,
    operation,
    request,
    requestId: null,
    time: new Date(T + at).toISOString(),
    subject: { kind: 'script', id: '7', name: 'geo' },
  });
  const variable = (Name: string, at: number) => audited('script-add-variable', { Name }, at);
  const seen = (place: string, begun: number, ended: number) =>
    fact({
      subject: { kind: 'scripts', id: '7' },
      kind: 'change',
      severity: 'info',
      place,
      from: null,
      to: 'accepted',
      after: T + begun,
      by: T + ended,
    });
  const file = { file: '/srv/api.yaml', sha256: '0123456789abcdef', bytes: 5 };
  expect(
    changedFromHere(
      [
        // The audit file has lost its record of this change.
        seen('variable FIVE', -60 * minute, -60 * minute),
        seen('variable ONE', -1000, 1000),
        seen('specification upload api.yaml', 30 * minute, 31 * minute),
        seen('variable FOUR', 59 * minute, 61 * minute),
      ],
      auditedFacts(
        [
          variable('ONE', -1000),
          variable('TWO', 20 * minute),
          audited('guardian-upload', file, 30 * minute),
          variable('FIVE', 40 * minute),
          { ...variable('NO', 0), time: '' },
          variable('FOUR', 59 * minute),
        ],
        'api.example.net',
      ),
    ),
  ).toEqual([
    '- 2026-11-22T12:00:01Z 7: variable ONE accepted',
    '- 2026-11-22T12:20:00Z 7: variable TWO accepted',
    '- 2026-11-22T12:31:00Z 7: specification upload api.yaml accepted',
    '- 2026-11-22T12:40:00Z 7: variable FIVE accepted',
    '- 2026-11-22T12:59:00Z 7: variable FOUR accepted',
  ]);
});

it('escapes Markdown in data', () => {
  const lines = report([fact({ to: '| <img src=x> `rm` [a](b)\n# x' })]);
  const row = lines.find((line) => line.startsWith('| 2026'));
  expect(row).toContain(String.raw`\| \<img src=x\> \`rm\` \[a\](b)`);
  expect(row).not.toContain('\n');
  const [added] = report([fact({ to: '~~a~~ $x$ :bug: 10:20 @b' })]).filter((line) =>
    line.startsWith('| 2026'),
  );
  expect(added).toContain(String.raw`\~\~a\~\~ \$x\$ \:bug: 10:20 \@b`);
});

it('does not say that no failed call has a request id, which only the console that made it knows', () => {
  const lines = report([]);
  const from = lines.indexOf(words`## Request ids`);
  expect(lines.slice(from + 2, from + 5)).toEqual([
    'None is known.',
    '',
    'Those of failed reads are not kept: only :report has the latest of its own console.',
  ]);
});

it('says that no change was seen', () => {
  expect(report([]).join('\n')).toContain('Nothing was seen to change.');
});

/** The cells of all tables of a Markdown text outside code blocks. Expects each row to be as wide as its head. */
function tablesIn(lines: readonly string[]): readonly (readonly string[])[][] {
  const tables: string[][][] = [];
  let [isCode, isTable] = [false, false];
  for (const line of lines) {
    expect(line).not.toContain('\n');
    if (line.startsWith('```')) isCode = !isCode;
    const isRow = !isCode && line.startsWith('|');
    if (isRow && !isTable) tables.push([]);
    isTable = isRow;
    if (isRow)
      tables.at(-1)?.push(
        line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
  }
  expect(isCode).toBe(false);
  for (const [head, rule, ...rows] of tables) {
    expect(rule?.every((cell) => /^-+:?$/.test(cell))).toBe(true);
    for (const row of [rule, ...rows]) expect(row).toHaveLength(head?.length ?? 0);
  }
  return tables;
}

it('fails if it is cancelled before everything is counted, rather than giving partial figures', async () => {
  const store = new EventStore();
  store.add('1', [entryWith({ timestamp: T })]);
  const log = loadedLog({ zone: '1', name: 'shop', store, loaded: [] });
  const ending = new AbortController();
  const answers: typeof log.answers = {
    async *ask(question, signal) {
      for await (const answered of log.answers.ask(question, signal)) {
        yield answered;
        if (question.kind === 'histogram') ending.abort(new Error('ended'));
      }
    },
  };
  await expect(
    eventLines({ ...log, answers }, { from: T, until: T + 60_000 }, ending.signal),
  ).rejects.toThrow('ended');
});

it('says which part of their time the first and last bars count', async () => {
  const store = new EventStore();
  const entries = [0, 30, 90, 150, 179].map((minute) =>
    entryWith({ logId: `${minute}`, timestamp: T + minute * 60_000 }),
  );
  store.add('1', entries);
  const minutes = (from: number, until: number) => ({
    from: T + from * 60_000,
    until: T + until * 60_000,
  });
  const bars = async (range: ReturnType<typeof minutes>, loaded = [range]) => {
    const log = loadedLog({ zone: '1', name: 'shop', store, loaded });
    const lines = await eventLines(log, range, new AbortController().signal);
    return lines.filter((line) => line.startsWith('11-22')).map((line) => line.trimEnd());
  };
  const whole = await bars(minutes(20, 170));
  expect(whole.every((line) => /^11-22 \d\d:\d\d .* \d$/.test(line))).toBe(true);
  const parts = await bars(minutes(21.5, 168.5));
  expect(parts[0]).toMatch(/^11-22 12:20 .* 0 from 2026-11-22T12:21:30Z on$/);
  expect(parts.at(-1)).toMatch(/^11-22 14:45 .* 0 until 2026-11-22T14:48:30Z$/);
  expect(parts.slice(1, -1).every((line) => /\d$/.test(line))).toBe(true);
  expect((await bars(minutes(21.5, 168.5), [])).at(-1)).toMatch(
    / 0 or more until 2026-11-22T14:48:30Z$/,
  );
});

it('summarises loaded events in Markdown: completeness, trend and top senders', async () => {
  const store = new EventStore();
  const entry = (at: number, remoteIp: string, status: string) =>
    entryWith({
      logId: `${at} ${remoteIp}`,
      timestamp: T + at,
      log: JSON.stringify({ RemoteIp: remoteIp }),
      labels: { status, asn: '64500' },
    });
  const attack = Array.from({ length: 40 }, (_, at) => entry(600_000 + at, '192.0.2.7', 'Blocked'));
  const normal = Array.from({ length: 10 }, (_, at) => entry(at * 300_000, 'a|b`c', 'Logged'));
  store.add('1', [...attack, ...normal, entry(-1, '192.0.2.8', 'Logged')]);
  store.add('2', [entry(0, '192.0.2.9', 'Logged')]);
  const lines = await eventLines(
    loadedLog({
      zone: '1',
      name: '# shop',
      store,
      loaded: [{ from: T - 9, until: T + 1_800_000 }],
    }),
    { from: T, until: T + 3_600_000 },
    new AbortController().signal,
  );
  expect(lines.slice(0, 6)).toEqual([
    String.raw`### \# shop`,
    '',
    'Of 52 loaded events of 2 zones, 50 are of this time: 40 blocked, 0 challenged, 10 logged, 0 other.',
    '',
    '- 2026-11-22T12:00:00Z to 2026-11-22T12:30:00Z: complete',
    '- 2026-11-22T12:30:00Z to 2026-11-22T13:00:00Z: not known to be complete',
  ]);
  expect(lines.filter((line) => line.startsWith('11-22'))).toHaveLength(30);
  expect(lines).toContain(`11-22 12:10  ${'█'.repeat(39)}░  41`);
  expect(lines).toContain(`11-22 12:32  ${' '.repeat(40)}  0 or more`);
  expect(lines).toContain(`11-22 12:04  ${'░'.padEnd(40)}  1`);
  const [addresses, networks] = tablesIn(lines);
  expect(addresses?.slice(2)).toEqual([
    ['192.0.2.7', '40', '40', '0', '0', '0', '2026-11-22T12:10:00Z', '2026-11-22T12:10:00Z'],
    [
      String.raw`a\|b\`c`,
      '10',
      '0',
      '0',
      '10',
      '0',
      '2026-11-22T12:00:00Z',
      '2026-11-22T12:45:00Z',
    ],
  ]);
  expect(networks?.[2]?.slice(0, 2)).toEqual(['64500', '50']);
});
