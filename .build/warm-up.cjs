// node warm-up.cjs FOLDER: runs the program of FOLDER as a console on its demo, and keeps the code that the engine has
// compiled for each of its files there as FILE.code.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { PassThrough, Writable } = require('node:stream');
const v8 = require('node:v8');
const vm = require('node:vm');
const { crc32 } = require('node:zlib');

const folder = resolve(process.argv[2]);
const scripts = {};
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (/^\.\//.test(options?.filename)) scripts[options.filename] = this;
  }
};

// What runs but once, when a module is loaded, would be thrown away before it is kept.
const { setFlagsFromString } = v8;
setFlagsFromString('--no-flush-bytecode');
// Code is refused under other flags than it was made with.
v8.setFlagsFromString = () => {};

let written = Date.now();
const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
const stdout = new Writable({
  write(_, __, done) {
    written = Date.now();
    done();
  },
});
Object.defineProperty(process, 'stdin', { value: stdin });
Object.defineProperty(process, 'stdout', {
  value: Object.assign(stdout, { isTTY: true, columns: 200, rows: 50 }),
});
// Each key draws something else, when what the one before it asked for is drawn.
const keys = ['j', 'q'];
setInterval(() => {
  if (Date.now() - written < 300) return;
  written = Date.now();
  stdin.write(keys.shift() ?? 'q');
}, 20);

process.on('exit', () => {
  setFlagsFromString('--flush-bytecode');
  for (const [name, script] of Object.entries(scripts)) {
    const file = join(folder, name);
    const code = script.createCachedData();
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(code, crc32(readFileSync(file))));
    writeFileSync(`${file}.code`, Buffer.concat([code, sum]));
  }
});
process.argv.splice(1, 2, join(folder, 'warren.cjs'), '--demo', '--seed', '7');
require(process.argv[1]);
