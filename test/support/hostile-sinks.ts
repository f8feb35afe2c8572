import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { writeNewFile } from '../../src/edges/files.ts';
import { exportLines } from '../../src/events/export.ts';
import { EventStore } from '../../src/events/store.ts';
import { jsonText } from '../../src/text/json-and-csv.ts';
import { utcDay } from '../../src/text/time.ts';
import { prompt } from '../cli/prompt.ts';
import { entryWith } from './event-entries.ts';
import { fakeClock } from './fake-clock.ts';
import { hostileStrings } from './hostile.ts';
import { hostileService } from './hostile-service.ts';
import { leaks } from './leaks.ts';

/** The result of sending hostile text through every output except the screen. */
interface SinksRun {
  /** Outputs of commands, and files, that the strict parser read. */
  readonly outputs: number;
  /** Hostile texts in them. */
  readonly texts: number;
  /** One sentence for each problem, with the output it was in. */
  readonly faults: readonly string[];
}

const FORMATS = ['table', 'wide', 'json', 'yaml', 'ndjson', 'csv'] as const;
type Format = (typeof FORMATS)[number];

const FORMULAS = [
  '=cmd|x!A1',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '＝1',
  '＠x',
  ' =1',
  '\t=1',
  '\r=1',
  ';=1',
  '"=1',
  '\u00a0+1',
  '\u200b=1',
];

/** Parses CSV strictly by RFC 4180. Throws for anything else. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('a quote that never closes');
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      const end = text.slice(at).search(/[,\n]/);
      cell = end < 0 ? text.slice(at) : text.slice(at, at + end);
      if (/["\r]/.test(cell)) throw new Error(`a bare cell with a quote: ${cell}`);
      at += cell.length;
    }
    row.push(cell);
    if (text[at] === '\n') {
      rows.push(row);
      row = [];
    } else if (text[at] !== ',') throw new Error(`neither comma nor line end at ${at}`);
    at += 1;
  }
  if (row.length > 0) throw new Error('the last line has no end');
  const [heads] = rows;
  if (rows.some((each) => each.length !== heads?.length)) throw new Error('rows of other lengths');
  return rows;
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;
/** Text that a spreadsheet runs as a formula, perhaps after trimming or splitting the cell. */
const RUNS = /^[\s;,|'"]*[=+\-@＝＋－＠]./su;

function formulas(rows: readonly (readonly string[])[]): readonly string[] {
  return rows
    .flat()
    .filter((cell) => !NUMBER.test(cell) && !cell.startsWith("'") && RUNS.test(cell));
}

/** The problems of an output. */
export function faultsOf(text: string, format: Format): readonly string[] {
  const found = text.split('\n').flatMap((line) => leaks(line));
  if (text.length > 0 && !text.endsWith('\n')) found.push('the last line has no end');
  try {
    if (format === 'json' && text !== '') JSON.parse(text);
    if (format === 'yaml') {
      for (const { errors = [] } of parseAllDocuments(text)) found.push(...errors.map(String));
    }
    if (format === 'ndjson') for (const line of text.split('\n').filter(Boolean)) JSON.parse(line);
    if (format === 'csv')
      found.push(...formulas(parseCsv(text)).map((cell) => `a formula: ${cell}`));
  } catch (error) {
    found.push(String(error));
  }
  return [...new Set(found)];
}

const QUIET = { WARREN_ACCESS_KEY: 'not-a-secret-for-this-test' };

/** A specification and a configuration with hostile text wherever they may have text. */
function hostileFiles(text: () => string): {
  readonly specification: string;
  readonly config: string;
} {
  const specification = jsonText({
    openapi: '3.0.3',
    info: { title: text(), version: text() },
    paths: Object.fromEntries(
      Array.from({ length: 20 }, () => [
        `/${text()}`,
        {
          get: {
            operationId: text(),
            description: text(),
            parameters: [{ name: text(), in: 'query', schema: { type: text(), enum: [text()] } }],
            responses: { [text()]: { description: text() } },
          },
        },
      ]),
    ),
  });
  const config = `default_profile: prod
profiles:
  prod:
    base_url: https://api.example.net
    workspace: ${JSON.stringify(text())}
  ${JSON.stringify(text())}:
    base_url: ${JSON.stringify(text())}
workspaces:
  shop:
    apps: [{ id: x1, name: ${JSON.stringify(text())} }]
`;
  return { specification, config };
}

const commandsOf = (specification: string) => [
  ['app', 'overview', '1'],
  ['app', 'delete', '1', '--confirm', '1'],
  ['events', '1', '--since', '30m'],
  ['dns', 'scan', '1'],
  ['rate-limit', '1'],
  ['search', 'x'],
  ['script', 'add-variable', '1', 'NAME', '--default', 'x'],
  ['guardian', 'upload', '1', specification],
  ['guardian', 'check', specification],
  ['audit'],
  ['config', 'show'],
  ['config', 'check'],
  ['doctor'],
];

/** Runs every command in every format, to a terminal and to a pipe. */
async function commandsRun(seed: number, entries: number): Promise<SinksRun> {
  const texts = hostileStrings(seed);
  const folder = await mkdtemp(join(tmpdir(), 'warren-hostile-'));
  const service = await hostileService(seed, entries);
  const faults: string[] = [];
  let outputs = 0;
  try {
    const files = hostileFiles(() => texts.next().value ?? '');
    const specification = join(folder, 'openapi.json');
    const config = join(folder, 'warren', 'config.yaml');
    await mkdir(join(folder, 'warren'), { mode: 0o700 });
    await writeFile(specification, files.specification);
    await writeFile(config, files.config, { mode: 0o600 });
    const env = {
      ...QUIET,
      WARREN_BASE_URL: service.baseUrl,
      XDG_STATE_HOME: join(folder, 'state'),
    };
    // The newest entry of the service's log is from now.
    const clock = { ...fakeClock(Date.now()) };
    for (const argv of commandsOf(specification)) {
      for (const format of FORMATS) {
        for (const columns of [undefined, 80]) {
          const isConfig = argv[0] === 'config';
          const { stdout, stderr } = await prompt([...argv, '-o', format], {
            env: isConfig ? { XDG_CONFIG_HOME: folder } : env,
            clock,
            ...(columns !== undefined && { columns }),
          });
          outputs += 1;
          const where = `${argv.slice(0, 2).join(' ')} -o ${format} ${columns ? 'terminal' : 'pipe'}`;
          faults.push(...faultsOf(stdout, format).map((fault) => `${where}: ${fault}`));
          faults.push(...faultsOf(stderr, 'table').map((fault) => `${where}, stderr: ${fault}`));
        }
      }
    }
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
  return { outputs, texts: service.served(), faults };
}

/** Exports from the console to real files. */
async function exportsRun(seed: number, count: number): Promise<SinksRun> {
  const texts = hostileStrings(seed);
  const text = () => texts.next().value ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'warren-hostile-'));
  const faults: string[] = [];
  const store = new EventStore({ unit: 'ms' });
  const day = utcDay(Date.UTC(2026, 2, 14));
  const entries = Array.from({ length: Math.ceil(count / 3) }, (_, at) =>
    entryWith({
      logId: `${at} ${text()}`,
      timestamp: day * 86_400_000 + at,
      log: FORMULAS[at % (2 * FORMULAS.length)] ?? text(),
      labels: { ...entryWith().labels, country: text(), asn: FORMULAS[at % FORMULAS.length] ?? '' },
    }),
  );
  store.add('7', entries);
  try {
    for (const format of ['ndjson', 'csv'] as const) {
      const path = join(folder, `export.${format}`);
      const notes = new Map([...store.ids()].map((id) => [String(id), text()]));
      await writeNewFile(path, exportLines(store, store.ids(), format, notes));
      const written = await readFile(path, 'utf8');
      faults.push(...faultsOf(written, format).map((fault) => `export to ${format}: ${fault}`));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return { outputs: 2, texts: count, faults };
}

/** Sends about `count` hostile texts through every output, and checks the results. */
export async function hostileSinks(seed: number, count: number): Promise<SinksRun> {
  // 8 texts an entry, read by 8 commands. The other commands add some thousand texts.
  const commands = await commandsRun(seed, Math.min(100_000, Math.ceil(count / 128)));
  const exports = await exportsRun(seed + 1, Math.ceil(count / 2));
  return {
    outputs: commands.outputs + exports.outputs,
    texts: commands.texts + exports.texts,
    faults: [...commands.faults, ...exports.faults],
  };
}
