import { describe, expect, it } from 'vitest';
import { driftLog } from '../../src/contract/drift.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { dialectChoices, dialectFrom } from '../../src/platform/wire/dialect.ts';
import {
  type Asking,
  first,
  type Visit,
  visitPlatform,
  type WireAnswer,
} from '../platform/visitor.ts';
import { settingsOf } from '../support/dialects-touching.ts';
import {
  addVariable,
  type Call,
  deleteApp,
  EMPTY_SPECIFICATION,
  HOSTS,
  readLogs,
  readMetrics,
  readOverview,
  readScan,
  searchFor,
  upload,
  zoneOf,
} from './calls.ts';
import { APPLICATION_STATUSES, STATED_ANSWERS, successBody } from './contract-tables.ts';
import { departures } from './departures.ts';

/*
 * Where the contract says something, the embedded platform does it in every dialect: a dialect is about what the
 * contract leaves open. Derived from the tables, so that a new dialect, or a new answer, is tried without being told.
 */

const settings = dialectChoices.flatMap(settingsOf);

const asked = ({ ask }: Visit, { id, path, body }: Call, asking: Asking = {}) =>
  ask(operations[id].method, path, { ...(body === undefined ? {} : { body }), ...asking });

/** Requests that a sound platform answers with success, over every kind of thing in its world. */
function successes({ platform }: Visit): readonly Call[] {
  const { world, dialect } = platform;
  const { applications, dnsZones, rateLimits, shieldZones } = world;
  const slash = dialect['first-page'] === 'slash' ? '/' : '';
  return [
    ...applications.map(({ id }) => readOverview(id)),
    ...dnsZones.filter(({ scan }) => scan.kind !== 'none').map(({ id }) => readScan(id)),
    ...rateLimits.map(({ id }) => readMetrics(id)),
    ...['shop', 'nothing-at-all', 'beyond'].map(searchFor),
    ...shieldZones.slice(-2).map(({ id }) => readLogs(id, slash)),
    addVariable(world),
    deleteApp(first(applications).id),
  ];
}

const UPLOADS = [HOSTS.block, HOSTS.log, HOSTS.off] as const;

describe.each(settings)('D13: in the dialect %s', (setting) => {
  const open = () => visitPlatform({ dialect: dialectFrom([setting]), events: { perDay: 2000 } });

  it('every success is what the contract states, and read as it', async () => {
    await using visit = await open();
    for (const call of successes(visit)) {
      const answer = await asked(visit, call);
      expect(answer.status >= 200 && answer.status < 300, call.path).toBe(true);
      expectStated(call, answer);
      expectRead(call, answer, setting);
    }
  });

  it('an upload is answered as the table of its statuses says, in all its fields', async () => {
    await using visit = await open();
    const { world, dialect } = visit.platform;
    const mayUpload = dialect['update-before-upload'] === 'creates';
    for (const host of UPLOADS) {
      const zone = zoneOf(world, host);
      for (const call of [upload(zone), upload(zone), upload(zone, EMPTY_SPECIFICATION)]) {
        const answer = await asked(visit, call);
        expect(answer.status).toBe(mayUpload ? 200 : 404);
        expectStated(call, answer);
        if (mayUpload) expectRead(call, answer, setting);
      }
    }
  });

  it('an upload that fails has the status and body that the table gives it', async () => {
    await using visit = await open();
    const { world, dialect } = visit.platform;
    const zone = zoneOf(world, HOSTS.block);
    const rows = STATED_ANSWERS['guardian-upload'];
    const failures = [
      [rows.refused, upload(zoneOf(world, HOSTS.noPlan)), {}],
      [rows['not found'], upload(7), {}],
      [rows['not authorised'], upload(zone), { withKey: false }],
    ] as const;
    for (const [{ status, body }, call, asking] of failures) {
      if (status === 401 && dialect['credential-of-shield-operations'] === 'not-needed') continue;
      const answer = await asked(visit, call, asking);
      expect(answer.status).toBe(status);
      const said = JSON.parse(answer.text);
      expect(departures(body, said)).toEqual([]);
      // Errors, rule 2.
      if (status !== 401) expect(said.error).toMatchObject({ success: false });
      if (status !== 401) expect(said.error.errorKey).toMatch(/./);
    }
  });
});

function expectStated({ id, path }: Call, { status, text }: WireAnswer): void {
  const body = successBody(id);
  if (!body) expect(text).toBe('');
  else expect(departures(body, JSON.parse(text)), `${path} ${status}`).toEqual([]);
  if (id !== 'app-overview') return;
  // The contract states the values and not the field.
  const values: readonly unknown[] = Object.values(JSON.parse(text));
  expect(APPLICATION_STATUSES.filter((each) => values.includes(each))).toHaveLength(1);
}

/** The client reads it as a success, and finds nothing that does not fit but what the dialect is about. */
function expectRead({ id }: Call, answer: WireAnswer, setting: string): void {
  const operation: Operation<unknown, unknown> = operations[id];
  const { status, headers, text } = answer;
  const drift = driftLog();
  const raw = { status, contentType: headers['content-type'], text };
  expect(readAnswer(operation, raw, drift)).toMatchObject({ kind: 'answer' });
  const unforeseen = drift
    .entries()
    .filter(({ kind }) => !(kind === 'missing-field' && setting.endsWith('=absent')))
    .filter(({ kind }) => !(kind === 'unknown-field' && /unknown-fields|other-name/.test(setting)));
  expect(unforeseen, text.slice(0, 300)).toEqual([]);
}
