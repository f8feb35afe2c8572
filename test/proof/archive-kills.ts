/**
 * Kills four writers and the engine of a team's archive (SIGKILL) again and again while they write: `node
 * test/proof/archive-kills.ts [archives] [seed]`. For each archive every writer is killed twice and the engine once. Exit
 * code 1 if an entry is lost or duplicated, a claim is false, or the archive differs from the platform's log in the end.
 */
import { ensureEngine } from '../engine/ensure.ts';
import { archiveKills } from '../support/archive-kills.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const archives = numberArgument(1, 10);
const seed = numberArgument(2, Date.now() % 2 ** 31);

if (ensureEngine()) {
  console.log(`seed ${seed}; ${archives} archives`);
  const plan = { seed, archives, rounds: 2, engineEvery: 2, perDay: 8000, longest: 9000 };
  const outcome = await archiveKills(plan, (line) => console.log(line));
  for (const fault of outcome.faults.slice(0, 10)) console.error(fault);
  if (outcome.faults.length > 0) process.exitCode = 1;
  const row = {
    'writers killed': outcome.writersKilled,
    'engine killed': outcome.engineKilled,
    'entries of an archive': outcome.entries,
    'there at kills of the engine': outcome.thereAtKills.join(', '),
    'claims looked at': outcome.claimsLooked,
    faults: outcome.faults.length,
  };
  console.log(row);
  if (process.argv.length === 2) {
    const command = `node test/proof/archive-kills.ts ${archives} ${seed}`;
    writeProofResult({ proof: 'archive-kills', command, seed, rows: [row] });
  }
}
