/* The start of the bundle, in the syntax of old engines: they must be able to read the line that turns them away. */
// biome-ignore-all lint/complexity/useArrowFunction: old engines read this file
// biome-ignore-all lint/complexity/useOptionalChain: old engines read this file
// biome-ignore-all lint/style/useTemplate: old engines read this file
'use strict';

// Filled in by archive.ts. The sections are in the file of this name beside this one, or in this one when
// there is no name. A section is [names of chunks, bytes from its start to the end of the file, bytes, hash].
var NEEDS = [22, 15];
var FILE = '';
var SECTIONS = [];
var MAIN = '';

function isTooOld(version) {
  var parts = version.split('.');
  return +parts[0] < NEEDS[0] || (+parts[0] === NEEDS[0] && +parts[1] < NEEDS[1]);
}

var MONTH = 30 * 24 * 3600 * 1000;

function attempt(action) {
  try {
    return action();
  } catch (_) {
    return undefined;
  }
}

// What is read from it is executed: a directory that anyone else can write to is not looked at.
function isOursAlone(fs, directory) {
  return attempt(function () {
    var stat = fs.lstatSync(directory);
    return stat.isDirectory() && stat.uid === process.getuid() && (stat.mode & 63) === 0;
  });
}

function cacheDirectory(path) {
  var env = process.env;
  var base = env.XDG_CACHE_HOME || (env.HOME && path.join(env.HOME, '.cache'));
  if (!base || !path.isAbsolute(base)) return undefined;
  return env.NODE_DISABLE_COMPILE_CACHE || !process.getuid ? undefined : path.join(base, 'warren');
}

// Bytes that nearly every file fits into.
var ROOM = 2 << 20;

// Hands out the same memory again and again: what is read here is done with before the next is read. After
// the start it is let go of.
function sharedRoom() {
  var shared;
  return function (bytes) {
    if (bytes > ROOM) return Buffer.allocUnsafe(bytes);
    var room = shared && shared.deref();
    if (!room) {
      room = Buffer.allocUnsafeSlow(ROOM);
      shared = new WeakRef(room);
    }
    return room.subarray(0, bytes);
  };
}

function readWhole(fs, file, room) {
  var descriptor = fs.openSync(file, 'r');
  var bytes;
  try {
    bytes = room(fs.fstatSync(descriptor).size);
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}

/*
 * V8's code for the sections, kept between runs: it spares compiling, a third of the time to the first
 * full frame. Node's own compile cache is filled before anything has run, so it lacks what is compiled
 * lazily, which is nearly all. Best effort: without it a start costs more time, nothing else.
 */
function openCodeCache(fs, path, room) {
  var directory = cacheDirectory(path);
  var isReadable = directory !== undefined && isOursAlone(fs, directory);

  function fileOf(section) {
    return directory + '/' + section[3] + '-' + process.versions.v8 + '-' + process.arch;
  }
  function forget(now) {
    fs.readdirSync(directory).forEach(function (name) {
      var file = path.join(directory, name);
      if (now - fs.lstatSync(file).mtimeMs > MONTH) fs.unlinkSync(file);
    });
  }
  return {
    read: function (section) {
      if (!isReadable) return undefined;
      return attempt(function () {
        return readWhole(fs, fileOf(section), room);
      });
    },
    // Whole files only: V8 looks at the length of what it is given and at little else.
    write: function (section, data) {
      if (!directory) return;
      var draft = fileOf(section) + '.' + process.pid;
      [path.dirname(directory), directory].forEach(function (each) {
        attempt(function () {
          fs.mkdirSync(each, 448);
        });
      });
      attempt(function () {
        if (!isOursAlone(fs, directory)) return;
        forget(Date.now());
        fs.writeFileSync(draft, data, { mode: 384, flag: 'wx' });
        fs.renameSync(draft, fileOf(section));
      });
      attempt(function () {
        fs.rmSync(draft, { force: true });
      });
    },
  };
}

// Bytes of the young generation, both halves, at which it is large enough.
var YOUNG = 4 << 20;
// How much of itself it grows by: the engine's own factor, and none.
var GROWS = '--semi-space-growth-factor=2';
var STAYS = '--semi-space-growth-factor=1';
// By then the first picture is drawn.
var STARTED = 300;

/*
 * Keeps the engine's young generation as large as a start makes it. While a day of events is read it would
 * grow to 48 MB, at the same speed. What --max-semi-space-size does cannot be asked for once the engine
 * runs, and `#!` cannot carry it: `env -S` is not everywhere.
 */
function limitYoung() {
  setTimeout(function () {
    if (!require('node:worker_threads').isMainThread) return;
    var v8 = require('node:v8');
    var young = v8.getHeapSpaceStatistics().filter(function (space) {
      return space.space_name === 'new_space';
    })[0];
    if (!young) return;
    if (young.space_size < YOUNG) limitYoung();
    else v8.setFlagsFromString(STAYS);
  }, STARTED).unref();
}

// The engine refuses code that was kept under other flags than those in force. The flags are those of all
// threads, and another one may have limited the young generation.
function underOwnFlags(action) {
  // What is not needed takes no time of the first picture.
  if (process.uptime() * 1000 < STARTED) return action();
  var v8 = require('node:v8');
  var before = v8.cachedDataVersionTag();
  v8.setFlagsFromString(GROWS);
  var isLimited = v8.cachedDataVersionTag() !== before;
  var result = action();
  if (isLimited) v8.setFlagsFromString(STAYS);
  return result;
}

function run() {
  var fs = require('node:fs');
  var vm = require('node:vm');
  var path = require('node:path');
  var place = FILE ? path.join(path.dirname(__filename), FILE) : __filename;
  // Kept open, so that sections loaded later come from this very file even when it has been replaced.
  var file = attempt(function () {
    return fs.openSync(place, 'r');
  });
  if (file === undefined) {
    process.stderr.write(
      'warren is incomplete: ' + FILE + ' is missing beside it. Install it again.\n',
    );
    process.exitCode = 2;
    return;
  }
  var size = fs.fstatSync(file).size;
  var room = sharedRoom();
  var cache = openCodeCache(fs, path, room);
  var modules = {};
  var compiled = [];

  function textOf(section) {
    var bytes = room(section[2]);
    fs.readSync(file, bytes, 0, section[2], size - section[1]);
    var text = bytes.toString('latin1');
    // In a file of their own they stand as they are.
    return FILE ? text : text.split('*\u0001/').join('*/');
  }

  function compile(section) {
    var text = textOf(section);
    var code = cache.read(section);
    var script = underOwnFlags(function () {
      return new vm.Script(text, {
        filename: __filename + ':' + section[0][0],
        cachedData: code,
      });
    });
    if (!code || script.cachedDataRejected) keep(section, script);
    var functions = script.runInThisContext();
    section[0].forEach(function (name) {
      modules[name] = { run: functions[name], exports: {} };
    });
  }

  function load(name) {
    if (!modules[name]) {
      SECTIONS.filter(function (section) {
        return section[0].indexOf(name) >= 0;
      }).forEach(compile);
    }
    var loaded = modules[name];
    var run = loaded.run;
    loaded.run = undefined;
    if (run) {
      run.call(loaded.exports, requireFromSection, loaded, loaded.exports);
      loaded.ran = true;
    } else if (!loaded.ran) {
      // What it gives on is not there before it has run.
      throw new Error(name + ' is needed while it runs');
    }
    return loaded.exports;
  }

  function requireFromSection(id) {
    return id.charAt(0) === '.' ? load(id.slice(2)) : require(id);
  }

  // Written once the functions that a start needs have run, and at the latest on exit.
  function keep(section, script) {
    compiled.push([section, script]);
    if (compiled.length > 1) return;
    process.once('exit', save);
    setTimeout(save, 2000).unref();
  }
  function save() {
    underOwnFlags(function () {
      compiled.splice(0).forEach(function (entry) {
        cache.write(entry[0], entry[1].createCachedData());
      });
    });
  }

  load(MAIN);
  limitYoung();
}

if (isTooOld(process.versions.node)) {
  process.stderr.write(
    'warren needs Node ' +
      NEEDS.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '.\n',
  );
  process.exitCode = 2;
} else {
  run();
}
