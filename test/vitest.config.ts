import { hash } from 'node:crypto';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';
import { withPlainWords } from '../.build/build-program.ts';
import { shippedPackages } from './support/shipped-packages.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Imports help topics as text, as the bundler does. */
const markdown: Plugin = {
  name: 'markdown',
  transform: (text, id) =>
    id.endsWith('.md')
      ? { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
      : null,
};

/** Replaces templates tagged `words` by plain ones, as the bundler does. */
const plainWords: Plugin = {
  name: 'plain-words',
  enforce: 'pre',
  transform: (text, id) =>
    /\/src\/.*\.tsx?$/.test(id) ? { code: withPlainWords(text), map: null } : null,
};

/**
 * Prints the tests that passed only on retry, with their first error. Each is a defect of the test or of the program. Property
 * tests print their seed.
 */
const flakyTests: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const errors = test.result().errors ?? [];
    console.error(`FLAKY ${test.module.relativeModuleId}: ${test.fullName}`);
    for (const error of errors) console.error(error.stack ?? error.message);
  },
};

/** The slowest files: 14 to 36 s each in a run of 508 s. */
const LONG_FILES = new Set([
  'build/bundle.test.ts',
  'journeys/archive-events.test.ts',
  'journeys/deletions-that-fail.test.ts',
  'journeys/guardian.test.ts',
  'journeys/watchdog.test.ts',
  'packaging/executable.test.ts',
  'packaging/pack.test.ts',
  'proof/archive-kills.test.ts',
  'proof/event-schedules.test.ts',
  'proof/growth.test.ts',
]);

/** Runs files in random order by the seed of the run, but slow ones first, so that none of them runs alone at the end. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const order = files.map((file) => {
      const path = relative(join(root, 'test'), file.moduleId).replaceAll('\\', '/');
      const rank = LONG_FILES.has(path) ? 'long' : 'short';
      return { file, key: `${rank} ${hash('sha256', `${sequence.seed} ${path}`)}` };
    });
    return order.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ file }) => file);
  }
}

const AT_OTHER_SIZES = process.env['FRAMES_SIZE'] !== undefined;

export default defineConfig({
  root: inProject(''),
  plugins: [markdown, plainWords],
  // The shipped, edited packages.
  resolve: { alias: await shippedPackages() },
  // The shipped build of React. Its development build is slower and prints warnings.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // ink-text-input draws its cursor with chalk, which checks the environment for colour support.
    env: { FORCE_COLOR: '1', NODE_ENV: 'production', CI: '' },
    sequence: { shuffle: true, sequencer: LongFilesFirst },
    // Modules have no state (house.test.ts), so files can share a process. By default vitest leaves one processor free.
    isolate: false,
    maxWorkers: '100%',
    // At other sizes journeys may end early, and a retry does not help (test/proof/frames.ts).
    setupFiles: AT_OTHER_SIZES ? [inProject('test/support/frames-setup.ts')] : [],
    // Tests with threads, processes and sockets may fail on a busy machine.
    retry: AT_OTHER_SIZES ? 0 : 1,
    reporters: ['default', flakyTests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
