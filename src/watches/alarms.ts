import { after, type Clock } from '../edges/clock.ts';
import { count } from '../text/numbers.ts';
import { type Printable, words } from '../text/printable.ts';

/** Alarms within this time are reported together, in milliseconds. An outage fires hundreds of watches. */
const ALARM_WINDOW_MS = 2000;

/**
 * Rings and notifies: immediately for the first alarm, then at most every two seconds for further ones, with their
 * number.
 */
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
  let more: Printable[] = [];
  const alarm = (text: Printable) => {
    isQuiet = true;
    ring();
    notify(text);
    after(clock, ALARM_WINDOW_MS, () => {
      isQuiet = false;
      const [first, ...others] = more;
      if (first === undefined) return;
      const next = others.length === 0 ? first : words`${count(more.length)} more watches fired`;
      more = [];
      alarm(next);
    });
  };
  return (text) => {
    if (isQuiet) more.push(text);
    else alarm(text);
  };
}
