/**
 * Generates random workspaces, writes an anonymised bundle of each, and searches its bytes, compressed and decompressed, for
 * every name, identifier, host, address and word of a text: `node test/proof/bundle.ts [worlds] [first seed]`. Exit code 1 if
 * one is found or a bundle cannot be read.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBundle } from '../../src/recording/bundle.ts';
import { bytesOf, found, secretWorld } from '../support/anonymous-bundle.ts';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';

const worlds = numberArgument(1, 300);
const first = numberArgument(2, Date.now() % 2 ** 31);
const signal = new AbortController().signal;
console.log(`${worlds} worlds from seed ${first}`);

let [secrets, sampled, plainly, left, searched] = [0, 0, 0, 0, 0];
for (let seed = first; seed < first + worlds; seed += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'warren-proof-'));
  const world = secretWorld(seed);
  const [plain, path] = [join(folder, 'plain.db'), join(folder, 'anonymous.db')];
  await writeBundle(world.contents, { path: plain, isAnonymous: false, signal });
  await writeBundle(world.contents, { path, isAnonymous: true, signal });
  const bytes = bytesOf(path);
  searched += bytes.length;
  secrets += world.secrets.length;
  // Checks that the search finds secrets in a bundle that is not anonymised.
  const sample = world.secrets.filter((_, at) => at % 10 === 0);
  sampled += sample.length;
  plainly += new Set(found(bytesOf(plain), sample).map((each) => each.split(': ')[0])).size;
  const finds = found(bytes, world.secrets);
  left += finds.length;
  for (const find of finds) console.error(`seed ${seed}: ${find}`);
  rmSync(folder, { recursive: true });
}
console.log(
  `${secrets} secrets; of ${sampled} of them ${plainly} found in plain bundles; ${left} in anonymous ones`,
);
writeProofResult({
  proof: 'bundle',
  command: `npm run proof:bundle -- ${worlds} ${first}`,
  seed: first,
  rows: [
    {
      worlds,
      'names, ids, hosts, addresses and words': secrets,
      'looked for in plain bundles': sampled,
      'found there': plainly,
      'bytes searched': searched,
      'found in anonymous bundles': left,
    },
  ],
});
process.exit(left === 0 && plainly > sampled / 2 ? 0 : 1);
