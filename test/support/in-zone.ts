/** Does `work` where the local time is that of this zone. */
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
