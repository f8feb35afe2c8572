import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations/index.ts';
import type { Fault } from '../../src/platform/faults/fault.ts';
import type { World } from '../../src/platform/world/world.ts';
import { servedPrompt } from '../cli/served.ts';
import { ask, first, the } from '../platform/visitor.ts';
import {
  addVariable,
  type Call,
  deleteApp,
  HOSTS,
  readLogs,
  readMetrics,
  readOverview,
  readScan,
  searchFor,
  upload,
  zoneOf,
} from './calls.ts';
import { STATED_ANSWERS, type StatedAnswer } from './contract-tables.ts';
import { departures } from './departures.ts';

/** How the platform is brought to a stated answer, and what the client makes of it. */
interface Produced {
  readonly call: (world: World) => Call;
  /** What the service is asked with; the right key when not said. */
  readonly key?: 'wrong';
  readonly fault?: Fault;
  readonly reads: {
    readonly kind: string;
    readonly exit: number;
    /** Of standard error; of standard output for a success. */
    readonly sentence: string;
  };
}

type Rows = {
  readonly [Id in keyof typeof STATED_ANSWERS]: {
    readonly [Row in keyof (typeof STATED_ANSWERS)[Id]]: Produced;
  };
};

const app = ({ applications }: World) => first(applications).id;
const suspendedApp = ({ applications }: World) =>
  the(applications, ({ behaviour }) => behaviour === 'suspended').id;
const zone = ({ shieldZones }: World) => first(shieldZones).id;
const failing: Fault = { kind: 'answer', status: 500, body: 'application problem' };

const read = (sentence: string): Produced['reads'] => ({ kind: 'answer', exit: 0, sentence });
const unauthorised = (sentence: string): Produced['reads'] => ({
  kind: 'unauthorised',
  exit: 5,
  sentence,
});
const PROBLEM = 'Unauthorized: The access key is missing or not valid. (401)';

/** With a row of the contract's tables missing this does not compile. */
const ROWS: Rows = {
  'guardian-upload': {
    success: { call: (world) => upload(zone(world)), reads: read('"title": "Shop"') },
    'not authorised': {
      call: (world) => upload(zone(world)),
      key: 'wrong',
      reads: unauthorised(PROBLEM),
    },
    refused: {
      call: (world) => upload(zoneOf(world, HOSTS.noPlan)),
      reads: {
        kind: 'refused',
        exit: 3,
        sentence: 'API Guardian needs the Advanced plan or a higher one. (403, ',
      },
    },
    'not found': {
      call: () => upload(7),
      reads: {
        kind: 'not-found',
        exit: 4,
        sentence: 'The shield zone does not exist, or is not yours. (404, ',
      },
    },
    'service failed': {
      call: (world) => upload(zone(world)),
      fault: { kind: 'answer', status: 500, body: 'empty' },
      reads: { kind: 'service', exit: 7, sentence: 'The service failed (500)' },
    },
  },
  'script-add-variable': { success: { call: addVariable, reads: read('"Name": "OTHER"') } },
  'rate-limit-metrics': {
    success: {
      call: ({ rateLimits }) => readMetrics(first(rateLimits).id),
      reads: read('"totalBreaches": '),
    },
    'status code alone': {
      call: ({ rateLimits }) => readMetrics(first(rateLimits).id),
      key: 'wrong',
      reads: unauthorised('The access key was not accepted (401)'),
    },
  },
  'app-overview': {
    success: { call: (world) => readOverview(app(world)), reads: read('"averageCPU": ') },
    'first error': {
      call: () => readOverview('nobodys'),
      reads: { kind: 'not-found', exit: 4, sentence: 'Not Found: Application not found. (404)' },
    },
    'second error': {
      call: (world) => readOverview(app(world)),
      fault: failing,
      reads: { kind: 'service', exit: 1, sentence: '(500)' },
    },
  },
  'dns-scan': {
    success: { call: ({ dnsZones }) => readScan(first(dnsZones).id), reads: read('"JobId": ') },
  },
  'app-delete': {
    success: {
      call: (world) => deleteApp(app(world)),
      reads: read('"status": "deletion accepted"'),
    },
    'first of three': {
      call: (world) => deleteApp(app(world)),
      key: 'wrong',
      reads: unauthorised(PROBLEM),
    },
    'second of three': {
      call: (world) => deleteApp(suspendedApp(world)),
      reads: {
        kind: 'refused',
        exit: 3,
        sentence: 'Forbidden: The account is suspended or has no valid card. (403)',
      },
    },
    'third of three': {
      call: () => deleteApp('nobodys'),
      reads: { kind: 'not-found', exit: 4, sentence: 'Not Found: Application not found. (404)' },
    },
    fourth: {
      call: (world) => deleteApp(app(world)),
      fault: failing,
      reads: { kind: 'service', exit: 7, sentence: '(500)' },
    },
  },
  search: { success: { call: () => searchFor('shop'), reads: read('"SearchResults": ') } },
  'event-logs': {
    success: { call: (world) => readLogs(zone(world)), reads: read('"logId":') },
    problem: { call: (world) => readLogs(zone(world)), key: 'wrong', reads: unauthorised(PROBLEM) },
  },
};

const served = servedPrompt({ events: { perDay: 300 } });
const WRONG_KEY = 'not-the-key';

/** Whether a status is one that a row of the contract allows. */
function isStated(stated: StatedAnswer['status'], status: number): boolean {
  if (stated === 'a success') return status >= 200 && status < 300;
  return stated === 'not shown' ? status >= 400 : stated === status;
}

describe.each(Object.values(operations))('$title (operation $number)', ({ id, method }) => {
  const stated: Readonly<Record<string, StatedAnswer>> = STATED_ANSWERS[id];
  const produced: Readonly<Record<string, Produced>> = ROWS[id];

  // Assumptions: overview-error-statuses, guardian-500-body
  it.each(Object.entries(produced))('%s', async (row, { call, key, fault, reads }) => {
    const { platform } = served;
    const { status, body } = stated[row] ?? { status: 0, body: undefined };
    const { path, body: sent, argv, stdin = '' } = call(platform.world);

    if (fault) platform.faults.set(fault, { operation: id, times: 1 });
    const answer = await ask(platform, method, path, {
      ...(sent === undefined ? {} : { body: sent }),
      withKey: key === undefined,
    });
    expect(isStated(status, answer.status), `status ${answer.status}`).toBe(true);
    if (body) expect(departures(body, JSON.parse(answer.text))).toEqual([]);
    else expect(answer.text).toBe('');

    // A variable is there by now, and an application is being deleted: the client asks as if it came first.
    const again = id === 'script-add-variable' ? addVariable(platform.world, 'OTHER').argv : argv;
    if (fault) platform.faults.set(fault, { operation: id, times: 1 });
    const { code, stdout, stderr } = await served.run([...again, '-o', 'json'], {
      stdin,
      ...(key ? { env: { WARREN_ACCESS_KEY: WRONG_KEY } } : {}),
    });
    expect({ code, kind: kindOf(stderr) }).toEqual({ code: reads.exit, kind: reads.kind });
    expect(reads.kind === 'answer' ? stdout : stderr).toContain(reads.sentence);
  });

  it('has every row of the contract’s tables', () => {
    expect(Object.keys(produced)).toEqual(Object.keys(stated));
  });
});

/** The kind of a failure, which `-o json` tells in the last line. */
function kindOf(stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return last.startsWith('{"error"') ? JSON.parse(last).error.kind : 'answer';
}
