// node test/engine/run.ts [PATH…]: runs the tests of archives with an engine. Where there is none, that is said and nothing
// fails.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureEngine } from './ensure.ts';

if (!ensureEngine()) process.exit(0);
const project = join(import.meta.dirname, '..', '..');
const usual = ['test/archive', 'test/journeys/team-archive.test.ts'];
const paths = process.argv.length > 2 ? process.argv.slice(2) : usual;
const run = spawnSync(
  join(project, 'node_modules', '.bin', 'vitest'),
  ['run', '--config', 'test/vitest.config.ts', ...paths],
  { cwd: project, stdio: 'inherit', env: { ...process.env, WARREN_TEST_ENGINE: 'yes' } },
);
process.exit(run.status ?? 1);
