import { type Config, configForm } from '../../../config/config.ts';
import { type NewProfile, type NewWorkspace, withProfile } from '../../../config/edit-config.ts';
import { readForm } from '../../../config/read-config.ts';
import type { ApiErrorKind } from '../../../contract/api-error.ts';
import { appOverview } from '../../../contract/operations/app-overview.ts';
import { search } from '../../../contract/operations/search.ts';
import { parseBaseUrl } from '../../../http/base-url.ts';
import { getAccessKey, promptOn } from '../../../session/access-key.ts';
import { isKeyOfEnvironmentFor } from '../../../session/choose-service.ts';
import {
  configPath,
  EMPTY_CONFIG,
  faultLine,
  noConfigDirectory,
  readConfigFile,
} from '../../../session/config-file.ts';
import { EXIT, OperationError, UserError } from '../../../session/errors.ts';
import { saveConfig } from '../../../session/replace-file.ts';
import { fixedKey } from '../../../session/session-key.ts';
import { ITEM_KINDS, type ItemKey, type ItemKind, itemKinds } from '../../../state/item-kinds.ts';
import { EMPTY_WORKSPACE } from '../../../state/workspace.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Action, Context } from '../../context.ts';
import { failureLines } from '../../failure-lines.ts';
import { type Service, withPreparedService } from '../../service.ts';
import { askKey, keepKey, type NewKey } from './ask-key.ts';
import { type Questions, questionsOn, readOneOf, refuse } from './questions.ts';

const DEFAULT_NAME = words`default`;
const DEFAULT_URL = words`https://api.bunny.net`;

/** The existing configuration file, or an empty one. */
async function existing({ edges }: Context): Promise<{
  readonly path: string;
  readonly isNew: boolean;
  readonly text: string;
  readonly config: Config;
}> {
  const path = configPath(edges.env);
  if (path === undefined) {
    throw noConfigDirectory(edges.env);
  }
  const file = await readConfigFile(path, edges.uid);
  switch (file.kind) {
    case 'absent':
      return { path, isNew: true, text: '', config: EMPTY_CONFIG };
    case 'read':
      return { path, isNew: false, text: file.text, config: file.config };
    case 'refused':
      throw new UserError(file.lines);
    case 'faulty':
      throw new UserError([
        words`The existing configuration has errors; nothing is added to it.`,
        ...file.faults.map((fault) => faultLine(path, fault)),
      ]);
  }
}

const readName =
  ({ profiles, workspaces }: Config) =>
  (answer: string): string => {
    if (!/^[\w.-]{1,40}$/.test(answer)) {
      return refuse(words`Letters, digits, dots, dashes and underscores, at most 40.`);
    }
    if (profiles?.has(answer)) return refuse(words`A profile of this name already exists.`);
    // The workspace gets the same name.
    if (workspaces?.has(answer)) return refuse(words`A workspace of this name already exists.`);
    return answer;
  };

function readUrl(answer: string): string {
  const parsed = parseBaseUrl(answer);
  if (parsed.kind === 'refused') return refuse(printable(parsed.reason));
  return `${parsed.baseUrl.origin}${parsed.baseUrl.path}`;
}

type NewItem = NewWorkspace[ItemKey][number];

const MAX_NAME_LENGTH = 100;
const ITEM = /^([\w-]{1,80})(?:=(.{1,100}))?$/u;

/** How dashboards name each kind of item in their addresses. */
const IN_ADDRESS: Readonly<Record<ItemKind, RegExp>> = {
  apps: /^(?:apps?|applications?|(?:magic-)?containers?)$/i,
  shieldZones: /^shield(?:-?zones?)?$/i,
  scripts: /^(?:scripts?|edge-scripting|compute)$/i,
  dnsZones: /^dns(?:-?zones?)?$/i,
  rateLimits: /^rate-?limits?$/i,
};

/** The identifier in a pasted dashboard address: the last part of the path that looks like one. */
function idInAddress(address: string, kind: ItemKind): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const parts = new URL(address).pathname.split('/');
  const at = parts.findLastIndex((part) => /^(?=.*\d)[\w-]{4,80}$/.test(part));
  // The nearest word before the identifier names its kind.
  const named = parts.slice(0, Math.max(0, at)).flatMap((part) => kindInAddress(part) ?? []);
  const found = named.at(-1);
  if (found !== undefined && found !== kind)
    return refuse(words`That address names another kind of item: ${ITEM_KINDS[found].noun}.`);
  return parts[at];
}

const kindInAddress = (part: string): ItemKind | undefined =>
  itemKinds.find((kind) => IN_ADDRESS[kind].test(part));

const isAddress = (text: string): boolean => /^https?:/i.test(text);

/** Reads `ID`, `ID=NAME`, or an address that contains the identifier. */
function readItem(typed: string, kind: ItemKind): NewItem | undefined {
  if (isAddress(typed)) return idInAddress(typed, kind);
  const [, id, name] = ITEM.exec(typed) ?? [];
  if (id === undefined) return undefined;
  if (name !== undefined && isAddress(name)) return refuse(NO_NAME);
  return name === undefined ? id : { id, name };
}

const NO_NAME = words`An address is not a name.`;

const readItems =
  (kind: ItemKind) =>
  (answer: string): readonly NewItem[] => {
    const items = answer
      .split(/[\s,]+/)
      .filter((typed) => typed !== '')
      .map((typed) => readItem(typed, kind));
    if (items.every((item) => item !== undefined)) return items;
    return refuse(
      words`Give ID, ID=NAME or an address. IDs are letters, digits, dashes and underscores.`,
    );
  };

const idOf = (item: NewItem): string => (typeof item === 'string' ? item : item.id);

/** Reads names in the order of the items. Extra items stay without one. */
const readNames =
  (most: number) =>
  (answer: string): readonly string[] => {
    const names = answer.split(',').map((name) => name.trim());
    if (names.length > most) return refuse(words`${most} at most, with commas between.`);
    if (names.some(isAddress)) return refuse(NO_NAME);
    if (names.every(({ length }) => length <= MAX_NAME_LENGTH)) return names;
    return refuse(words`A name has at most ${MAX_NAME_LENGTH} characters.`);
  };

/** Asks for the names of items given without one, because the service does not return all of them. */
async function askNames(
  questions: Questions,
  items: readonly NewItem[],
): Promise<readonly NewItem[]> {
  const nameless = items.filter((item) => typeof item === 'string');
  if (nameless.length === 0) return items;
  const list = printable(nameless.join(', '));
  const names = await questions.ask(words`Names for ${list}`, readNames(nameless.length));
  return items.map((item) => {
    if (typeof item !== 'string') return item;
    const name = names[nameless.indexOf(item)];
    return name ? { id: item, name } : item;
  });
}

async function askWorkspace(questions: Questions, { messages }: Context): Promise<NewWorkspace> {
  messages.print(words`What to watch: an ID, ID=NAME, or a dashboard address with the ID in it.`);
  messages.print(words`Several: blanks between IDs, commas between names. Enter for none.`);
  const answers: { -readonly [Key in ItemKey]?: NewWorkspace[Key] } = {};
  for (const kind of itemKinds) {
    const { key, noun } = ITEM_KINDS[kind];
    const items = await questions.ask(words`IDs of ${noun}s`, readItems(kind));
    answers[key] = await askNames(questions, items);
  }
  return answers as NewWorkspace;
}

/**
 * Tries one read with the given answers. As in a session, the key from the environment goes to no other service.
 *
 * @returns whether it succeeded
 */
async function tryIt(
  profile: Pick<NewProfile, 'name' | 'baseUrl' | 'workspace'>,
  { source, typed }: NewKey,
  config: Config,
  context: Context,
): Promise<boolean> {
  const { edges, messages } = context;
  const parsed = parseBaseUrl(profile.baseUrl);
  if (parsed.kind !== 'ok') throw new UserError([printable(parsed.reason)]);
  const { baseUrl } = parsed;
  const [app] = profile.workspace.apps;
  const read = (service: Service): Promise<unknown> =>
    app === undefined
      ? service.ask(search, { search: profile.name, size: 1 })
      : service.ask(appOverview, { appId: idOf(app) });
  try {
    const isSet =
      edges.env['WARREN_ACCESS_KEY'] && isKeyOfEnvironmentFor(profile, edges.env, config);
    const where = source.kind === 'environment' && !isSet ? ({ kind: 'prompt' } as const) : source;
    const accessKey = typed ?? (await getAccessKey(where, baseUrl.host, edges, promptOn(edges)));
    const session = {
      kind: 'service',
      name: printable(profile.name),
      baseUrl,
      key: fixedKey(accessKey),
      workspace: EMPTY_WORKSPACE,
      profile: null,
      readOnly: true,
      isUnaudited: false,
      history: false,
      interval: 0,
    } as const;
    await withPreparedService(session, context, 0, read);
    messages.print(words`${printable(baseUrl.host)} answers.`);
    return true;
  } catch (error) {
    if (error instanceof UserError && error.code !== EXIT.interrupted) {
      for (const line of error.lines) messages.print(line);
      return false;
    }
    if (!(error instanceof OperationError)) throw error;
    // The usual advice refers to a configuration that is not written yet.
    const hint = HINTS[error.error.kind];
    for (const line of failureLines(new OperationError(error.error, error.operation, hint))) {
      messages.print(line);
    }
    return false;
  }
}

const HINTS: Readonly<Partial<Record<ApiErrorKind, Printable>>> = {
  'not-found': words`Answer ids to give others, or url if it is not that of the service.`,
  unauthorised: words`Answer key to give another one.`,
  unreachable: words`Nothing was sent. Answer url to give another one.`,
};

const STEPS = ['retry', 'key', 'url', 'ids', 'write', 'quit'] as const;

const readStep = readOneOf(STEPS, words`Type retry, key, url, ids, write or quit.`);

/** Asks for service and key until a read succeeds, or the operator wants to save anyway. */
async function askService(
  questions: Questions,
  name: string,
  config: Config,
  context: Context,
): Promise<Omit<NewProfile, 'name' | 'key'> & { readonly key: NewKey }> {
  const askUrl = (known: Printable) =>
    questions.ask(words`Base URL of the service`, readUrl, known);
  const askForKey = () => {
    const isOfEnvironment = isKeyOfEnvironmentFor({ name, baseUrl }, context.edges.env, config);
    const { host } = new URL(baseUrl);
    return askKey(questions, { name, host, config, isOfEnvironment }, context);
  };
  let baseUrl = await askUrl(DEFAULT_URL);
  let key = await askForKey();
  let workspace = await askWorkspace(questions, context);
  const readOnly = await questions.confirm(words`Read-only?`);
  while (!(await tryIt({ name, baseUrl, workspace }, key, config, context))) {
    const step = await questions.ask(
      words`What now: retry, another key, url or ids, write (unchecked), quit`,
      readStep,
      words`quit`,
    );
    if (step === 'quit') throw new UserError([words`Nothing was written.`]);
    if (step === 'write') break;
    if (step === 'url') baseUrl = await askUrl(printable(baseUrl));
    if (step === 'key') key = await askForKey();
    if (step === 'ids') workspace = await askWorkspace(questions, context);
  }
  return { baseUrl, key, workspace, readOnly };
}

/**
 * The text with the profile added.
 *
 * @throws UserError when it could not be read, because it has become too large
 */
function added(path: string, text: string, profile: NewProfile): string {
  const next = withProfile(text, profile);
  const read = readForm(next, configForm);
  if (read.kind === 'read') return next;
  throw new UserError([
    words`With this profile in it, ${printable(path)} could not be read.`,
    ...read.faults.map(({ sentence }) => printable(sentence)),
  ]);
}

/**
 * Adds the profile to the current file, which may have changed in the meantime.
 *
 * @throws UserError with the answers, when it cannot be added
 */
async function keep(profile: NewProfile, context: Context): Promise<void> {
  const { edges } = context;
  try {
    const { path, isNew, text, config } = await existing(context);
    if (!isNew) readName(config)(profile.name);
    await saveConfig(path, isNew ? undefined : text, added(path, text, profile), edges);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError([
      ...error.lines,
      words`The profile was not written. To add it by hand:`,
      ...withProfile('', profile).trimEnd().split('\n').map(printable),
    ]);
  }
}

export const initCommand: Action<'init'> = async (_, context) => {
  const { edges, messages, stdout } = context;
  const { path, text, config } = await existing(context);
  messages.print(
    text === ''
      ? words`This writes ${printable(path)}, at the end.`
      : words`This adds a profile to ${printable(path)}; its values and comments stay, its layout may change.`,
  );
  messages.print(words`Ctrl-C leaves everything as it is.`);
  const questions = questionsOn(context);
  const name = await questions.ask(words`Name of the profile`, readName(config), DEFAULT_NAME);
  const { key, ...service } = await askService(questions, name, config, context);
  const source = await keepKey(questions, key, config, context);
  const profile: NewProfile = {
    ...service,
    name,
    key: source.kind === 'file' || source.kind === 'command' ? source : null,
  };
  await keep(profile, context);
  await stdout.write(`${printable(path)}\n`);
  messages.print(
    text === ''
      ? words`Written. warren opens the console on it.`
      : words`Written. warren --profile ${printable(name)} opens the console on it.`,
  );
  if (source.kind === 'environment') {
    const isOfEnvironment = isKeyOfEnvironmentFor(profile, edges.env, config);
    if (!isOfEnvironment) messages.print(words`The key is asked for every time.`);
    else if (!edges.env['WARREN_ACCESS_KEY'])
      messages.print(words`Set WARREN_ACCESS_KEY, or the key is asked for every time.`);
  }
  if (edges.stdin.isTTY && stdout.isTerminal && context.openConsole) {
    messages.print(
      words`In the console 4 searches the service, and * keeps a hit in this workspace.`,
    );
    if (await questions.confirm(words`Open the console now?`))
      context.openConsole(['--profile', name]);
  }
  return EXIT.done;
};
