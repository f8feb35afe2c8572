import { codeOf, reasonOf } from '../../edges/system-error.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import type { EngineAddress } from '../address.ts';

/** Why a server cannot be used. What of it passes by itself is waited for. */
type Kind = 'away' | 'busy' | 'full' | 'refused' | 'missing' | 'wrong';

/** The server's error codes that say something to an operator. */
const CODES: Readonly<Record<string, readonly [kind: Kind, sentence: string]>> = {
  '516': ['refused', 'does not accept the user or the password'],
  '192': ['refused', 'does not accept the user or the password'],
  '193': ['refused', 'does not accept the user or the password'],
  '194': ['refused', 'does not accept the user or the password'],
  '497': ['refused', 'does not allow the user that: see warren help team for the rights'],
  '164': ['refused', 'does not allow the user that: it may only read, without limits of its own'],
  '201': ['busy', 'has a quota for the user, which is used up'],
  '202': ['busy', 'is at work on too many questions'],
  '159': ['busy', 'took longer than allowed'],
  '160': ['busy', 'would take longer than allowed'],
  '241': ['busy', 'has not enough memory for that'],
  '252': ['busy', 'has too many parts to merge: it asks to write less often'],
  '242': ['busy', 'can only be read just now'],
  '319': ['busy', 'has not confirmed that in time'],
  '243': ['full', 'has no room left on its disk'],
  '396': ['wrong', 'has an answer that is too large'],
  '60': ['missing', 'has no archive of warren in that database: warren archive init makes one'],
  '81': ['missing', 'has no such database'],
};

const PASSING: readonly Kind[] = ['away', 'busy', 'full'];

/** An error of the client's as a DatabaseError, in words of ours: a server's may hold anything. Any other as it is. */
export function engineTrouble(address: EngineAddress, error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  const fail = (kind: Kind, sentence: string) =>
    new DatabaseError(`${address.text} ${sentence}.`, PASSING.includes(kind));
  const code = String(codeOf(error) ?? '');
  const known = CODES[code];
  if (known) return fail(...known);
  if (/^\d+$/.test(code)) return fail('wrong', `answered with error ${code}`);
  if (error.name === 'AbortError' || /abort/i.test(error.message)) {
    return fail('away', 'was not waited for');
  }
  if (code === 'ECONNREFUSED') return fail('away', 'is not there: nothing listens at that address');
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO/.test(code)) {
    return fail('refused', `has no certificate that this machine trusts (${code.toLowerCase()})`);
  }
  if (code !== '') return fail('away', `cannot be reached: ${reasonOf(code)}`);
  if (/timeout|timed out/i.test(error.message)) return fail('away', 'did not answer in time');
  if (/socket hang up/i.test(error.message)) return fail('away', 'broke the connection off');
  // Whoever stands before a server that is away.
  return fail('away', 'gave an answer that is none of ClickHouse’s');
}
