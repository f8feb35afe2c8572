/** Variables that make Node print, write or serve memory contents, including the access key. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  NODE_DEBUG: 'prints headers of requests',
  NODE_DEBUG_NATIVE: 'prints what the engine does',
  NODE_V8_COVERAGE: 'writes what the program does to files',
};

/** Node options, from the command line or NODE_OPTIONS. */
const SWITCHES: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /^--(?:inspect|debug|experimental-\w+-inspection)/,
    'lets every user of this machine read memory',
  ],
  [/^--(?:report-|heapsnapshot-|heap-prof|abort-on-uncaught)/, 'writes memory to a file'],
  [/^--(?:trace-e|prof$|log)/, 'writes what the program does to files'],
  [/^--(?:tls-keylog|trace-tls)/, 'gives away what is encrypted'],
];

/** The debugging option that would expose the access key, as a sentence; undefined if there is none. */
export function debuggingSwitch(
  env: Readonly<Record<string, string | undefined>>,
  execArgv: readonly string[],
): string | undefined {
  for (const [name, what] of Object.entries(ENVIRONMENT)) {
    if (env[name]) return `${name} ${what}.`;
  }
  const options = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/[\s"]+/)];
  for (const option of options) {
    // Node accepts both _ and -.
    const [name = ''] = option.replaceAll('_', '-').split('=', 1);
    const [, what] = SWITCHES.find(([pattern]) => pattern.test(name)) ?? [];
    if (what !== undefined) return `${name} ${what}.`;
  }
  return undefined;
}
