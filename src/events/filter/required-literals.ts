/** Shorter texts are in nearly every log, and looking for them first would only cost. */
const SHORTEST = 3;

/**
 * What stands for itself, in whatever case: ASCII, but for `k` and `s`, which Unicode also finds in the
 * Kelvin sign and the long s.
 */
const PLAIN = /^[a-jl-rt-zA-JL-RT-Z0-9 !"#%&',/:;<=>@_`~-]$/;

/** Characters that an escape makes stand for themselves. */
const ESCAPED = /^[\\^$.*+?()[\]{}|/-]$/;

/** Escapes of one character that are no text of their own. */
const CLASS_ESCAPE = /^[dDwWsSbBnrtfv]$/;

/**
 * The texts that everything a pattern matches must contain, in this order and apart from each other, in
 * whatever case; none when none can be told. Rows without them need not be tried, and looking for plain
 * text is many times quicker.
 *
 * Reads only what stands at the top level. Where it is not sure it takes a piece for no text at all.
 */
export function requiredLiterals(source: string): readonly string[] {
  const literals: string[] = [];
  let run = '';
  const end = () => {
    if (run.length >= SHORTEST) literals.push(run);
    run = '';
  };
  for (let at = 0; at < source.length; ) {
    const character = source[at] ?? '';
    if (character === '|' || character === ')') return [];
    if (character === '(' || character === '[') {
      const behind = character === '(' ? groupEnd(source, at) : classEnd(source, at);
      if (behind === undefined) return [];
      end();
      at = behind;
    } else if (character === '*' || character === '?' || character === '{') {
      // What stands before it may be absent.
      run = run.slice(0, -1);
      end();
      const behind = character === '{' ? source.indexOf('}', at) : at;
      if (behind < 0) return [];
      at = behind + 1;
    } else if (character === '+') {
      end();
      at += 1;
    } else if (character === '\\') {
      const escaped = source[at + 1] ?? '';
      if (ESCAPED.test(escaped)) run += escaped;
      else if (CLASS_ESCAPE.test(escaped)) end();
      else return [];
      at += 2;
    } else {
      if (PLAIN.test(character)) run += character;
      else end();
      at += 1;
    }
  }
  end();
  return literals;
}

/** The position behind the group that opens at `from`. */
function groupEnd(source: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (character === '[') at = (classEnd(source, at) ?? source.length) - 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** The position behind the class that opens at `from`. */
function classEnd(source: string, from: number): number | undefined {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']') return at + 1;
  }
  return undefined;
}
