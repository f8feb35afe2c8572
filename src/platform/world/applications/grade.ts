/** `statusGrade` of an indicator: the words of the service, the thresholds of this platform. */
export type Grade = 'couldBeBetter' | 'notBad' | 'doingGreat';

/** A grade for a share of something that runs out, in percent. */
export function gradeOfUsage(percent: number): Grade {
  if (percent < 60) return 'doingGreat';
  return percent < 85 ? 'notBad' : 'couldBeBetter';
}

/** A grade for a latency beside the one aimed at. */
export function gradeOfLatency(current: number, target: number): Grade {
  if (current <= target) return 'doingGreat';
  return current <= 1.5 * target ? 'notBad' : 'couldBeBetter';
}

/** A grade for how many of the wanted there are. */
export function gradeOfCount(present: number, wanted: number): Grade {
  if (present >= wanted) return 'doingGreat';
  return present > wanted / 2 ? 'notBad' : 'couldBeBetter';
}
