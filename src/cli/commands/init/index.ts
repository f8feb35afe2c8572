import type { Config } from '../../../config/config.ts';
import { MAX_KEY_BYTES } from '../../../config/defaults.ts';
import { type NewProfile, type NewWorkspace, withProfile } from '../../../config/edit-config.ts';
import { appOverview } from '../../../contract/operations/app-overview.ts';
import { search } from '../../../contract/operations/search.ts';
import { realFiles } from '../../../edges/files.ts';
import { parseBaseUrl } from '../../../http/base-url.ts';
import { getAccessKey, keyFilePath } from '../../../session/access-key.ts';
import { askSecret } from '../../../session/ask-secret.ts';
import type { KeySource } from '../../../session/choose-service.ts';
import {
  configPath,
  EMPTY_CONFIG,
  faultLine,
  readConfigFile,
} from '../../../session/config-file.ts';
import { EXIT, OperationError, UserError } from '../../../session/errors.ts';
import { writeConfig } from '../../../session/replace-file.ts';
import { fixedKey } from '../../../session/session-key.ts';
import { readTrustedFile } from '../../../session/trusted-file.ts';
import { ITEM_KINDS, type ItemKey, itemKinds } from '../../../state/item-kinds.ts';
import { EMPTY_WORKSPACE } from '../../../state/workspace.ts';
import { printable, words } from '../../../text/printable.ts';
import type { Action, Context } from '../../context.ts';
import { failureLines } from '../../failure-lines.ts';
import { type Service, withPreparedService } from '../../service.ts';
import { type Answer, type Questions, questionsOn, refusedAnswer, taken } from './questions.ts';

const USUAL_NAME = words`default`;
const USUAL_URL = words`https://api.bunny.net`;

/** The file that is there, or a new one. */
async function existing({ edges }: Context): Promise<{
  readonly path: string;
  readonly text: string;
  readonly config: Config;
}> {
  const path = configPath(edges.env);
  if (path === undefined) {
    throw new UserError([words`There is no place for a configuration: HOME is not set.`]);
  }
  const file = await readConfigFile(path, edges.uid);
  switch (file.kind) {
    case 'absent':
      return { path, text: '', config: EMPTY_CONFIG };
    case 'read':
      return { path, text: file.text, config: file.config };
    case 'refused':
      throw new UserError(file.lines);
    case 'faulty':
      throw new UserError([
        words`The configuration that is there has faults; nothing is added to it.`,
        ...file.faults.map((fault) => faultLine(path, fault)),
      ]);
  }
}

const readName =
  ({ profiles, workspaces }: Config) =>
  (answer: string): Answer<string> => {
    if (!/^[\w.-]{1,40}$/.test(answer)) {
      return refusedAnswer(words`Letters, digits, dots, dashes and underscores, at most 40.`);
    }
    if (profiles?.has(answer)) return refusedAnswer(words`There is such a profile already.`);
    // What is watched is written under the same name.
    return workspaces?.has(answer)
      ? refusedAnswer(words`There is a workspace of this name already.`)
      : taken(answer);
  };

function readUrl(answer: string): Answer<string> {
  const parsed = parseBaseUrl(answer);
  return parsed.kind === 'ok'
    ? taken(`${parsed.baseUrl.origin}${parsed.baseUrl.path}`)
    : refusedAnswer(printable(parsed.reason));
}

const WAYS = ['environment', 'file', 'command'] as const;

function readWay(answer: string): Answer<(typeof WAYS)[number]> {
  const way = WAYS.find((each) => each.startsWith(answer.toLowerCase()));
  return way && answer !== '' ? taken(way) : refusedAnswer(words`environment, file or command.`);
}

const readText = (answer: string): Answer<string> =>
  answer === '' ? refusedAnswer(words`It must not be empty.`) : taken(answer);

function readIds(answer: string): Answer<readonly string[]> {
  const ids = answer.split(/[\s,]+/).filter((id) => id !== '');
  return ids.every((id) => /^[\w-]{1,80}$/.test(id))
    ? taken(ids)
    : refusedAnswer(words`Identifiers are letters, digits, dashes and underscores.`);
}

/** Where the key is; a file that is not there yet is made, with a key that is typed unseen. */
async function askKey(
  questions: Questions,
  name: string,
  host: string,
  { edges, messages }: Context,
): Promise<KeySource> {
  messages.print(words`The access key is never written into the configuration. It can come from`);
  messages.print(words`  environment  the variable WARREN_ACCESS_KEY`);
  messages.print(words`  file         a file of its own that only you can read`);
  messages.print(words`  command      the output of a command, such as a password manager's`);
  const way = await questions.ask(words`Where from`, readWay, words`environment`);
  if (way === 'environment') return { kind: 'environment' };
  if (way === 'command') {
    return { kind: 'command', command: await questions.ask(words`Command`, readText) };
  }
  const path = await questions.ask(words`File`, readText, words`${printable(name)}.key`);
  const resolved = keyFilePath(path, edges.env);
  const guard = {
    owner: 'alone',
    link: 'refused',
    largest: MAX_KEY_BYTES,
    uid: edges.uid,
  } as const;
  const file = readTrustedFile(resolved, guard);
  if (file.kind === 'refused') throw new UserError(file.lines);
  if (file.kind === 'absent') {
    messages.print(words`${printable(resolved)} is not there yet; it is made now.`);
    const key = await askSecret(words`Access key for ${printable(host)}: `, edges);
    await realFiles().createPrivate(resolved, `${key}\n`);
  }
  return { kind: 'file', path };
}

async function askWorkspace(questions: Questions): Promise<NewWorkspace> {
  const answers: Partial<Record<ItemKey, readonly string[]>> = {};
  for (const kind of itemKinds) {
    const { key, noun } = ITEM_KINDS[kind];
    answers[key] = await questions.ask(words`Identifiers of ${noun}s, if any`, readIds);
  }
  return answers as NewWorkspace;
}

/** One read with what was answered. @returns whether it succeeded */
async function tryIt(
  profile: { readonly name: string; readonly baseUrl: string; readonly workspace: NewWorkspace },
  way: KeySource,
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
      : service.ask(appOverview, { appId: app });
  try {
    const prompter = {
      secret: (question: ReturnType<typeof printable>) => askSecret(question, edges),
      withTerminal: <T>(work: () => Promise<T>) => work(),
    };
    const missing = way.kind === 'environment' && !edges.env['WARREN_ACCESS_KEY'];
    const accessKey = await getAccessKey(
      missing ? { kind: 'prompt' } : way,
      baseUrl.host,
      edges,
      prompter,
    );
    const config = {
      kind: 'service',
      name: printable(profile.name),
      baseUrl,
      key: fixedKey(accessKey),
      workspace: EMPTY_WORKSPACE,
      profile: null,
      readOnly: true,
      interval: 0,
      keys: [],
    } as const;
    await withPreparedService(config, context, 0, read);
    messages.print(words`${printable(baseUrl.host)} answers.`);
    return true;
  } catch (error) {
    if (error instanceof UserError && error.code !== EXIT.interrupted) {
      for (const line of error.lines) messages.print(line);
      return false;
    }
    if (!(error instanceof OperationError)) throw error;
    for (const line of failureLines(error)) messages.print(line);
    return false;
  }
}

export const initCommand: Action<'init'> = async (_, context) => {
  const { edges, messages, stdout } = context;
  const { path, text, config } = await existing(context);
  messages.print(words`This writes ${printable(path)}. Ctrl-C leaves everything as it is.`);
  const questions = questionsOn(context);
  const name = await questions.ask(words`Name of the profile`, readName(config), USUAL_NAME);
  const baseUrl = await questions.ask(words`Base URL of the service`, readUrl, USUAL_URL);
  const way = await askKey(questions, name, new URL(baseUrl).host, context);
  const workspace = await askWorkspace(questions);
  const readOnly = await questions.confirm(words`Read-only?`);
  const profile = { name, baseUrl, workspace };
  if (!(await tryIt(profile, way, context))) {
    const anyway = await questions.confirm(words`Write it anyway?`);
    if (!anyway) throw new UserError([words`Nothing was written.`]);
  }
  const key: NewProfile['key'] = way.kind === 'file' || way.kind === 'command' ? way : null;
  await writeConfig(path, withProfile(text, { ...profile, key, readOnly }));
  await stdout.write(`${printable(path)}\n`);
  messages.print(
    text === ''
      ? words`Written. warren opens the console on it.`
      : words`Written. warren --profile ${printable(name)} opens the console on it.`,
  );
  if (way.kind === 'environment' && !edges.env['WARREN_ACCESS_KEY']) {
    messages.print(words`Set WARREN_ACCESS_KEY, or the key is asked for every time.`);
  }
  return EXIT.done;
};
