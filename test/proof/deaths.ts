/**
 * Lets the real console die in every way there is a name for, in real terminals below every shell and multiplexer that
 * is here: `node test/proof/deaths.ts [seed] [word of a name]`. Prints what each left. Exit code 1 when a terminal, a
 * file or a process is not as it should be.
 */
import { die } from '../support/deaths/dying.ts';
import { DEATHS } from '../support/deaths/list.ts';
import { placesHere } from '../support/deaths/places.ts';
import { faultsWithoutTerminal, openSsh } from '../support/deaths/ssh.ts';
import { readProofResults, writeProofResult } from '../support/proof-result.ts';
import { seededRandom } from '../support/random.ts';

const seed = Number(process.argv[2] ?? Date.now() % 2 ** 31);
const only = process.argv[3] ?? '';
/** Between being ready and dying at the most, milliseconds. */
const LONGEST_PAUSE = 800;

const here = placesHere();
const ssh = await openSsh();
const places = [...here.places, ...(ssh ? [ssh.place] : [])];
const missing = [...here.missing, ...(ssh ? [] : ['ssh'])];
const names = places.map(({ name }) => name).join(', ');
const where = `In ${names}${missing.length > 0 ? `; not here: ${missing.join(', ')}` : ''}.`;
console.log(`seed ${seed}. ${where}`);
const random = seededRandom(seed);
const cases = DEATHS.filter(({ name }) => name.includes(only)).flatMap((death) =>
  places
    .filter(({ isDirect }) => isDirect || !death.losesTerminal)
    .map((place) => ({ death, place, pause: random.below(LONGEST_PAUSE) })),
);
const outcomes = new Map<
  string,
  { places: string[]; faults: string[]; said: string; status: string }
>();
async function work(next: Iterable<(typeof cases)[number]>): Promise<void> {
  for (const { death, place, pause } of next) {
    const remains = await die(death, place, pause).catch((error: unknown) => ({
      ...{ status: null, said: '' },
      faults: [String(error).split('\n')[0] ?? ''],
    }));
    const { status, said, faults } = remains;
    const outcome = outcomes.get(death.name) ?? { places: [], faults: [], said: '', status: '' };
    outcomes.set(death.name, outcome);
    if (faults.length === 0) outcome.places.push(place.name);
    outcome.faults.push(...faults.map((fault) => `${place.name}: ${fault}`));
    outcome.said ||= said;
    outcome.status ||= String(status ?? '');
    console.log(
      `${faults.length === 0 ? 'ok  ' : 'BAD '} ${death.name.padEnd(44)} ${place.name.padEnd(6)} ${String(status ?? '').padStart(4)}  ${said.slice(0, 60)}`,
    );
    for (const fault of faults) console.log(`       ${fault}`);
  }
}
const together = cases.filter(({ death }) => !death.losesTerminal).values();
await Promise.all([work(together), work(together)]);
// One after the other: a process that is started meanwhile would hold the terminal that is to go.
await work(cases.filter(({ death }) => death.losesTerminal));
const alone = ssh ? await faultsWithoutTerminal(ssh) : [];
ssh?.close();
for (const fault of alone) console.log(`BAD  over ssh without a terminal: ${fault}`);
const withoutTerminal = !ssh
  ? 'not tried'
  : alone.length > 0
    ? alone.join('; ')
    : 'a console says in one line that it needs a terminal, and a follower whose connection breaks ends';

const rows = DEATHS.filter(({ name }) => outcomes.has(name)).map(({ name }) => {
  const { places: whole = [], status = '', said = '', faults = [] } = outcomes.get(name) ?? {};
  return {
    death: name,
    'restored in': names
      .split(', ')
      .filter((each) => whole.includes(each))
      .join(', '),
    'exit code': status,
    // Without the path of the note.
    said: said.replace(/(Crash note:).*/, '$1 …'),
    faults: faults.join('; '),
  };
});
const good = rows.filter(({ faults }) => faults === '').length;
// A run of some takes the place of their rows.
const before = readProofResults().find(({ proof }) => proof === 'deaths')?.rows ?? [];
writeProofResult({
  proof: 'deaths',
  command: `npm run proof:deaths -- ${seed}`,
  seed,
  summary: `${where} Over ssh without a terminal: ${withoutTerminal}.`,
  rows:
    only === ''
      ? rows
      : before.map((row) => rows.find(({ death }) => death === row['death']) ?? row),
});
console.log(
  `${good} of ${rows.length} ways to die left the terminal, the files and no process as they should.`,
);
process.exit(good === rows.length && alone.length === 0 ? 0 : 1);
