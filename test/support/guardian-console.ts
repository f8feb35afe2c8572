import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from './console.ts';
import { SHOP } from './guardian-samples.ts';
import { memoryDirectories } from './memory-directories.ts';
import { type MemoryFiles, memoryFiles } from './memory-files.ts';

/** The shop's specification. */
export const SHOP_FILE = '/home/tester/api/shop.yaml';
/** Ctrl-Y, which confirms. */
export const CTRL_Y = '\u0019';

/** A console on its Guardian pane, with the shop's specification among its files. */
export interface GuardianConsole extends ConsoleUnderTest {
  readonly files: MemoryFiles;
  /** Types the keys like `press`, without waiting for their effects. */
  pressLoose(...keys: readonly string[]): Promise<void>;
  /** Chooses a file by typing its path. */
  choose(path: string): Promise<void>;
  /** Opens the dialog that sends the chosen file, and confirms it. */
  upload(): Promise<void>;
  /** The uploads that the platform received. */
  uploads(): ConsoleUnderTest['platform']['served']['requests'];
  /** The screen as one text, once the console is idle. */
  settledText(): Promise<string>;
}

export async function guardianConsole(setting: Setting = {}): Promise<GuardianConsole> {
  const files = memoryFiles();
  files.contents.set(SHOP_FILE, SHOP);
  const test = await consoleUnderTest({
    pane: 'guardian',
    machine: { files, directories: memoryDirectories(files.contents) },
    ...setting,
  });
  const settle = async () => {
    await test.console.settled();
    await test.screen();
  };
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await test.press(key);
      await settle();
    }
  };
  return {
    ...test,
    files,
    press,
    async pressLoose(...keys) {
      await test.press(...keys);
      // Ongoing work is drawn with the next frame.
      await test.pass(100);
      // Digests are computed in other threads, which on a busy machine takes longer than the console waits for idleness.
      while ((await test.text()).includes('The file is being read')) {
        await crypto.subtle.digest('SHA-256', new Uint8Array(1));
        await test.pass(100);
      }
    },
    async choose(path) {
      await press('o', KEYS.ctrlU, path, KEYS.enter);
    },
    async upload() {
      await press('U');
      await test.pass(1000);
      await press(CTRL_Y);
    },
    uploads: () =>
      test.platform.served.requests.filter(({ operation }) => operation === 'guardian-upload'),
    async settledText() {
      await settle();
      return test.text();
    },
  };
}
