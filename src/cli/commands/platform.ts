import { EXIT, UserError } from '../../session/errors.ts';
import { seedOf, wholeNumber } from '../../session/option-values.ts';
import { printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { type Column, grid } from '../output/grid.ts';
import { lines, printerFor, type Report } from '../output/report.ts';

interface Address {
  readonly WARREN_BASE_URL: string;
  readonly WARREN_ACCESS_KEY: string;
}

const COLUMNS: readonly Column<Address>[] = [
  { name: 'WARREN_BASE_URL', value: (address) => address.WARREN_BASE_URL },
  { name: 'WARREN_ACCESS_KEY', value: (address) => address.WARREN_ACCESS_KEY },
];

/** How to reach a platform; its table is what a shell can evaluate. The key is the platform's own. */
function addressReport(baseUrl: string, accessKey: string): Report {
  const address: Address = { WARREN_BASE_URL: baseUrl, WARREN_ACCESS_KEY: accessKey };
  return {
    document: address,
    records: [address],
    sections: [
      lines(
        words`export WARREN_BASE_URL=${printable(baseUrl)}`,
        words`export WARREN_ACCESS_KEY=${printable(accessKey)}`,
      ),
    ],
    csv: grid(COLUMNS, [address]),
    notes: [words`Serving until Ctrl-C. The key is this platform's own and opens nothing else.`],
  };
}

const HIGHEST_PORT = 65_535;

export const platformCommand: Action<'platform'> = async ({ options }, context) => {
  const port = wholeNumber(words`port`, options.port, { least: 0, most: HIGHEST_PORT }) ?? 0;
  const seed = seedOf(options.seed);
  const [{ openPlatform }, { dialectFrom }] = await Promise.all([
    import('../../platform/platform.ts'),
    import('../../platform/wire/dialect.ts'),
  ]);
  const { data } = options;
  const platform = await openPlatform({
    clock: context.edges.clock,
    seed,
    port,
    dialect: understood(() => dialectFrom(options.dialect)),
    ...(data === undefined ? {} : { data }),
  }).catch((error: unknown) => {
    throw new UserError([printable(sentence(error))]);
  });
  try {
    await printerFor(context, options.output, 'one').print(
      addressReport(platform.baseUrl, platform.accessKey),
    );
    await new Promise<void>((resolve) => {
      const { signal } = context;
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    await platform.close();
  }
  return EXIT.done;
};

function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new UserError([printable(error.message)]);
    throw error;
  }
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'The port is taken; choose another --port.';
  if (code === 'EACCES') return 'This port needs more rights; choose another --port.';
  if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  return error.message;
}
