// node test/proof/archive-filters.ts [FILTERS] [SEED]: random filters over random entries match the same entries as a
// condition of ClickHouse and in the store. Needs the engine that `npm run test:archive` installs.
import { FilterTrial } from '../support/filter-trial.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const filters = numberArgument(1, 5000);
const seed = numberArgument(2, Date.now() % 1_000_000);
const SETS = 10;
console.log(`seed ${seed}`);
const trial = await FilterTrial.open();
try {
  const each = Math.ceil(filters / SETS);
  const verdict = await trial.run({ sets: SETS, filters: each, seed });
  const { compared, exact, telling, wrong } = verdict;
  for (const sentence of wrong) console.error(sentence);
  console.log(
    `${compared} filters compared, ${exact} of them exact in SQL, the others as a superset; ${telling} keep some entries and not all; ${wrong.length} wrong`,
  );
  if (wrong.length === 0 && filters >= 5000) {
    writeProofResult({
      proof: 'archive-filters',
      command: `node test/proof/archive-filters.ts ${filters} ${seed}`,
      seed,
      rows: [
        { filters: compared, 'exact in SQL': exact, 'keep some': telling, wrong: wrong.length },
      ],
    });
  }
  process.exitCode = wrong.length === 0 && compared > 0 ? 0 : 1;
} finally {
  await trial.close();
}
