/**
 * Sends hostile texts through every output: every command in every format, exports, and the real program in a real
 * pseudo-terminal: `node test/proof/hostile.ts [count] [seed]`. Exit code 1 if anything forbidden was written.
 */
import { hostileService } from '../support/hostile-service.ts';
import { hostileSinks } from '../support/hostile-sinks.ts';
import { leaks } from '../support/leaks.ts';
import { numberArgument } from '../support/number-argument.ts';
import { PROGRAM } from '../support/program.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { startInPty } from '../support/pty.ts';
import { foreignTo } from '../support/strict-terminal.ts';

/** The result of running the whole program on hostile text. */
interface HostileRun {
  /** Hostile texts that were drawn. */
  readonly drawn: number;
  readonly bytes: number;
  /** The number of copies to the clipboard. */
  readonly copied: number;
  /** Output that the painter must not write. */
  readonly foreign: readonly string[];
}

/** Texts in a row of the event list. */
const TEXTS_A_ROW = 8;
/** Pages of the list on which text is copied. */
const COPIED_PAGES = 60;
/** The sequence that sends text to the terminal's clipboard. */
const CLIPBOARD = /\u001b\]52;c;([A-Za-z0-9+/]+={0,2})\u0007/g;
/** Copies the default text, then the first and the last item of the copy menu. */
const COPY = ['c', 'y', '\r', 'y', 'G', '\r'];

/** Rows that Page Down moves by in the event list, in a terminal of 50 rows. */
const ROWS_A_PAGE = 41;

/** Time limit for loading a whole log on a busy machine, milliseconds. */
const LOADING = 300_000;

const CTRL_F = '\u0006';

/**
 * Runs the bundled program in a pseudo-terminal on a service that sends only hostile text. Visits every pane, pages through
 * the event log until about `count` texts were drawn, and checks all output with a parser that knows only the painter's own
 * sequences.
 */
async function hostileRun(seed: number, count: number): Promise<HostileRun> {
  const entries = Math.ceil(count / TEXTS_A_ROW);
  const service = await hostileService(seed, entries);
  const watching = ['app', 'zone', 'dns', 'rate-limit'].flatMap((kind) => [`--${kind}`, '1']);
  const console = startInPty({
    file: process.execPath,
    args: [PROGRAM, ...watching],
    columns: 200,
    rows: 50,
    env: {
      WARREN_BASE_URL: service.baseUrl,
      WARREN_ACCESS_KEY: 'not-a-secret-for-this-test',
    },
  });
  try {
    const shows = (what: string, within?: number) =>
      console.until((lines) => lines.some((line) => line.includes(what)), within);
    await shows('1 watched');
    // The application, its nodes and its details, then the other panes, help and the request list.
    for (const keys of [
      ...COPY,
      '\r',
      'jjjj',
      ...COPY,
      'd',
      '3',
      'G',
      ...COPY,
      '6',
      ...COPY,
      '4x',
      '\u001b',
      '?',
      '\u001b',
      '@',
      '\u001b',
    ]) {
      console.send(keys);
      // A lone Esc needs a pause, which is longer while the terminal may still reply to a query.
      await console.quiet(keys === '\u001b' ? 400 : 120);
    }
    console.send('2');
    await shows(`${String(entries).replace(/\B(?=(\d{3})+$)/g, ',')} loaded`, LOADING);
    console.send('g');
    await console.quiet(100);
    const pages = Math.ceil(entries / ROWS_A_PAGE);
    for (let page = 0; page < pages; page += 1) {
      const before = console.written();
      console.send(CTRL_F);
      // Continues when the page starts to arrive, so that every page is drawn.
      for (let turn = 0; console.written() === before && turn < 400; turn += 1)
        await console.quiet(2);
      if (page < COPIED_PAGES) {
        for (const keys of COPY) {
          console.send(keys);
          await console.quiet(20);
        }
      }
    }
    console.send('q');
    console.send('q');
    await console.exited;
  } finally {
    await console.close();
    await service.close();
  }
  const decoder = new TextDecoder();
  const written = console.arrivals
    .map(({ bytes }) => decoder.decode(bytes, { stream: true }))
    .join('');
  const copied = Array.from(written.matchAll(CLIPBOARD), ([, encoded = '']) =>
    Buffer.from(encoded, 'base64').toString(),
  );
  const onClipboard = copied.flatMap((text) =>
    text.split('\n').flatMap((line) => leaks(line).map((leak) => `on the clipboard: ${leak}`)),
  );
  return {
    drawn: entries * TEXTS_A_ROW,
    bytes: console.written(),
    copied: copied.length,
    foreign: [...foreignTo(written.replace(CLIPBOARD, '')), ...onClipboard],
  };
}

const count = numberArgument(1, 1_000_000);
const seed = numberArgument(2, Date.now() % 2 ** 31);
console.log(`${count} hostile texts, seed ${seed}`);

const start = performance.now();
const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
const { outputs, texts, faults } = await hostileSinks(seed, count);
console.log(`${texts} written in ${outputs} outputs, ${faults.length} faults; ${seconds()}`);
for (const fault of faults.slice(0, 20)) console.error(JSON.stringify(fault));
const { drawn, bytes, copied, foreign } = await hostileRun(seed, count);
console.log(
  `${drawn} drawn, ${copied} copied, ${bytes} bytes written, ${foreign.length} foreign; ${seconds()}`,
);
writeProofResult({
  proof: 'hostile',
  command: `npm run proof:hostile -- ${count} ${seed}`,
  seed,
  rows: [
    { sink: 'commands, exports', texts, outputs, faults: faults.length },
    { sink: 'screen', texts: drawn, outputs: 1, faults: foreign.length },
    {
      sink: 'clipboard',
      texts: copied,
      outputs: copied,
      faults: foreign.filter((each) => each.startsWith('on the clipboard')).length,
    },
  ],
});
for (const sequence of foreign.slice(0, 20)) console.error(JSON.stringify(sequence));
process.exit(foreign.length + faults.length > 0 ? 1 : 0);
