/**
 * Words that people have for the same thing. Who searches the help for one of them finds what is written with
 * another: `share` finds what copies and exports.
 */
const SYNONYMS: readonly (readonly string[])[] = [
  ['export', 'save', 'write', 'download', 'csv', 'ndjson', 'share'],
  ['copy', 'clipboard', 'yank', 'share', 'paste'],
  ['back', 'leave', 'close', 'return', 'exit', 'quit', 'cancel', 'undo'],
  ['delete', 'destroy', 'kill'],
  ['remove', 'unwatch', 'forget'],
  ['add', 'watch', 'new'],
  ['refresh', 'reload', 'update', 'again', 'retry'],
  ['filter', 'search', 'find', 'grep', 'only', 'query'],
  ['zoom', 'time range', 'time', 'window', 'period', 'when'],
  ['pause', 'freeze', 'hold'],
  ['theme', 'colour', 'color', 'dark', 'light', 'contrast'],
  ['profile', 'context', 'account', 'environment', 'key'],
  ['interval', 'poll', 'rate', 'faster', 'slower'],
  ['help', 'keys', 'shortcut', 'manual', 'documentation', 'docs'],
  ['sort', 'order'],
  ['bookmark', 'mark', 'note', 'select'],
  ['facets', 'top', 'statistics', 'group', 'count'],
  ['changes', 'audit', 'log', 'history', 'who'],
  ['calls', 'requests', 'api', 'curl', 'http', 'latency'],
  ['doctor', 'diagnose', 'check', 'debug', 'problem'],
  ['problems', 'issues', 'failing', 'errors', 'alerts', 'bad'],
  ['full screen', 'maximise', 'maximize', 'wide'],
  ['utc', 'local', 'time zone', 'timezone', 'clock'],
];

/** Fewer letters than these say too little to look for another word. */
const SHORTEST = 3;

/** What a typed word may be written as: itself, and the words for the same thing. */
function meanings(word: string): readonly string[] {
  if (word.length < SHORTEST) return [word];
  const groups = SYNONYMS.filter((group) => group.some((each) => each.startsWith(word)));
  return [word, ...groups.flat()];
}

/** Which of `texts` match every typed word as it stands; where there is none, those that mean it. */
export function matchingTexts(typed: string, texts: readonly string[]): ReadonlySet<number> {
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = texts.map((text) => text.toLowerCase());
  const indexesOf = (holds: (text: string, word: string) => boolean) =>
    new Set(
      lower.flatMap((text, at) => (typedWords.every((word) => holds(text, word)) ? [at] : [])),
    );
  const exact = indexesOf((text, word) => text.includes(word));
  if (exact.size > 0) return exact;
  return indexesOf((text, word) => meanings(word).some((each) => text.includes(each)));
}
