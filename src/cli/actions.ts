import type { ExitCode } from '../session/errors.ts';
import type { Action, Context } from './context.ts';
import type { Invocation } from './parse-command.ts';
import type { CommandName, Given } from './table/commands.ts';

/** The implementation of each command. Loaded on demand, so that a command starts with only what it needs. */
export const ACTIONS: { readonly [Name in CommandName]: () => Promise<Action<Name>> } = {
  'app overview': async () => (await import('./commands/app/overview.ts')).appOverviewCommand,
  'app delete': async () => (await import('./commands/app/delete.ts')).appDeleteCommand,
  'app wait': async () => (await import('./commands/app/wait.ts')).appWaitCommand,
  events: async () => (await import('./commands/events/index.ts')).eventsCommand,
  'archive init': async () => (await import('./commands/archive.ts')).archiveInitCommand,
  'archive copy': async () => (await import('./commands/archive.ts')).archiveCopyCommand,
  'archive status': async () => (await import('./commands/archive.ts')).archiveStatusCommand,
  'archive check': async () => (await import('./commands/archive.ts')).archiveCheckCommand,
  'dns scan': async () => (await import('./commands/dns.ts')).dnsScanCommand,
  'rate-limit': async () => (await import('./commands/rate-limit.ts')).rateLimitCommand,
  search: async () => (await import('./commands/search.ts')).searchCommand,
  'script add-variable': async () =>
    (await import('./commands/script.ts')).scriptAddVariableCommand,
  'guardian check': async () => (await import('./commands/guardian/check.ts')).guardianCheckCommand,
  'guardian upload': async () =>
    (await import('./commands/guardian/upload.ts')).guardianUploadCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  wait: async () => (await import('./commands/wait.ts')).waitCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  record: async () => (await import('./commands/record.ts')).recordCommand,
  replay: async () => (await import('./commands/record.ts')).replayCommand,
  bundle: async () => (await import('./commands/bundle.ts')).bundleCommand,
  platform: async () => (await import('./commands/platform.ts')).platformCommand,
  'config show': async () => (await import('./commands/config.ts')).configShowCommand,
  'config path': async () => (await import('./commands/config.ts')).configPathCommand,
  'config check': async () => (await import('./commands/config.ts')).configCheckCommand,
  'config schema': async () => (await import('./commands/config.ts')).configSchemaCommand,
  init: async () => (await import('./commands/init/index.ts')).initCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

export async function invoke({ name, given }: Invocation, context: Context): Promise<ExitCode> {
  // `name` and `given` belong to the same command, which TypeScript cannot express here.
  const action = (await ACTIONS[name]()) as Action<CommandName>;
  return action(given as Given<CommandName>, context);
}
