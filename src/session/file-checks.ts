import { constants } from 'node:fs';
import { access, lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CheckResult, failed, noted, passed } from '../doctor/check.ts';
import { stateDirectory } from '../edges/machine.ts';
import { shellWord } from '../edges/shell-word.ts';
import { codeOf, reasonOf } from '../edges/system-error.ts';
import { directoryRefusal, fileRefusal, type Refusal, trustedPath } from '../edges/trusted-file.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { configFaults } from './config-faults.ts';
import { configPath, faultLine, readConfigFile, shownPath } from './config-file.ts';
import { debugLogPath } from './debug-log.ts';
import type { Edges } from './edges.ts';

async function configuration({ env, uid }: Edges): Promise<CheckResult> {
  const what = words`configuration`;
  const path = configPath(env);
  const file = await readConfigFile(path, uid);
  if (path === undefined || file.kind === 'absent') {
    return noted(
      what,
      words`There is none${path === undefined ? words`` : words` at ${shownPath(path, env)}`}.`,
      words`warren init writes one.`,
    );
  }
  if (file.kind === 'refused') {
    const [first = words`It cannot be read.`, ...more] = file.lines;
    return failed(what, first, more.join(' ') as Printable);
  }
  const [fault] = file.kind === 'faulty' ? file.faults : configFaults(file, env);
  return fault
    ? failed(what, faultLine(path, fault), words`warren config check shows every error.`)
    : passed(what, words`${shownPath(path, env)}${modeWords(await stat(path))}`);
}

const modeWords = ({ mode }: { readonly mode: number }): Printable =>
  words`, mode ${printable((mode & 0o777).toString(8))}`;

const ELSEWHERE = words`Set XDG_STATE_HOME to a directory of your own.`;
const OWNER_ALL = 0o700;

/** Checks a directory of the program, which nobody else may read if it exists. */
async function directory(
  what: Printable,
  path: string | null,
  { env, uid }: Pick<Edges, 'env' | 'uid'>,
): Promise<CheckResult> {
  if (path === null) {
    return failed(what, words`There is no place for it.`, words`Set HOME.`);
  }
  const name = shownPath(path, env);
  const trust = trustedPath(path, uid);
  if (trust.kind === 'refused') return failed(what, ...refusalWords(trust));
  const found = await lstat(path).catch(() => null);
  if (found === null) {
    const why = await whyNotMade(trust.path);
    return why === null
      ? noted(what, words`${name} does not exist yet; it is created when needed.`)
      : failed(what, words`${name} does not exist, and cannot be created: ${why}.`, ELSEWHERE);
  }
  const refusal = directoryRefusal(found, path, uid);
  if (refusal) return failed(what, ...refusalWords(refusal));
  const why = await whyNotMade(join(path, 'history.db'));
  if (why !== null) {
    const isOpen = (found.mode & OWNER_ALL) === OWNER_ALL;
    return failed(
      what,
      words`Nothing can be written: ${why}.`,
      isOpen ? ELSEWHERE : words`Run: chmod 700 ${printable(shellWord(path))}`,
    );
  }
  return passed(what, words`${name}${modeWords(found)}`);
}

/** Why nothing can be created in the nearest existing directory above `path`; null if it can. */
async function whyNotMade(path: string): Promise<Printable | null> {
  const above = dirname(path);
  try {
    await access(above, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT') return whyNotMade(above);
    return words`${printable(above)} cannot be written to (${printable(reasonOf(code))})`;
  }
}

/** A refusal as the detail and advice of a check. */
const refusalWords = ({ reason, mend }: Refusal): [Printable, Printable] => [
  printable(reason),
  mend === undefined ? words`Move it away.` : words`Run: ${printable(mend)}`,
];

/** Why the file at `path` must not be written; undefined if it may be. Hostile text. */
async function logRefusal(path: string, uid: number | undefined): Promise<Refusal | undefined> {
  const trust = trustedPath(path, uid);
  if (trust.kind === 'refused') return trust;
  const folder = await lstat(dirname(path)).catch(() => null);
  const found = await lstat(path).catch(() => null);
  const refusal = folder && directoryRefusal(folder, dirname(path), uid);
  return (
    refusal ??
    (found && fileRefusal(found, path, { uid, orRoot: false, others: 'read' })) ??
    undefined
  );
}

async function debugLog({ env, uid }: Edges): Promise<CheckResult> {
  const what = words`debug log`;
  const path = debugLogPath(env);
  if (path === null) return noted(what, words`There is no place for it.`);
  const name = shownPath(path, env);
  const on = env['WARREN_DEBUG'] ? words`on` : words`off`;
  const advice = env['WARREN_DEBUG'] ? words`` : words`WARREN_DEBUG=1 switches it on.`;
  const refusal = await logRefusal(path, uid);
  if (refusal && env['WARREN_DEBUG']) return failed(what, ...refusalWords(refusal));
  const found = await lstat(path).catch(() => null);
  if (found === null) return noted(what, words`${on}; ${name} does not exist yet.`, advice);
  return noted(what, words`${on}: ${name}`, advice);
}

/** Checks the program's files and their permissions. */
export async function checkFiles(edges: Edges): Promise<readonly CheckResult[]> {
  const { env } = edges;
  return Promise.all([
    configuration(edges),
    directory(words`state`, stateDirectory(env), edges),
    debugLog(edges),
  ]);
}
