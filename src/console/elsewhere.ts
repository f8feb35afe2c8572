import type { Destination } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { Composition } from './composition.ts';

/** The other places there are. */
export interface Destinations {
  readonly profiles: readonly string[];
  readonly workspaces: readonly string[];
  /** Gets a place ready to be gone to; a returned sentence says why it cannot be. */
  prepare(place: Destination): Promise<Printable | undefined>;
}

/**
 * Goes to another place once that is ready; what is on the screen stays until then.
 *
 * @param moved ends the console for the place that is ready
 */
export function createMove(
  elsewhere: Destinations,
  { say, isChangePending }: Pick<Composition, 'say' | 'isChangePending'>,
  moved: () => void,
): (place: Destination) => Promise<void> {
  let isPreparing = false;
  const isHeld = () => {
    if (!isChangePending()) return false;
    say(words`A change is under way; its outcome would stay unknown. :changes shows it.`, 'warn');
    return true;
  };
  return async (place) => {
    if (isPreparing || isHeld()) return;
    isPreparing = true;
    say(words`Opening the ${printable(place.kind)} ${printable(place.name)}…`);
    const reason = await elsewhere.prepare(place).finally(() => {
      isPreparing = false;
    });
    if (reason !== undefined) say(reason, 'bad');
    else if (!isHeld()) moved();
  };
}
