/**
 * Plays an operator, a list that moves and a service that fails against the dialog that deletes, and looks
 * for a DELETE that nobody asked for: `node test/proof/deletion.ts [count] [first seed]`. Prints the seeds;
 * exit code 1 on the first violation.
 */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { shippedPackages } from '../support/shipped-packages.ts';

type Play = typeof import('../support/deletion-play.ts');

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const shipped = await shippedPackages();

/** Packages as the program has them. */
const asShipped: Plugin = {
  name: 'as shipped',
  setup(builder) {
    builder.onResolve({ filter: /^[a-z-]+$/ }, ({ path: name }) => {
      const file = shipped[name];
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
};

/** Node takes the types out of TypeScript, but knows no JSX: what is played has panes in it. */
async function load(): Promise<Play> {
  const outfile = path('.deletion-play.mjs');
  try {
    await build({
      entryPoints: [path('../support/deletion-play.ts')],
      plugins: [asShipped],
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      jsx: 'automatic',
      outfile,
    });
    return await import(outfile);
  } finally {
    await rm(outfile, { force: true });
  }
}

const { playDeletion } = await load();
const count = Number(process.argv[2] ?? 200_000);
const first = Number(process.argv[3] ?? Date.now() % 2 ** 31);
console.log(`${count} plays, seeds from ${first}`);

const start = performance.now();
const totals = { opened: 0, confirmed: 0, sent: 0 };
const outcomes: Record<string, number> = {};
for (let seed = first; seed < first + count; seed += 1) {
  const play = await playDeletion(seed);
  if (play.violations.length > 0) {
    console.error(`seed ${seed}: ${play.violations.join('; ')}`);
    process.exit(1);
  }
  totals.opened += play.opened;
  totals.confirmed += play.confirmed;
  totals.sent += play.sent;
  for (const [outcome, times] of Object.entries(play.outcomes)) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + times;
  }
  if ((seed - first + 1) % 20_000 === 0) console.log(`${seed - first + 1} played`);
}
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(
  `0 violations; dialogs opened ${totals.opened}, confirmed ${totals.confirmed}, DELETEs ${totals.sent}, ${JSON.stringify(outcomes)}; ${seconds} s`,
);
