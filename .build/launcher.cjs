#!/usr/bin/env node
// biome-ignore-all lint: in the syntax of old engines, which must be able to read the line that turns them away
process.on('SIGUSR1', function () {}); // Otherwise every user of the machine could debug this, and read the key.
var node = process.versions.node.split('.');
if (node[0] < 22 || (node[0] === '22' && node[1] < 15)) {
  process.stderr.write('warren needs Node 22.15 or newer; this is Node ' + node.join('.') + '.\n');
  process.exitCode = 2;
} else {
  load('./start.cjs');
  // The engine's young generation stays as large as a start makes it: 80 MB less while a day of events is loaded.
  setTimeout(function () {
    require('v8').setFlagsFromString('--semi-space-growth-factor=1');
  }, 1000).unref();
}

/** Runs one of the files of the program, once. */
function load(id) {
  if (id.charAt(0) !== '.') return require(id);
  if (load[id]) return load[id].exports;
  var text = read(id);
  var body = '(function(exports,require,module){' + text + '\n})';
  var options = { filename: id, cachedData: compiled(id + '.code', text) };
  var run = new (require('vm').Script)(body, options).runInThisContext();
  var module = (load[id] = { exports: {} });
  run.call(module.exports, module.exports, load, module);
  return module.exports;
}

/** What was compiled of `text` when it was built, if it is whole: the engine looks at its length and little else. */
function compiled(id, text) {
  try {
    var code = read(id);
    var sum = require('zlib').crc32(code.subarray(0, -4), require('zlib').crc32(text));
    if (sum === code.readUInt32LE(code.length - 4)) return code.subarray(0, -4);
  } catch (_) {}
}
function read(id) {
  if (require('node:sea').isSea()) return Buffer.from(require('node:sea').getRawAsset(id.slice(2)));
  return require('fs').readFileSync(require('path').join(__dirname, id));
}
