// What a process holds. Preloaded (node --require probe.cjs), it writes a line of it into the file PROBE each time that
// there is a file PROBE.ask, and takes that away.
'use strict';

const { appendFileSync, existsSync, readdirSync, readlinkSync, rmSync } = require('node:fs');
const { getHeapSpaceStatistics, setFlagsFromString } = require('node:v8');
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

/** Bytes, and how many there are. */
function sample() {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const active = process.getActiveResourcesInfo();
  const { all, sockets } = descriptors();
  const streams = [process, process.stdin, process.stdout, process.stderr];
  const code = compiled();
  return {
    live: heapUsed + external - code,
    compiled: code,
    resident: rss,
    timers: active.filter((kind) => kind === 'Timeout' || kind === 'Immediate').length,
    sockets,
    listeners: streams.reduce((sum, each) => sum + listenersOf(each), 0),
    descriptors: all,
    threads: readdirSync('/proc/self/task').length,
  };
}

module.exports = { sample };

const { PROBE } = process.env;
if (PROBE && isMainThread) {
  setInterval(() => {
    if (!existsSync(`${PROBE}.ask`)) return;
    appendFileSync(PROBE, `${JSON.stringify({ at: performance.now(), ...sample() })}\n`);
    rmSync(`${PROBE}.ask`);
  }, EVERY).unref();
}
