import { correctedClock } from '../edges/clock.ts';
import type { Edges } from '../session/edges.ts';
import { EXIT, type ExitCode, exitCodeOf, OperationError, UserError } from '../session/errors.ts';
import type { Writing } from '../text/json-and-csv.ts';
import { printable, words } from '../text/printable.ts';
import type { Context } from './context.ts';
import type { Launch } from './launch.ts';
import { createMessages, createSink, DEFAULT_COLUMNS } from './output/streams.ts';
import type { Invocation } from './parse-command.ts';

/** Launches that are handled here. The others need less code, or the console. */
type PromptLaunch = Exclude<Launch, { kind: 'console' | 'invalid' | 'version' }>;

/**
 * Runs everything but the console. Data goes to stdout, messages go to stderr.
 *
 * @param openConsole opens the console with the given arguments afterwards
 * @throws Error only for bugs
 */
export async function run(
  argv: readonly string[],
  launch: PromptLaunch,
  edges: Edges,
  openConsole?: Context['openConsole'],
): Promise<ExitCode> {
  const stdout = createSink(edges.stdout);
  const stderr = createSink(edges.stderr);
  const context: Context = {
    edges: { ...edges, clock: correctedClock(edges.clock) },
    machineClock: edges.clock,
    stdout,
    messages: createMessages(stderr, edges.clock),
    writing: 'escaped',
    signal: AbortSignal.any([edges.interrupted, stdout.gone]),
    ...(openConsole && { openConsole }),
  };
  const code = await runLaunch(argv, launch, context);
  context.messages.clearProgress();
  await stdout.flushed();
  await stderr.flushed();
  if (stdout.failure === undefined) return code;
  context.messages.print(
    words`warren: The output cannot be written (${printable(stdout.failure)}).`,
  );
  return code === EXIT.done ? EXIT.unexpected : code;
}

async function runLaunch(
  argv: readonly string[],
  launch: PromptLaunch,
  context: Context,
): Promise<ExitCode> {
  const { stdout } = context;
  switch (launch.kind) {
    case 'help':
      return showHelp(launch.words, context);
    case 'man': {
      const { manPage } = await import('./help/man-page.ts');
      await stdout.write(await manPage(context.edges.version));
      return EXIT.done;
    }
    case 'complete': {
      const { completions } = await import('./complete.ts');
      await stdout.write(await completions(launch.words, context.edges));
      return EXIT.done;
    }
    case 'command':
      return runCommand(argv, context);
  }
}

async function showHelp(
  about: readonly string[],
  { stdout, messages, edges }: Context,
): Promise<ExitCode> {
  const { helpText, noHelp } = await import('./help/help-text.ts');
  // A pager sets COLUMNS, or has the usual width.
  const ofPager = Number(edges.env['COLUMNS']);
  const columns = stdout.columns ?? (ofPager > 0 ? ofPager : DEFAULT_COLUMNS);
  const text = await helpText(about, columns);
  if (text === undefined) {
    messages.print(words`warren: ${printable(noHelp(about))}`);
    messages.print(words`warren help lists all commands and topics.`);
    return EXIT.usage;
  }
  await stdout.write(text);
  return EXIT.done;
}

async function runCommand(argv: readonly string[], context: Context): Promise<ExitCode> {
  const { messages } = context;
  const { parseCommand } = await import('./parse-command.ts');
  const parsed = parseCommand(argv);
  if (parsed.kind === 'help') return showHelp(parsed.words, context);
  if (parsed.kind === 'invalid') {
    const about = ['warren', ...parsed.words, '--help'].join(' ');
    const failure = new UserError([printable(parsed.reason), words`See ${printable(about)}.`]);
    return reportFailure(failure, context, isForPrograms(parsed.output));
  }
  const { invoke } = await import('./actions.ts');
  try {
    const { options } = parsed.invocation.given;
    if ('columns' in options && options.columns !== undefined) {
      const { checkColumns } = await import('./columns.ts');
      await checkColumns(parsed.invocation);
    }
    const writing = writingOf(parsed.invocation, context);
    const isQuiet = 'quiet' in options && options.quiet;
    const code = await invoke(parsed.invocation, {
      ...context,
      messages: isQuiet ? { ...messages, progress() {} } : messages,
      writing,
    });
    const { specOf } = await import('./table/commands.ts');
    const isOver = specOf(parsed.invocation.name).endless === true;
    return context.edges.interrupted.aborted && !isOver ? EXIT.interrupted : code;
  } catch (error) {
    const { options } = parsed.invocation.given;
    return reportFailure(error, context, 'output' in options && isForPrograms(options.output));
  }
}

/** Whether failures are also printed as JSON. */
const isForPrograms = (output: unknown): boolean =>
  output === 'json' || output === 'ndjson' || output === 'yaml';

/**
 * The escaping that `--raw` asks for.
 *
 * @throws UserError on a terminal, which would interpret control characters
 */
function writingOf({ given: { options } }: Invocation, { stdout }: Context): Writing {
  if (!('raw' in options && options.raw)) return 'escaped';
  if (stdout.isTerminal) {
    throw new UserError([
      words`--raw is not for a terminal: send the output to a file or a program.`,
    ]);
  }
  if (options.output === 'table')
    throw new UserError([words`--raw is for -o json, ndjson or csv.`]);
  return 'raw';
}

/** Reports why a command failed, except after an interruption. Programs get JSON, too. */
async function reportFailure(
  error: unknown,
  { edges, stdout, messages }: Context,
  isAlsoJson: boolean,
): Promise<ExitCode> {
  if (!(error instanceof UserError || error instanceof OperationError)) throw error;
  const code =
    error instanceof UserError ? error.code : exitCodeOf(error.error, error.operation.effect);
  if (error instanceof OperationError && code === EXIT.interrupted) {
    return stdout.gone.aborted && !edges.interrupted.aborted ? EXIT.done : EXIT.interrupted;
  }
  // Loaded on demand: the lines of a UserError are ready to print.
  const load = () => import('./failure-lines.ts');
  const lines = error instanceof UserError ? error.lines : (await load()).failureLines(error);
  const [first, ...more] = lines;
  if (first === undefined) return code;
  messages.print(words`warren: ${first}`);
  for (const line of more) messages.print(line);
  if (isAlsoJson) messages.print(printable((await load()).failureJson(error)));
  return code;
}
