// What a process holds. Preloaded (node --require probe.cjs), each time that there is a file PROBE.ask it writes what is
// on the heap into PROBE.heapsnapshot and a line of the rest into PROBE, and takes PROBE.ask away.
'use strict';

const { appendFileSync, existsSync, readdirSync, readlinkSync, rmSync } = require('node:fs');
const { getHeapSpaceStatistics, setFlagsFromString, writeHeapSnapshot } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

/** How often the file is looked for, milliseconds. */
const EVERY = 500;

/**
 * Without this, what nobody holds any more would be counted: with `last-resort`, also what only V8's caches hold, again
 * and again until finalizers let go of nothing more. A flag at the start would reject compiled code.
 */
function collect() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Bytes of what V8 has compiled: its bound is the size of the program, and it grows for hours, as rarely used functions
 * become hot. No value of the program lies in these spaces.
 */
const compiled = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => /^(code|trusted)_/.test(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

const listenersOf = (emitter) =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

function descriptors() {
  const kinds = { all: 0, sockets: 0 };
  for (const name of readdirSync('/proc/self/fd')) {
    try {
      kinds.sockets += readlinkSync(`/proc/self/fd/${name}`).startsWith('socket:') ? 1 : 0;
      kinds.all += 1;
    } catch {
      // It was the one that reads the folder.
    }
  }
  return kinds;
}

/** What is counted, and what the system gives the process in bytes. */
function counts() {
  const active = process.getActiveResourcesInfo();
  const { all, sockets } = descriptors();
  const streams = [process, process.stdin, process.stdout, process.stderr];
  return {
    resident: process.memoryUsage.rss(),
    timers: active.filter((kind) => kind === 'Timeout' || kind === 'Immediate').length,
    sockets,
    listeners: streams.reduce((sum, each) => sum + listenersOf(each), 0),
    descriptors: all,
    threads: readdirSync('/proc/self/task').length,
  };
}

/** The quick way: what V8 keeps beside compiled code, to run it or to compile it again, is told for memory in use. */
function sample() {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const code = compiled();
  return { live: heapUsed + external - code, compiled: code, ...counts() };
}

module.exports = { sample };

const { PROBE } = process.env;
if (PROBE && isMainThread) {
  setInterval(() => {
    if (!existsSync(`${PROBE}.ask`)) return;
    writeHeapSnapshot(`${PROBE}.heapsnapshot`);
    const { external } = process.memoryUsage();
    appendFileSync(PROBE, `${JSON.stringify({ at: performance.now(), external, ...counts() })}\n`);
    rmSync(`${PROBE}.ask`);
  }, EVERY).unref();
}
