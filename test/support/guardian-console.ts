import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from './console.ts';
import { SHOP } from './guardian-samples.ts';
import { memoryDirectories } from './memory-directories.ts';
import { type MemoryFiles, memoryFiles } from './memory-files.ts';

/** Where the shop's specification is. */
export const SHOP_FILE = '/home/tester/api/shop.yaml';
/** Bytes of Ctrl-Y, which confirms. */
export const CTRL_Y = '\u0019';

/** A console on its Guardian pane, with the shop's specification among the files. */
export interface GuardianConsole extends ConsoleUnderTest {
  readonly files: MemoryFiles;
  /** Types the keys like `press`, and does not wait for what they set off. */
  pressLoose(...keys: readonly string[]): Promise<void>;
  /** Chooses the file by typing its path. */
  choose(path: string): Promise<void>;
  /** Asks to send the chosen file, reads the question, and confirms it. */
  upload(): Promise<void>;
  /** The requests for operation 1 that the platform saw. */
  uploads(): ConsoleUnderTest['platform']['served']['requests'];
  /** The screen as one text, once nothing is under way any more. */
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
      // What work that goes on changes is drawn with the next frame.
      await test.pass(100);
      // Digests are made in other threads, which busy machines let wait for more turns than tests do.
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
