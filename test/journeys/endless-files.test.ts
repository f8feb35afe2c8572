import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { PROGRAM } from '../support/program.ts';

/* Gives the bundled program an endless file wherever it takes one. Memory is measured by the kernel. */

/** Accepted memory above an ordinary refusal. An endless file must not be read into memory. */
const MEBIBYTES_MORE = 64;
const WITHIN = 20_000;

const PROFILE = 'default_profile: p\nprofiles: {p: {base_url: "http://127.0.0.1:9"';

interface Attempt {
  readonly argv: readonly string[];
  /** The text of the configuration, or the target of a link. */
  readonly config?: string | { readonly link: string };
}

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'a specification that is checked': { argv: ['guardian', 'check', '/dev/zero'] },
  'a specification that is uploaded': { argv: ['guardian', 'upload', '7', '/dev/zero'] },
  'an archive that is read': { argv: ['events', '--from', '/dev/zero'] },
  'an archive that is written': { argv: ['events', '7', '--follow', '--archive', '/dev/zero'] },
  'the configuration': { argv: ['status'], config: { link: '/dev/zero' } },
  'a file of workspaces': { argv: ['status'], config: `include: [/dev/zero]\n${PROFILE}}}\n` },
  'the access key': { argv: ['status'], config: `${PROFILE}, access_key_file: /dev/zero}}\n` },
};

/** Runs the program. Returns the outcome with its peak memory in MiB. */
async function run({ argv, config }: Attempt, key = 'some-key') {
  const home = await mkdtemp(join(tmpdir(), 'warren-'));
  try {
    const folder = join(home, '.config/warren');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, 'config.yaml');
    if (typeof config === 'string') writeFileSync(file, config, { mode: 0o600 });
    else if (config) symlinkSync(config.link, file);
    const report = join(home, 'memory');
    const measure = join(home, 'measure.cjs');
    writeFileSync(
      measure,
      `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(report)}, String(process.resourceUsage().maxRSS)))`,
    );
    const child = spawn(process.execPath, ['--require', measure, PROGRAM, ...argv], {
      env: {
        HOME: home,
        ...(config === undefined
          ? { WARREN_BASE_URL: 'http://127.0.0.1:9', WARREN_ACCESS_KEY: key }
          : {}),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: WITHIN,
      killSignal: 'SIGKILL',
    });
    let stderr = '';
    child.stderr.on('data', (data) => (stderr += data));
    const [code, signal] = await once(child, 'close');
    return { code, signal, stderr, memory: Number(readFileSync(report, 'utf8')) / 1024 };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

let least: number;
beforeAll(async () => {
  least = (await run({ argv: ['guardian', 'check', '/nowhere'] })).memory;
});

it.concurrent.each(Object.entries(ATTEMPTS))(
  'E9: %s: an endless file is refused at once and takes no memory',
  async (_, attempt) => {
    const { code, signal, stderr, memory } = await run(attempt);
    expect([code, signal]).toEqual([2, null]);
    expect(stderr).toMatch(/^warren: .*(?:\/dev\/zero|config\.yaml is not a regular file)/);
    expect(memory).toBeLessThan(least + MEBIBYTES_MORE);
  },
);
