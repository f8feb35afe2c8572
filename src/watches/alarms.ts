import { after, type Clock } from '../edges/clock.ts';
import { counted } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';

/** What fires within so long after an alarm is told of together, milliseconds: an outage fires hundreds of watches. */
const TOGETHER = 2000;

/** Rings and notifies: at once of what fires first, and then of how many more there were, every two seconds at most. */
export function openAlarms({
  clock,
  ring,
  notify,
}: {
  readonly clock: Pick<Clock, 'sleep'>;
  ring(): void;
  notify(text: Printable): void;
}): (text: Printable) => void {
  let isQuiet = false;
  let more = 0;
  const alarm = (text: Printable) => {
    isQuiet = true;
    ring();
    notify(text);
    after(clock, TOGETHER, () => {
      isQuiet = false;
      if (more === 0) return;
      const told = words`${counted(more, words`more watch fired`, words`more watches fired`)}`;
      more = 0;
      alarm(told);
    });
  };
  return (text) => {
    if (isQuiet) more += 1;
    else alarm(text);
  };
}
