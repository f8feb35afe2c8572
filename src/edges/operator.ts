import { readlinkSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Who sits at the terminal, as far as the machine knows. Hostile text. */
export interface Operator {
  readonly user: string;
  readonly tty: string | null;
  /** `SSH_CLIENT`: address and ports of the other end. */
  readonly ssh: string | null;
}

/** The part of the environment that tells about the session. */
interface SessionEnvironment {
  readonly USER?: string | undefined;
  readonly SSH_CLIENT?: string | undefined;
  readonly SSH_TTY?: string | undefined;
}

/** Asks the machine who is there. The user is the system's answer; the rest is what the session says. */
export function operatorOf(environment: SessionEnvironment): Operator {
  return {
    user: userName() ?? environment.USER ?? '?',
    tty: ttyOfInput() ?? environment.SSH_TTY ?? null,
    ssh: environment.SSH_CLIENT ?? null,
  };
}

/** A user id without an entry in the user database has no name. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** The name of the terminal on standard input, where the system shows it. */
function ttyOfInput(): string | undefined {
  try {
    const target = readlinkSync('/proc/self/fd/0');
    return target.startsWith('/dev/') ? target : undefined;
  } catch {
    return undefined;
  }
}
