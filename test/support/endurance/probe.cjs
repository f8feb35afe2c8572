// Measures what a process holds. Preloaded by node --require probe.cjs. Whenever there is a file PROBE.ask, it writes the
// heap to PROBE.heapsnapshot, appends all other measurements to PROBE as one line, and removes PROBE.ask.
'use strict';

const { appendFileSync, existsSync, readdirSync, readlinkSync, rmSync } = require('node:fs');
const { getHeapSpaceStatistics, setFlagsFromString, writeHeapSnapshot } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

/** The interval of checks for the file, milliseconds. */
const EVERY = 500;

/**
 * Collects garbage, so that it is not counted. `last-resort` also clears V8's caches and repeats until finalizers release
 * nothing more. The flag is set here, because at the start it would make Node reject compiled code.
 */
function collect() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Bytes of compiled code. It is bounded by the size of the program, but grows for hours, as rarely used functions become
 * hot. These spaces contain no values of the program.
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
      // This descriptor was the one that reads the folder.
    }
  }
  return kinds;
}

/** Counts, and resident memory in bytes. */
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

/** Fast, but counts V8's data about compiled code as live memory. */
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
