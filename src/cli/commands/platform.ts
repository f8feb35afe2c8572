import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { NewWorkspace } from '../../config/edit-config.ts';
import type { OperationId } from '../../contract/operation.ts';
import { operations } from '../../contract/operations/index.ts';
import { FileError, realFiles } from '../../edges/files.ts';
import type { Platform } from '../../platform/platform.ts';
import { faultLine, readConfigFile } from '../../session/config-file.ts';
import type { Edges } from '../../session/edges.ts';
import { asUserError, EXIT, UserError } from '../../session/errors.ts';
import { seedOf, wholeNumber } from '../../session/option-values.ts';
import { notUtf8, saveConfig, writeKeyFile } from '../../session/replace-file.ts';
import { demoWorkspace } from '../../session/session.ts';
import { ITEM_KINDS, type ItemKind, itemKinds } from '../../state/item-kinds.ts';
import type { Workspace, WorkspaceItem } from '../../state/workspace.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { grid, type OutputColumn } from '../output/grid.ts';
import { lines, printerFor, type Report } from '../output/report.ts';
import { commandOf } from '../table/commands.ts';

interface Address {
  readonly WARREN_BASE_URL: string;
  readonly WARREN_ACCESS_KEY: string;
}

const COLUMNS: readonly OutputColumn<Address>[] = [
  { name: 'WARREN_BASE_URL', value: (address) => address.WARREN_BASE_URL },
  { name: 'WARREN_ACCESS_KEY', value: (address) => address.WARREN_ACCESS_KEY },
];

/** The things in a platform's world that an operation can be used on. */
interface Subjects {
  readonly operation: OperationId;
  readonly kind: ItemKind;
  readonly things: readonly WorkspaceItem[];
}

function subjectsIn(workspace: Workspace): readonly Subjects[] {
  return Object.values(operations).flatMap(({ id: operation, subject: kind }) =>
    kind ? [{ operation, kind, things: workspace[kind] }] : [],
  );
}

/** One comment line for each kind, so that a shell ignores them. */
function subjectLines(subjects: readonly Subjects[]): readonly Printable[] {
  const byKind = Map.groupBy(subjects, ({ kind }) => kind);
  return [...byKind].map(([kind, group]) => {
    const commands = group.map(({ operation }) => commandOf(operation));
    const things = (group[0]?.things ?? []).map(({ id, name }) => `${id} (${name})`);
    return words`# ${ITEM_KINDS[kind].noun}s, for ${printable(commands.join(', '))}: ${printable(things.join(', '))}`;
  });
}

/**
 * The address and the contents of a platform. The table form can be evaluated by a shell. The key is the platform's
 * own.
 */
function addressReport({ baseUrl, accessKey, world }: Platform): Report {
  const address: Address = { WARREN_BASE_URL: baseUrl, WARREN_ACCESS_KEY: accessKey };
  const subjects = subjectsIn(demoWorkspace(world));
  const document = {
    ...address,
    operations: Object.fromEntries(subjects.map(({ operation, things }) => [operation, things])),
  };
  return {
    document,
    sections: [
      lines(
        words`export WARREN_BASE_URL=${printable(baseUrl)}`,
        words`export WARREN_ACCESS_KEY=${printable(accessKey)}`,
        ...subjectLines(subjects),
      ),
    ],
    csv: grid(COLUMNS, [address]),
    notes: [words`Serving until Ctrl-C. The key is this platform's own and opens nothing else.`],
  };
}

/** The name of the profile and the workspace. */
const PROFILE = 'platform';

/** Whether two paths lead to the same file, also through links. */
function isSameFile(one: string, other: string): boolean {
  if (one === other) return true;
  const [known, found] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return known !== undefined && known.ino === found?.ino && known.dev === found.dev;
}

/**
 * Only what an earlier run of this command wrote may be overwritten.
 *
 * @throws UserError for a profile, workspace or key file of other origin
 */
function assertOwn(
  config: Config | undefined,
  { path, keyFile }: { readonly path: string; readonly keyFile: string },
): void {
  const profile = config?.profiles?.get(PROFILE);
  const known = profile?.access_key_file?.value;
  if (known !== undefined && isSameFile(known, keyFile)) return;
  const refused = (what: Printable) => {
    throw new UserError([words`${what} Nothing was written; name another file.`]);
  };
  if (profile || config?.workspaces?.has(PROFILE)) {
    refused(
      words`${printable(path)} has a profile ${printable(PROFILE)} that this command did not write.`,
    );
  }
  if (existsSync(keyFile)) refused(words`${printable(keyFile)} already exists.`);
}

/**
 * Writes a profile and a workspace with everything in the platform's world, and a key file beside it. The rest of the
 * configuration is kept.
 *
 * @throws UserError when the configuration is invalid, not ours to overwrite, or cannot be written
 */
async function writeWorkspace(
  file: string,
  { baseUrl, accessKey, world }: Platform,
  edges: Edges,
): Promise<void> {
  const path = resolve(file);
  const before = await readConfigFile(path, edges.uid);
  if (before.kind === 'refused') throw new UserError(before.lines);
  if (before.kind === 'faulty') {
    throw new UserError(before.faults.map((fault) => faultLine(path, fault)));
  }
  if (before.kind === 'read' && !before.isUtf8) throw new UserError(notUtf8(printable(path)));
  const { withProfile } = await import('../../config/edit-config.ts');
  const demo = demoWorkspace(world);
  const keyFile = `${path}.key`;
  assertOwn(before.kind === 'read' ? before.config : undefined, { path, keyFile });
  const text = withProfile(before.kind === 'read' ? before.text : '', {
    name: PROFILE,
    baseUrl,
    key: { kind: 'file', path: keyFile },
    readOnly: false,
    workspace: Object.fromEntries(
      itemKinds.map((kind) => [ITEM_KINDS[kind].key, demo[kind]]),
    ) as NewWorkspace,
  });
  // The key of an earlier run.
  await realFiles().remove(keyFile).catch(asUserError(FileError));
  await writeKeyFile(keyFile, accessKey);
  await saveConfig(path, before.kind === 'read' ? before.text : undefined, text, edges);
}

const HIGHEST_PORT = 65_535;

export const platformCommand: Action<'platform'> = async ({ options }, context) => {
  const port = wholeNumber(words`port`, options.port, { least: 0, most: HIGHEST_PORT }) ?? 0;
  const seed = seedOf(options.seed);
  const [{ openPlatform }, { dialectFrom }, { setNamedFaults }] = await Promise.all([
    import('../../platform/platform.ts'),
    import('../../platform/wire/dialect.ts'),
    import('../../platform/faults/named-faults.ts'),
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
    understood(() => setNamedFaults(platform.faults, options.fault ?? []));
    const config = options['write-config'];
    if (config !== undefined) {
      await writeWorkspace(config, platform, context.edges);
      context.messages.print(
        words`Wrote the profile ${printable(PROFILE)} to ${printable(config)}, and its key to ${printable(config)}.key.`,
      );
    }
    await printerFor(context, options, 'one').print(addressReport(platform));
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
  if (code === 'EACCES') return 'This port needs more privileges; choose another --port.';
  if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  return error.message;
}
