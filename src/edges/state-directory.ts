import { isAbsolute, join } from 'node:path';

/** The part of the environment that says where state is kept. */
export interface StateEnvironment {
  readonly XDG_STATE_HOME?: string | undefined;
  readonly HOME?: string | undefined;
}

/**
 * Where the program keeps what must outlive a run: `$XDG_STATE_HOME/warren`, otherwise
 * `~/.local/state/warren`. Relative paths are passed over, as the XDG specification asks; null when nothing
 * is left. The directory need not be there yet.
 */
export function stateDirectory({ XDG_STATE_HOME, HOME }: StateEnvironment): string | null {
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, 'warren');
  if (HOME && isAbsolute(HOME)) return join(HOME, '.local', 'state', 'warren');
  return null;
}
