/** Runs `work` in the time zone `zone`, until it returns or its promise is settled. */
export function inZone<Result extends void | Promise<void>>(
  zone: string,
  work: () => Result,
): Result {
  const before = process.env['TZ'];
  const restore = () => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  };
  process.env['TZ'] = zone;
  let isPending = false;
  try {
    const result = work();
    isPending = result instanceof Promise;
    if (result instanceof Promise) void result.finally(restore).catch(() => {});
    return result;
  } finally {
    if (!isPending) restore();
  }
}
