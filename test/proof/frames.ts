/**
 * Plays all journeys at five sizes and checks every frame by the rules of `test/support/frame-scan.ts`: `node
 * test/proof/frames.ts [seed] [size ...] [--again]`. The seed determines the order of the journeys. Without `--again`, a size
 * that an earlier run has finished with the same seed is skipped. Exit code 1 if a rule is broken.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeProofResult } from '../support/proof-result.ts';
import type { SeenJourney } from '../support/seen-frames.ts';

const ALL = ['60x15', '80x24', '120x36', '200x50', '300x80'];
const named = process.argv.slice(2).filter((each) => ALL.includes(each));
const SIZES = named.length > 0 ? named : ALL;

/** The relevant part of vitest's JSON report. */
interface Reported {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Journeys that are played only at their own size, and why. */
const AT_THEIR_OWN: readonly (readonly [journeys: RegExp, why: string])[] = [
  [/^(?:contrast|screens|ten-jobs)\./, 'play at several sizes themselves'],
  [
    /^(?:dialects|deletions-that-fail|variables-that-fail|fault-matrix|clock-matrix)\./,
    'play what others do under every dialect, fault or clock',
  ],
  [/^large-archive\./, 'is about what is read, a million entries of it'],
];

/** Journeys with a console in memory. Those in a real terminal check their frames themselves, at their own size. */
const NAMES = readdirSync('test/journeys').filter((name) =>
  readFileSync(`test/journeys/${name}`, 'utf8').includes("from '../support/console.ts'"),
);
const JOURNEYS = NAMES.filter((name) => !AT_THEIR_OWN.some(([names]) => names.test(name))).map(
  (name) => `test/journeys/${name}`,
);
const OTHERS = AT_THEIR_OWN.map(
  ([names, why]) => `${NAMES.filter((name) => names.test(name)).join(', ')}: ${why}.`,
);

const seed = Number(process.argv.slice(2).find((each) => /^\d+$/.test(each)) ?? 20_260_314);
const folder = (name: string) => join(tmpdir(), `warren-frames-${seed}-${name}`);

/** Plays the journeys at a size unless an earlier run has done so. */
function play(size: string): void {
  const [journal, report] = [folder(`${size}.ndjson`), folder(`${size}.json`)];
  if (process.argv.includes('--again'))
    for (const path of [journal, report]) rmSync(path, { force: true });
  if (existsSync(report)) return;
  rmSync(journal, { force: true });
  spawnSync(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'],
      `--sequence.seed=${seed}`,
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
      ...JOURNEYS,
    ],
    { stdio: 'inherit', env: { ...process.env, FRAMES_SIZE: size, FRAMES_JOURNAL: journal } },
  );
}

const lines = (path: string) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

/** Journeys that ended early at a size, and why. */
function unplayed(size: string): readonly { readonly test: string; readonly why: string }[] {
  const report: Reported = JSON.parse(readFileSync(folder(`${size}.json`), 'utf8'));
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [why = ''] }) => ({
        test: fullName.trim(),
        why: why.split('\n')[0] ?? '',
      })),
  );
}

const played = SIZES.map((size) => {
  play(size);
  const journeys = lines(folder(`${size}.ndjson`)).map((line): SeenJourney => JSON.parse(line));
  return { size, journeys, unplayed: unplayed(size) };
});

const sum = (journeys: readonly SeenJourney[], of: (journey: SeenJourney) => number): number =>
  journeys.reduce((total, journey) => total + of(journey), 0);

const rows = played.map(({ size, journeys, unplayed: not }) => ({
  size,
  consoles: journeys.length,
  'different frames': sum(journeys, ({ frames }) => frames),
  'different rows': sum(journeys, (journey) => journey.rows),
  'words in them': sum(journeys, ({ words }) => words),
  findings: sum(journeys, ({ findings }) => findings.length),
  'journeys that end early': not.length,
}));

/** The sizes at which each journey ended early. */
const early = new Map<string, { sizes: string[]; why: string }>();
for (const { size, unplayed: not } of played) {
  for (const { test, why } of not) {
    const known = early.get(test);
    if (known) known.sizes.push(size);
    else early.set(test, { sizes: [size], why });
  }
}
const ENDS_EARLY = [...early].map(
  ([test, { sizes, why }]) =>
    `- ${test} (${sizes.join(', ')}): \`${why.replaceAll('`', "'").slice(0, 120)}\``,
);

writeProofResult({
  proof: 'frames',
  command: ['npm run proof:frames --', seed, ...named].join(' '),
  seed,
  summary: [
    ...(named.length > 0 ? [`Played at ${named.length} of ${ALL.length} sizes.`] : []),
    'Every frame that a journey paints, at a size that is not its own: what it expects of its screen is not judged there. A frame counts once for each console.',
    `At their own sizes alone: ${OTHERS.join(' ')}`,
    ...(ENDS_EARLY.length === 0
      ? []
      : [
          'Journeys that end before their last step there, as what they wait for or act on is not on a screen of that size:',
          ENDS_EARLY.join('\n'),
        ]),
  ].join('\n\n'),
  rows,
});
const findings = played.flatMap(({ size, journeys }) =>
  journeys.flatMap(({ file, test, findings: all }) =>
    all.map((finding) => `${size} ${file}: ${test}\n${finding}`),
  ),
);
for (const finding of findings.slice(0, 40)) console.error(`${finding}\n`);
console.log(`${findings.length} findings at ${SIZES.length} sizes, seed ${seed}`);
process.exit(findings.length === 0 && rows.every(({ consoles }) => consoles > 0) ? 0 : 1);
