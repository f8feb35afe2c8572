// What a process holds. Preloaded (node --require probe.cjs), it writes a line of it into the file PROBE each time that
// there is a file PROBE.ask, and takes that away.
'use strict';

const { appendFileSync, existsSync, readdirSync, readlinkSync, rmSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

/** How often the file is looked for, milliseconds. */
const EVERY = 500;

/** Without this, what nobody holds any more would be counted. A flag at the start would reject compiled code. */
function collect() {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  // What finalizers let go of is collected in turn.
  for (let times = 0; times < 3; times += 1) gc();
}

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
  return {
    live: heapUsed + external,
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
