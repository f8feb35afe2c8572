export function aroundCursor(
  value: string,
  behind: number,
): readonly [before: string, after: string] {
  const at = Math.max(0, value.length - behind);
  return [value.slice(0, at), value.slice(at)];
}
