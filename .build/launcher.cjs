#!/usr/bin/env node
// biome-ignore-all lint: in the syntax of old engines, which must be able to read the line that turns them away
process.on('SIGUSR1', function () {}); // Otherwise every user of the machine could debug this, and read the key.
var node = process.versions.node.split('.');
if (node[0] < 22 || (node[0] === '22' && node[1] < 15)) {
  process.stderr.write('warren needs Node 22.15 or newer; this is Node ' + node.join('.') + '.\n');
  process.exitCode = 2;
} else {
  load('./start.cjs');
}

/** Runs one of the files of the program, once. */
function load(id) {
  if (id.charAt(0) !== '.') return require(id);
  if (load[id]) return load[id].exports;
  var text = read(id);
  var options = { filename: id, cachedData: compiled(id + '.code', text) };
  var run = new (require('vm').Script)(text.latin1Slice(), options).runInThisContext(); // It is ASCII.
  var module = (load[id] = { exports: {} });
  run.call(module.exports, module.exports, load, module);
  return module.exports;
}

/** What was compiled of `text`, if it is whole (a power cut leaves zeros): the engine looks at little but its length. */
function compiled(id, text) {
  try {
    var code = read(id);
    var size = code.length - 20;
    for (var sum = 0, at = 0; at < size; at += 1024) sum = (31 * sum + code.readInt32LE(at)) | 0;
    var isOfText = code.subarray(-16).equals(text.subarray(-16));
    if (isOfText && sum === code.readInt32LE(size)) return code.subarray(0, size);
  } catch (_) {}
}
function read(id) {
  if (require('node:sea').isSea()) return Buffer.from(require('node:sea').getRawAsset(id.slice(2)));
  return require('fs').readFileSync(require('path').join(__dirname, id));
}
