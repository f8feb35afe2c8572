// node --random-seed=1 compile.cjs FOLDER: keeps what the engine compiles of each file of the program of FOLDER there, as
// FILE.code: what a start of the console runs on its demo. With a second argument all there is, which takes a start 10 ms
// longer, and is the same bytes each time.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { PassThrough, Writable } = require('node:stream');
const v8 = require('node:v8');
const vm = require('node:vm');

const folder = resolve(process.argv[2]);
// What runs but once, when a module is loaded, would be thrown away before it is kept.
const { setFlagsFromString } = v8;
setFlagsFromString('--no-flush-bytecode');

function keep(name, script) {
  const code = script.createCachedData();
  // See `compiled` in launcher.cjs.
  const sum = Buffer.alloc(4);
  for (let at = 0; at < code.length; at += 1024)
    sum.writeInt32LE((31 * sum.readInt32LE() + code.readInt32LE(at)) | 0);
  const text = readFileSync(join(folder, name));
  writeFileSync(join(folder, `${name}.code`), Buffer.concat([code, sum, text.subarray(-16)]));
}

if (process.argv[3]) {
  setFlagsFromString('--no-lazy');
  const scripts = ['drawing.cjs', 'program.cjs', 'start.cjs'].map((name) => {
    const text = readFileSync(join(folder, name), 'latin1');
    return [name, new vm.Script(text, { filename: `./${name}` })];
  });
  setFlagsFromString('--lazy');
  setFlagsFromString('--flush-bytecode');
  for (const [name, script] of scripts) keep(name, script);
} else start();

function start() {
  const scripts = new Map();
  vm.Script = class extends vm.Script {
    constructor(text, options) {
      super(text, options);
      if (/^\.\//.test(options?.filename)) scripts.set(options.filename, this);
    }
  };
  // Code is refused under other flags than it was made with.
  v8.setFlagsFromString = () => {};

  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  // Each key draws something else, when everything is on the screen that the one before it asked for.
  const keys = ['j', 'q'];
  let still;
  const stdout = new Writable({
    write(bytes, __, done) {
      if (bytes.length > 2000) still ??= setTimeout(() => stdin.write(keys.shift() ?? 'q'), 300);
      still?.refresh();
      done();
    },
  });
  Object.assign(stdout, { isTTY: true, columns: 200, rows: 50 });
  Object.defineProperty(process, 'stdin', { value: stdin });
  Object.defineProperty(process, 'stdout', { value: stdout });

  process.on('exit', () => {
    setFlagsFromString('--flush-bytecode');
    process.umask(0o022); // The console lets nobody read what it writes.
    for (const [name, script] of scripts) keep(name, script);
  });
  process.argv.splice(1, 2, join(folder, 'warren.cjs'), '--demo', '--seed', '7');
  require(process.argv[1]);
}
