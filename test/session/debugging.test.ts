import { describe, expect, it } from 'vitest';
import { debuggingSwitch } from '../../src/session/debugging.ts';

describe('A13: what would expose the access key', () => {
  it.each([
    [{ NODE_DEBUG: 'net,http' }, [], 'NODE_DEBUG prints headers of requests.'],
    [
      { NODE_OPTIONS: '--inspect-brk=0.0.0.0:1' },
      [],
      '--inspect-brk lets every user of this machine read memory.',
    ],
    [
      { NODE_OPTIONS: '--max-old-space-size=99 "--report-on-signal"' },
      [],
      '--report-on-signal writes memory to a file.',
    ],
    [{}, ['--heapsnapshot-signal=SIGUSR2'], '--heapsnapshot-signal writes memory to a file.'],
    [{}, ['--report_on_fatalerror'], '--report-on-fatalerror writes memory to a file.'],
    [{}, ['--heap-prof'], '--heap-prof writes memory to a file.'],
    [
      { NODE_OPTIONS: '--trace-event-categories=node.http' },
      [],
      '--trace-event-categories writes what the program does to files.',
    ],
    [{ NODE_V8_COVERAGE: '/tmp/c' }, [], 'NODE_V8_COVERAGE writes what the program does to files.'],
    [{}, ['--tls-keylog=/tmp/keys'], '--tls-keylog gives away what is encrypted.'],
  ])('is reported: %j %j', (env, execArgv, sentence) => {
    expect(debuggingSwitch(env, execArgv)).toBe(sentence);
  });

  it('is not in a normal start', () => {
    const env = { NODE_OPTIONS: '--max-old-space-size=4096 --enable-source-maps', NODE_DEBUG: '' };
    expect(debuggingSwitch(env, ['--max-semi-space-size=4'])).toBeUndefined();
  });
});
