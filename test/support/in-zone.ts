/** Runs `work` in the time zone `zone`. */
export function inZone(zone: string, work: () => void): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    work();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
}
