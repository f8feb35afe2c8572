import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProofResult } from './proof-result.ts';

/** What each proof proves, in the order of the table. */
const PROVES: Readonly<Record<string, string>> = {
  printable: 'no text, however it is made, gets through to the terminal as a control sequence',
  chunkings: 'keys are read alike wherever their bytes are cut',
  growth: 'work on foreign text grows at most in proportion to it, from 1 KB to 1 MB',
  fuzz: 'no text that is read, however it is broken, ends the program or is misread in a way that can be told',
  hostile:
    'no answer of the service breaks a pane, writes a sequence, or leaves as a control character or formula in any format',
  canary: 'the access key is in no output, file, environment or command line, in six writings',
  answers:
    'the largest answers that are accepted are read in bounded time, and no key waits for them beside the thread',
  'canary-suite': 'the same of the whole suite: what it prints, leaves and starts',
  changes: 'a change is sent once at the most, whatever sockets, time-outs and operators do',
  events: 'no log entry is lost unmarked or doubled, whatever goes wrong while following',
  faults:
    'under every fault panes keep what they have and say its age and the cause, keys answer, nothing is lost or doubled, and all comes back',
  deaths: 'however the program ends, the terminal is as it was before',
  disk: 'on every disk in trouble the operator is told, nothing is half-written, the console goes on and catches up',
  clocks:
    'whatever clocks do, panes say the service’s time, nothing is lost or doubled, and all goes on',
  deletion:
    'a deletion is sent at most once, and its outcome is told as it is, in any order of events',
  bundle:
    'an anonymous bundle holds no name, identifier, host or address there was: raw, base64, hexadecimal, packed or unpacked',
  history:
    'every change of what is watched is kept once, and no sharper than it was seen, whoever is killed',
  'history-day':
    'a day of 300 applications and five busy zones makes neither memory nor the file of the history grow beyond its bound',
  'archive-filters':
    'a filter keeps in an engine what it keeps in the console’s memory, and no text of a user is read as SQL',
  'archive-kills':
    'a team’s archive loses nothing that was there, has every entry once and claims nothing that it has not, whoever is killed',
  recorder:
    'a recorder that is killed keeps every answer and every change once, but for the last second',
  replay:
    'a recording that is replayed shows the frames that were there live, whatever was answered',
  link: 'badge, title and ledger say of the connection what happened, and requests keep to the backoff, whatever the service and the clocks do',
  day: 'a simulated day of bursts, outages, sleeps and midnights makes nothing grow, and every entry comes once',
  hour: 'an hour of use, outages and midnight make nothing grow: memory, timers, sockets, listeners, descriptors',
  scale: 'what 5,000 applications, 300 zones and 100,000 hits cost',
  frames:
    'no frame of any journey, at five sizes, cuts a value that fits, is blank while something is hidden, says a word that is not standard, or is too faint',
  mutants: 'tests notice small mistakes in the source',
};

const HEAD = `# Long proofs

\`npm test\` runs each of these in a short form. The long forms take minutes, and are run before a release and
after a change to what they prove. Each writes what it came to into \`test/proof/results\`, and
\`npm run proof:report\` writes this file from that.
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

/** The names behind `proof:` in `package.json`. */
function proofScripts(): readonly string[] {
  const path = join(import.meta.dirname, '../../package.json');
  const { scripts }: { scripts: object } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.keys(scripts).flatMap((name) => /^proof:(.+)/.exec(name)?.[1] ?? []);
}

/** The text of `test/proof/README.md`: what the proofs are, and what those that were run came to. */
export function reportText(results: readonly ProofResult[], scripts = proofScripts()): string {
  const known = Object.entries(PROVES).filter(([name]) => scripts.includes(name));
  const index = known.map(([name, what]) => ({
    Run: `\`npm run proof:${name}\``,
    Proves: what,
  }));
  return [HEAD, `${table(index)}\n`, ...results.map(section)].join('\n');
}
