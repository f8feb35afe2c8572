import { allTests } from './boolean-tests.ts';
import type { Filter } from './filter.ts';
import { globTest, literal } from './glob.ts';
import { guardedText, lightlyGuardedText } from './guarded.ts';
import { compilePattern } from './pattern.ts';
import { isQuick } from './quick-pattern.ts';
import { rawTextTest } from './raw-text-test.ts';
import { requiredLiterals } from './required-literals.ts';
import { rowTest } from './row-test.ts';
import type { TextTest } from './test.ts';
import type { TextBlock } from './text-block.ts';
import type { Watchdog } from './watchdog.ts';

/** A part of a filter that nothing but log texts can answer. Plain data: it goes to other threads. */
export type TextFilter = Extract<Filter, { readonly kind: 'text' | 'pattern' }> & {
  readonly subject: { readonly kind: 'log' | 'url' };
};

/** Whether the log contains `text`. */
export const logContains = (text: string): TextFilter => ({
  kind: 'text',
  subject: { kind: 'log' },
  how: 'contains',
  glob: literal(text),
});

export function textTest(filter: TextFilter, watchdog: Watchdog): TextTest {
  if (filter.kind === 'pattern') return patternTest(filter.subject.kind, filter.source, watchdog);
  const { glob } = filter;
  // The Url is part of the log: where the log does not contain the words, it need not be read.
  return filter.subject.kind === 'log'
    ? rawTextTest(glob)
    : allTests([rawTextTest(glob), rowTest(4, urlPasses(globTest(glob, filter.how)))]);
}

function patternTest(subject: 'log' | 'url', source: string, watchdog: Watchdog): TextTest {
  const pattern = compilePattern(source) ?? /$^/;
  const passes = (value: string) => pattern.test(value);
  const watched = isQuick(source) ? lightlyGuardedText : guardedText;
  const test = watched(
    (work) => watchdog.run(source, work),
    5,
    subject === 'log' ? (block, row) => passes(block.log(row)) : urlPasses(passes),
  );
  // Only rows that have what the pattern cannot do without are tried.
  const parts = requiredLiterals(source);
  return parts.length === 0 ? test : allTests([rawTextTest({ parts }), test]);
}

const urlPasses = (passes: (value: string) => boolean) => (block: TextBlock, row: number) => {
  const url = block.url(row);
  return url !== null && passes(url);
};
