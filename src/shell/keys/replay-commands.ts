import { type Command, command, inGroup } from '../../commands/command.ts';
import {
  TYPED_COMMANDS,
  type TypedCommandAction,
  type TypedCommandSpec,
  wrongUsage,
} from '../../commands/typed-commands.ts';
import { parseMoment } from '../../config/duration.ts';
import type { Player } from '../../recording/player.ts';
import { keyFor } from '../../text/key-names.ts';
import { counted } from '../../text/numbers.ts';
import { words } from '../../text/printable.ts';
import { stamp, timeOfDay } from '../../text/time.ts';
import type { GlobalContext } from './global-context.ts';

/** Commands of a recording. They precede those of panes while one is open. */
export function replayCommands({
  store,
  replay,
  say,
}: Pick<GlobalContext, 'store' | 'replay' | 'say'>): readonly Command[] {
  const unavailable = () =>
    replay ? undefined : words`No recording or bundle is open: :replay FILE opens one.`;
  const noun = () => store.getState().replay?.noun ?? words`recording`;
  const step = (direction: 'earlier' | 'later') => () => {
    if (replay?.step(direction)) return;
    say(
      words`This is the ${direction === 'later' ? words`end` : words`beginning`} of the ${noun()}.`,
    );
  };
  const faster = (by: 1 | -1) => () => {
    replay?.change(by);
    const speed = store.getState().replay?.speed ?? 1;
    say(words`${counted(speed, words`recorded second`)} in a second.`);
  };
  return inGroup('Replay', [
    command('replay.play', 'space', words`Play, or stop`, {
      footer: () => (store.getState().replay?.isPlaying ? words`stop` : words`play`),
      unavailable,
      run() {
        if (replay?.toggle() !== false) return;
        const back = keyFor(store.getState().keyNames, 'replay.earlier', words`(`);
        say(words`This is the end of the ${noun()}. ${back} goes back.`);
      },
    }),
    command('replay.earlier', '(', words`To the answer before`, {
      footer: words`back`,
      unavailable,
      run: step('earlier'),
    }),
    command('replay.later', ')', words`To the next answer`, {
      footer: words`forward`,
      unavailable,
      run: step('later'),
    }),
    command('replay.faster', '+', words`Play faster`, { unavailable, run: faster(1) }),
    command('replay.slower', '-', words`Play slower`, { unavailable, run: faster(-1) }),
  ]);
}

/** `:at` in a recording, where all panes share one time. */
export const RECORDED_AT: TypedCommandSpec = {
  takes: TYPED_COMMANDS.at.takes,
  aliases: TYPED_COMMANDS.at.aliases,
  help: words`Go to 07:15, 2026-03-14T07:15Z, or 10m ago`,
};

export const recordedTime = (
  { say, store }: Pick<GlobalContext, 'say' | 'store'>,
  replay: Player,
): TypedCommandAction => ({
  run(rest) {
    const { from, until } = replay.state.getState();
    const { timeZone, replay: shown } = store.getState();
    const time = parseMoment(rest, replay.clock.now(), timeZone, until);
    if (time === undefined) return wrongUsage('at');
    if (time < from || time > until) {
      return words`The ${shown?.noun ?? words`recording`} is from ${stamp(from, timeZone)} to ${stamp(until, timeZone)}.`;
    }
    say(words`At ${timeOfDay(time, timeZone)}.`);
    replay.seek(time);
    return undefined;
  },
});
