// node --random-seed=1 compile-all.cjs FOLDER: keeps what the engine compiles of the program of FOLDER there, as FILE.code:
// all of it, and so the same bytes each time. What a start runs (warm-up.cjs) is never quite that, and 10 ms faster.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const vm = require('node:vm');
const { crc32 } = require('node:zlib');

for (const name of ['drawing.cjs', 'program.cjs', 'start.cjs']) {
  const file = join(process.argv[2], name);
  const text = readFileSync(file);
  setFlagsFromString('--no-lazy');
  const script = new vm.Script(`(function(exports,require,module){${text}\n})`, {
    filename: `./${name}`,
  });
  // Code is refused under other flags than it was made with.
  setFlagsFromString('--lazy');
  const code = script.createCachedData();
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(code, crc32(text)));
  writeFileSync(`${file}.code`, Buffer.concat([code, sum]));
}
