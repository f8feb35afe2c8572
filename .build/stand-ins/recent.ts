/**
 * A bounded memory for results of pure functions: the last `size` to twice `size` keys. Two generations
 * cost less than knowing every entry's age.
 */
export function recent<Result>(size: number): (key: string, compute: () => Result) => Result {
  let young = new Map<string, Result>();
  let old = new Map<string, Result>();
  return (key, compute) => {
    let result = young.get(key);
    if (result !== undefined) return result;
    result = old.get(key) ?? compute();
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, result);
    return result;
  };
}
