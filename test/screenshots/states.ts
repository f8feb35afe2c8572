import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { LOOKS, svgOf } from '../support/svg.ts';

/** An important state of the console, and how to reach it. */
interface StateScene {
  /** Names the file. */
  readonly name: string;
  /** Its description in the list of pictures. */
  readonly shows: string;
  readonly setting?: Setting;
  play(test: ConsoleUnderTest): Promise<void>;
}

/** Time for a poll to be answered and drawn, milliseconds. */
const POLL = 6000;

const few: Setting['workspace'] = (demo) => ({ ...demo, apps: demo.apps.slice(0, 6) });

/** States at 120 x 36 in the dark theme, each on its own embedded platform with a fake clock. */
export const STATES: readonly StateScene[] = [
  {
    name: 'failing',
    shows: 'one application fails: why, since when, images before and after',
    setting: { workspace: few },
    async play(test) {
      await test.pass(40_000);
      await test.press('g', 'd');
    },
  },
  {
    name: 'stale',
    shows: 'the service stopped answering: what was known stays, with its age',
    setting: { workspace: few },
    async play(test) {
      await test.pass(POLL);
      await test.platform.faults.refuseConnections();
      await test.pass(50_000);
    },
  },
  {
    name: 'refused',
    shows: 'the key is not accepted',
    setting: { workspace: few, accessKey: 'another-key-than-the-platform-wants' },
    play: (test) => test.pass(POLL),
  },
  {
    name: 'empty',
    shows: 'nothing is watched yet',
    setting: { workspace: (demo) => ({ ...demo, apps: [] }) },
    play: (test) => test.pass(1000),
  },
  {
    name: 'loading',
    shows: 'the first answers are waited for',
    setting: { workspace: few, call: () => () => new Promise(() => {}) },
    play: (test) => test.pass(1000),
  },
  {
    name: 'gone',
    shows: 'a container went away while it was read: it stays readable until it is left',
    setting: { workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 1) }) },
    async play(test) {
      await test.pass(40_000);
      await test.press('g', KEYS.enter);
      await test.until('Row no longer exists', 160_000);
    },
  },
  {
    name: 'no-hits',
    shows: 'a filter that leaves nothing',
    async play(test) {
      await test.pass(POLL);
      await test.press('/', 'restarts>9000', KEYS.enter);
    },
  },
  {
    name: 'filter-refused',
    shows: 'a filter that cannot be applied says why while it is typed',
    async play(test) {
      await test.pass(POLL);
      await test.press('/', 'status:blok');
    },
  },
  {
    name: 'scan-failed',
    shows: 'a DNS scan that failed',
    setting: {
      pane: 'dns',
      workspace: (demo) => ({
        ...demo,
        dnsZones: demo.dnsZones.toSorted((a) => (a.name === 'legacy.example' ? -1 : 1)),
      }),
    },
    play: (test) => test.pass(1000),
  },
  {
    name: 'records-changed',
    shows: 'a DNS scan beside the one before: what is new, changed, gone',
    setting: { pane: 'dns' },
    async play(test) {
      await test.pass(20_000);
      await test.pass(130_000);
      await test.press('r');
      await test.press('/', 'change:*', KEYS.enter);
    },
  },
  {
    name: 'rates',
    shows: 'rate limits after five minutes: what breaches a minute, as it was and as it is',
    setting: { pane: 'limits' },
    play: (test) => test.pass(5 * 60_000),
  },
  {
    name: 'changes',
    shows: 'what changed of everything that is watched in ten minutes, and when',
    setting: { pane: 'timeline', workspace: few },
    async play(test) {
      await test.pass(10 * 60_000);
      await test.press('g');
    },
  },
  {
    name: 'deletion',
    shows: 'what a deletion takes with it, and the id that it asks for',
    async play(test) {
      await test.pass(POLL);
      await test.press('g', ':', 'delete', KEYS.enter);
    },
  },
  {
    name: 'variable',
    shows: 'what is sent of a variable before it is sent, its value hidden',
    setting: { workspace: few, pane: 'scripts' },
    async play(test) {
      await test.pass(1000);
      await test.press('a');
      await test.pass(1000);
      await test.press('API_TOKEN');
      await test.pass(1000);
      await test.press(KEYS.tab, KEYS.tab);
      await test.paste('a-value');
    },
  },
  {
    name: 'drift',
    shows: 'how answers differ from the contract, and what came instead',
    setting: { workspace: few },
    async play(test) {
      await test.platform.faults.set(
        { kind: 'corrupt', how: 'wrong types' },
        { operation: 'app-overview', times: 1 },
      );
      await test.press('r');
      await test.pass(POLL);
      await test.press(':', 'doctor', KEYS.enter);
      await test.pass(POLL);
    },
  },
  {
    name: 'dialog-help',
    shows: 'what a dialog asks, by ? while nothing is typed in it',
    async play(test) {
      await test.pass(POLL);
      await test.press('g', ':', 'delete', KEYS.enter);
      await test.press('?');
    },
  },
  {
    name: 'doctor',
    shows: 'what works here and what does not',
    setting: { workspace: few },
    async play(test) {
      await test.pass(POLL);
      await test.press(':', 'doctor', KEYS.enter);
      await test.pass(POLL);
    },
  },
];

const COLUMNS = 120;
const ROWS = 36;

/** The duration of a request, which differs in each run. */
const TOOK = /\b\d+ ms\b/g;

/** Reaches the state and draws it. */
export async function drawState({ setting, play }: StateScene): Promise<string> {
  const test = await consoleUnderTest({ columns: COLUMNS, rows: ROWS, ...setting });
  await play(test);
  await test.screen();
  const { emulator } = test.terminal;
  const cells = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => emulator.cell(row, column)),
  );
  const svg = svgOf(cells, `warren — ${COLUMNS} × ${ROWS}`, LOOKS.dark);
  await test.close();
  return svg.replace(TOOK, '0 ms').replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:40000');
}
