import { correctedClock } from '../edges/clock.ts';
import type { Edges } from '../session/edges.ts';
import { EXIT, type ExitCode, exitCodeOf, OperationError, UserError } from '../session/errors.ts';
import type { Writing } from '../text/json-and-csv.ts';
import { printable, words } from '../text/printable.ts';
import type { Context } from './context.ts';
import type { Launch } from './launch.ts';
import { createMessages, createSink, type Sink } from './output/streams.ts';
import type { Invocation } from './parse-command.ts';

/** What `run` takes: everything but the console, and what is done before anything is loaded. */
type PromptLaunch = Exclude<Launch, { kind: 'console' | 'version' | 'invalid' }>;

/**
 * Does what a command line asks for, but for the console. Data goes to stdout, words go to stderr; the
 * exit code says how it ended.
 *
 * @param openConsole told of the arguments that the console is to be opened with afterwards
 * @throws Error for bugs only
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
  return outputCode(stdout, context) ?? code;
}

/** What the output's end makes of the exit code: a reader that has had enough is no failure. */
function outputCode(stdout: Sink, { messages }: Context): ExitCode | undefined {
  if (stdout.failure === undefined) return undefined;
  messages.print(words`warren: The output cannot be written (${printable(stdout.failure)}).`);
  return EXIT.unexpected;
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
      await stdout.write(manPage(context.edges.version));
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
  { stdout, messages }: Context,
): Promise<ExitCode> {
  const { helpText, noHelp } = await import('./help/help-text.ts');
  const text = await helpText(about, stdout.columns);
  if (text === undefined) {
    messages.print(words`warren: ${printable(noHelp(about))}`);
    messages.print(words`warren help lists what there is.`);
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
    messages.print(words`warren: ${printable(parsed.reason)}`);
    const about = ['warren', ...parsed.words, '--help'].join(' ');
    messages.print(words`See ${printable(about)}.`);
    return EXIT.usage;
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
    const isForPrograms =
      'output' in options &&
      typeof options.output === 'string' &&
      ['json', 'ndjson', 'yaml'].includes(options.output);
    return reportFailure(error, context, isForPrograms);
  }
}

/**
 * How a command is asked to write what the service sent.
 *
 * @throws UserError where that would reach a terminal, which obeys some characters
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

/** Tells why a command failed, unless its own end was asked for; in JSON, too, to whoever asked for that. */
async function reportFailure(
  error: unknown,
  { edges, stdout, messages }: Context,
  isForPrograms: boolean,
): Promise<ExitCode> {
  if (error instanceof UserError) {
    const [first, ...more] = error.lines;
    if (first !== undefined) messages.print(words`warren: ${first}`);
    for (const line of more) messages.print(line);
    if (isForPrograms && first !== undefined) {
      const { failureJson } = await import('./failure-lines.ts');
      messages.print(printable(failureJson(error)));
    }
    return error.code;
  }
  if (!(error instanceof OperationError)) throw error;
  const code = exitCodeOf(error.error, error.operation.effect);
  const letGo = error.error.kind === 'aborted' && code !== EXIT.outcomeUnknown;
  if (letGo && stdout.gone.aborted && !edges.interrupted.aborted) return EXIT.done;
  if (letGo) return EXIT.interrupted;
  const { failureJson, failureLines } = await import('./failure-lines.ts');
  const [first, ...more] = failureLines(error);
  if (first !== undefined) messages.print(words`warren: ${first}`);
  for (const line of more) messages.print(line);
  if (isForPrograms) messages.print(printable(failureJson(error)));
  return code;
}
