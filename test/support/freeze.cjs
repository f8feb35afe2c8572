// node --require freeze.cjs warren.cjs: once `Z` is typed, the main thread hangs or throws in the place that FREEZE names.
'use strict';
const vm = require('node:vm');

let isDue = false;
const forEver = {
  'a render': () => {
    for (;;);
  },
  'a render that throws': () => {
    throw new Error('as if by mistake');
  },
  'a key handler': () => {
    for (;;);
  },
  'a timer': () => {
    for (;;);
  },
  SQLite() {
    const { DatabaseSync } = require('node:sqlite');
    const endless =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    new DatabaseSync(':memory:').prepare(endless).get();
  },
  // The stall ends, but only after the watchdog's limit.
  'a disk that stalls': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 9000),
  'a regular expression': () => /^(?:a+)+$/.test(`${'a'.repeat(64)}!`),
}[process.env.FREEZE];

// All parts of the program share this copy of React's functions.
const isRender = process.env.FREEZE.startsWith('a render');
if (isRender) {
  vm.Script = class extends vm.Script {
    runInThisContext() {
      const run = super.runInThisContext();
      return (exports, require, module) => {
        run.call(exports, exports, require, module);
        const runtime = module.exports['react/jsx-runtime'];
        if (!runtime) return;
        for (const name of ['jsx', 'jsxs']) {
          const original = runtime[name];
          runtime[name] = (...args) => {
            if (isDue) forEver();
            return original(...args);
          };
        }
      };
    }
  };
}

const { emit } = process.stdin;
process.stdin.emit = function (event, ...args) {
  if (event === 'data' && String(args[0]).includes('Z')) {
    isDue = true;
    if (process.env.FREEZE === 'a timer') setTimeout(forEver, 50);
    else if (!isRender) forEver();
  }
  return emit.call(this, event, ...args);
};
