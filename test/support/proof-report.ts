import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProofResult } from './proof-result.ts';

/** The claim of each proof, in the order of the table. */
const PROVES: Readonly<Record<string, string>> = {
  printable: 'no text reaches the terminal as a control sequence, however it is composed',
  chunkings: 'keys are parsed the same wherever their bytes are split',
  growth: 'work on untrusted text grows at most linearly, from 1 KB to 1 MB',
  fuzz: 'no malformed input ends the program or is silently misread',
  hostile:
    'no answer of the service breaks a pane, writes a control sequence, or gets out as a control character or formula in any format',
  canary: 'the access key is in no output, file, environment or command line, in six encodings',
  answers: 'the largest accepted answers are parsed in bounded time, and no key waits for that',
  'canary-suite':
    'the access key is in nothing that the whole test suite prints, leaves behind or starts',
  changes: 'a change is sent at most once, whatever sockets, timeouts and operators do',
  events: 'no log entry is lost without a mark or duplicated, whatever goes wrong while following',
  faults:
    'under every fault panes keep their data and show its age and the cause, keys respond, nothing is lost or duplicated, and everything recovers',
  deaths: 'the terminal is restored however the program ends',
  disk: 'when a disk fails the operator is told, nothing is half-written, and the console carries on and catches up',
  clocks:
    'whatever clocks do, panes show the service’s time, nothing is lost or duplicated, and everything goes on',
  deletion:
    'a deletion is sent at most once, and its outcome is reported truthfully, in any order of events',
  bundle:
    'an anonymous bundle contains no original name, identifier, host, address or word of a text: raw, base64, hexadecimal, compressed or not',
  history:
    'every observed change is kept once, with no more precision than it was observed, whichever process is killed',
  'history-day':
    'a day of 300 applications and five busy zones keeps memory and the history file within their bounds',
  'archive-filters':
    'a filter matches the same entries in ClickHouse as in the console’s memory, and user text is never read as SQL',
  'archive-kills':
    'a team’s archive loses nothing, holds every entry once and claims no coverage that it lacks, whichever process is killed',
  recorder: 'a killed recorder keeps every answer and change once, except for the last second',
  replay: 'a replayed recording shows the same frames as the live run',
  link: 'badge, title and ledger report the connection as it was, and requests respect the backoff, whatever the service and the clocks do',
  day: 'a simulated day of bursts, outages, sleeps and midnights leaks nothing, and every entry arrives once',
  hour: 'an hour of use with outages and a midnight leaks nothing: memory, timers, sockets, listeners, descriptors',
  scale: 'what 5,000 applications, 300 zones and 100,000 search hits cost',
  frames:
    'no frame of any journey, at five sizes, cuts a value that fits, is blank while something is hidden, uses a non-standard word, or is too faint',
  mutants: 'tests notice small mistakes in the source',
};

const HEAD = `# Long-running proofs

\`npm test\` runs a short form of each proof. The long forms take minutes; run them before a release and after changing what
they prove. Each writes its result into \`test/proof/results\`, and \`npm run proof:report\` generates this file from them.
`;

const cell = (value: string | number): string => String(value).replaceAll('|', '\\|');

const row = (cells: readonly (string | number)[]): string => `| ${cells.map(cell).join(' | ')} |`;

function table(rows: ProofResult['rows']): string {
  const heads = Object.keys(rows[0] ?? {});
  return [
    row(heads),
    row(heads.map(() => '---')),
    ...rows.map((each) => row(heads.map((head) => each[head] ?? ''))),
  ].join('\n');
}

const section = ({ proof, command, seed, summary, rows }: ProofResult): string =>
  [
    `## ${proof}`,
    `\`${command}\`${seed === null ? '' : `, seed ${seed}`}`,
    ...(summary === undefined ? [] : [summary]),
    `${table(rows)}\n`,
  ].join('\n\n');

/** The names of the scripts `proof:NAME` in `package.json`. */
function proofScripts(): readonly string[] {
  const path = join(import.meta.dirname, '../../package.json');
  const { scripts }: { scripts: object } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.keys(scripts).flatMap((name) => /^proof:(.+)/.exec(name)?.[1] ?? []);
}

/** The text of `test/proof/README.md`: the proofs and their latest results. */
export function reportText(results: readonly ProofResult[], scripts = proofScripts()): string {
  const known = Object.entries(PROVES).filter(([name]) => scripts.includes(name));
  const index = known.map(([name, what]) => ({
    Run: `\`npm run proof:${name}\``,
    Proves: what,
  }));
  return [HEAD, `${table(index)}\n`, ...results.map(section)].join('\n');
}
