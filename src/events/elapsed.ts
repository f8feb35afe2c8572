/**
 * How long after a mark something was, milliseconds: after the last mark at or before it; before the first
 * of them, a negative time. Null while nothing is marked.
 *
 * @param marks times of the marks, ascending, milliseconds
 */
export function sinceMark(marks: readonly number[], time: number): number | null {
  const mark = marks.findLast((each) => each <= time) ?? marks[0];
  return mark === undefined ? null : time - mark;
}

const two = (n: number) => String(n).padStart(2, '0');

/** `+1:02:03.456`, `-12.000`: hours and minutes only where there are any. */
export function elapsedText(ms: number): string {
  const whole = Math.abs(Math.trunc(ms));
  const [hours, minutes] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60];
  const seconds = Math.floor(whole / 1000) % 60;
  const fraction = String(whole % 1000).padStart(3, '0');
  const sign = ms < 0 ? '-' : '+';
  if (hours > 0) return `${sign}${hours}:${two(minutes)}:${two(seconds)}.${fraction}`;
  return minutes > 0
    ? `${sign}${minutes}:${two(seconds)}.${fraction}`
    : `${sign}${seconds}.${fraction}`;
}
