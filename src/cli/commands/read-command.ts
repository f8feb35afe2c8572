import type { ApiError } from '../../contract/api-error.ts';
import type { Operation } from '../../contract/operation.ts';
import { poll } from '../../feeds/poll.ts';
import { EXIT, type ExitCode, OperationError } from '../../session/errors.ts';
import { intervalOption } from '../../session/option-values.ts';
import { printable, words } from '../../text/printable.ts';
import { duration } from '../../text/time.ts';
import type { Context } from '../context.ts';
import { type OutputFlags, printerFor, type Report } from '../output/report.ts';
import { type Service, type ServiceOptionValues, withService } from '../service.ts';

interface ReadFlags extends ServiceOptionValues, OutputFlags {
  readonly watch: string | undefined;
}

interface ReadCommand<Input, Answer> {
  readonly operation: Operation<Input, Answer>;
  input(service: Service): Input;
  report(answer: Answer, service: Service): Report;
  /** The exit code for the last answer; done by default. */
  exitCode?(answer: Answer): ExitCode;
}

/** Reads once and prints the answer; with `--watch`, repeats until interrupted. */
export async function readCommand<Input, Answer>(
  flags: ReadFlags,
  context: Context,
  { operation, input: inputOf, report, exitCode }: ReadCommand<Input, Answer>,
): Promise<ExitCode> {
  const every = intervalOption(words`watch`, flags.watch);
  return withService(flags, context, async (service) => {
    const printer = printerFor(context, flags, every === undefined ? 'one' : 'series');
    const input = inputOf(service);
    let code: ExitCode = EXIT.done;
    const show = async (answer: Answer) => {
      code = exitCode?.(answer) ?? EXIT.done;
      await printer.print(report(answer, service));
    };
    // The first failure ends the command, so that a wrong name is reported at once.
    await show(await service.ask(operation, input));
    if (every !== undefined) {
      await watch(context, every, operation, async (signal) => {
        await show(await service.call(operation, input, signal));
      });
    }
    return code;
  });
}

async function watch(
  { edges, signal, messages }: Context,
  every: number,
  operation: Operation<unknown, unknown>,
  round: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  let last: ApiError | undefined;
  await edges.clock.sleep(every, signal);
  await poll({
    clock: edges.clock,
    signal: AbortSignal.any([signal, over.signal]),
    interval: () => every,
    random: edges.random,
    async ask(ended) {
      await round(ended);
      return 'again';
    },
    refused(error, _attempts, wait) {
      if (wait.kind === 'never') {
        last = error;
        over.abort();
        return;
      }
      const next = words`retrying in ${duration(wait.ms)}`;
      messages.print(words`${printable(error.title)}; ${next}.`);
    },
  });
  if (last) throw new OperationError(last, operation);
}
