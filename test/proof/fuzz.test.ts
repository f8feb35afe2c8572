import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FUZZ_READERS, fuzz, judged } from '../support/fuzz.ts';
import { seededRandom } from '../support/random.ts';

/** Texts that a parser once failed on, saved by `npm run proof:fuzz`. */
const CORPUS = join(import.meta.dirname, 'corpus');
const SEED = 20_260_314;
const CASES = 10_000;

it.each(Object.entries(FUZZ_READERS))(
  '%s are read however corrupted they are',
  (name, { share }) => {
    const count = Math.max(20, Math.round((CASES * share) / 100));
    expect(fuzz(name, count, SEED)).toEqual([]);
  },
);

it('texts that a parser once failed on are read correctly', () => {
  const files = existsSync(CORPUS) ? readdirSync(CORPUS) : [];
  const failures = files.flatMap((file) => {
    const { reader, text } = JSON.parse(readFileSync(join(CORPUS, file), 'utf8'));
    return judged(reader, text, seededRandom(SEED)) ?? [];
  });
  expect(failures).toEqual([]);
});
