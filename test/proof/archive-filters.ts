// node test/proof/archive-filters.ts [FILTERS] [SEED]: random filters over random entries, as a condition of an engine and in
// the store: the same entries. Needs the engine that `npm run test:archive` installs.
import { FilterTrial } from '../support/filter-trial.ts';

const [filters = '5000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const SETS = 10;
console.log(`seed ${seed}`);
const trial = await FilterTrial.open();
try {
  const each = Math.ceil(Number(filters) / SETS);
  const verdict = await trial.run({ sets: SETS, filters: each, seed: Number(seed) });
  const { compared, exact, telling, wrong } = verdict;
  for (const sentence of wrong) console.error(sentence);
  console.log(
    `${compared} filters compared, ${exact} of them exact in SQL, the others as a superset; ${telling} keep some entries and not all; ${wrong.length} wrong`,
  );
  process.exitCode = wrong.length === 0 && compared > 0 ? 0 : 1;
} finally {
  await trial.close();
}
