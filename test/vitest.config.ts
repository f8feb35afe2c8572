import { hash } from 'node:crypto';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';
import { withPlainWords } from '../.build/build-program.ts';
import { shippedPackages } from './support/shipped-packages.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Help topics are imported as text, as the bundler does it. */
const markdown: Plugin = {
  name: 'markdown',
  transform: (text, id) =>
    id.endsWith('.md')
      ? { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
      : null,
};

/** Our texts are plain templates in the bundle. */
const plainWords: Plugin = {
  name: 'plain-words',
  enforce: 'pre',
  transform: (text, id) =>
    /\/src\/.*\.tsx?$/.test(id) ? { code: withPlainWords(text), map: null } : null,
};

/**
 * Says which tests passed only when run again, and what they failed with: each of them is a defect, of the test or of
 * the program. Property tests print the seed that found it.
 */
const flakyTests: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const errors = test.result().errors ?? [];
    console.error(`FLAKY ${test.module.relativeModuleId}: ${test.fullName}`);
    for (const error of errors) console.error(error.stack ?? error.message);
  },
};

/** The files that take the longest: 14 to 36 s each of a run of 508 s. */
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

/**
 * Files in a random order, which the seed of the run decides, but long ones first: one that begins last is run by one
 * worker while the others have nothing left to do.
 */
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
  // As they are shipped.
  resolve: { alias: await shippedPackages() },
  // The tests run React as it is shipped: its development build draws slower and says other things.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // ink-text-input marks its cursor through chalk, which asks the environment about colour.
    env: { FORCE_COLOR: '1', NODE_ENV: 'production', CI: '' },
    sequence: { shuffle: true, sequencer: LongFilesFirst },
    // Nothing is remembered in a module (house.test.ts), so files need no process each. All processors
    // work: by itself one would be left free.
    isolate: false,
    maxWorkers: '100%',
    // At sizes that are not their own journeys end early, and are no better the second time (test/proof/frames.ts).
    setupFiles: AT_OTHER_SIZES ? [inProject('test/support/frames-setup.ts')] : [],
    // Threads, processes and sockets have their moods on a busy machine.
    retry: AT_OTHER_SIZES ? 0 : 1,
    reporters: ['default', flakyTests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
