import { kill } from 'node:process';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { prompt } from '../cli/prompt.ts';
import { startBundled } from '../support/bundled.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import type { PtyProgram } from '../support/pty.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let platform: Platform;
let program: PtyProgram;
let home: string;
beforeEach(async () => {
  home = temporaryDirectory();
  platform = await openPlatform({ clock: realClock(), seed: 7 });
  onTestFinished(() => platform.close());
  for (const operation of ['app-delete', 'script-add-variable'] as const) {
    platform.faults.set({ kind: 'hang', stage: 'before answering' }, { operation });
  }
});

const text = (screen: readonly string[]) => screen.join('\n');

async function started(
  kind: 'app' | 'script',
): Promise<{ readonly id: string; readonly name: string }> {
  const { applications, scripts } = platform.world;
  const thing = kind === 'app' ? applications[0] : scripts[0];
  const [id, name] = [String(thing?.id), 'shown'];
  program = startBundled([`--${kind}`, id, '--pane', kind === 'app' ? 'apps' : 'scripts'], {
    columns: 180,
    rows: 30,
    env: {
      HOME: home,
      WARREN_BASE_URL: platform.baseUrl,
      WARREN_ACCESS_KEY: platform.accessKey,
    },
  });
  return { id, name };
}

/** Presses keys once the screen shows `shown`. */
async function press(keys: string, shown: string): Promise<void> {
  await program.until((screen) => text(screen).includes(shown));
  // A dialog takes no answer from a chunk of several keys.
  await program.quiet(250);
  program.send(keys);
}

const sentChanges = () => platform.served.requests.filter(({ method }) => method !== 'GET');

/** The exit code and the text on the restored terminal. */
async function ended(signal: NodeJS.Signals): Promise<{ code: number; said: string }> {
  await program.until((screen) => text(screen).includes('SENT, NO ANSWER YET'));
  kill(program.pid, signal);
  const code = await program.exited;
  return { code, said: text(await program.screen()).replace(/\s+/g, ' ') };
}

describe('E11: a console that is ended while a change has no answer', () => {
  it('says that a deletion was sent, that its outcome is unknown, and how to find out', async () => {
    const { id } = await started('app');
    await press(':', id);
    await press(`delete ${id}\r`, ':');
    await press(id.slice(0, 1), 'Type the ID');
    await press(id.slice(1), id.slice(0, 1));
    await press('\u0019', 'Ctrl-Y');
    const { code, said } = await ended('SIGTERM');
    expect(code).toBe(7);
    expect(said).toContain(
      `warren: The deletion of ${id} was sent to ${new URL(platform.baseUrl).host} and has no answer yet: whether it was done is not known.`,
    );
    expect(said).toContain(
      `Before you repeat it: warren app overview ${id} shows whether it is still there, warren audit shows what was sent.`,
    );
    expect(sentChanges()).toHaveLength(1);
    const audit = await prompt(['audit', '-o', 'json'], { env: { HOME: home } });
    expect(JSON.parse(audit.stdout).changes[0]).toMatchObject({
      operation: 'app-delete',
      subject: { id },
      outcome: 'unknown',
    });
  });

  it('says the same about a variable after a hang-up', async () => {
    await started('script');
    await press('a', 'a add');
    await press('TOKEN', 'Add a variable');
    await press('\u0019', 'TOKEN');
    const { code, said } = await ended('SIGHUP');
    expect(code).toBe(7);
    expect(said).toMatch(/The variable TOKEN of the script .* was sent to .* has no answer yet/);
    expect(sentChanges()).toHaveLength(1);
  });
});
