import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pid } from 'node:process';
import { randomHex } from './random-hex.ts';
import { trustedPath } from './trusted-file.ts';

interface WatchdogOptions {
  /** Undoes all terminal settings of the console. */
  readonly restoration: string;
  /** Directory of the crash note; null for none. */
  readonly stateDirectory: string | null;
  /** Owner of that directory; undefined on systems without users. */
  readonly uid: number | undefined;
  /** First line of the note: program, version, engine. */
  readonly about: string;
  /** Makes a path safe to print. */
  printable(path: string): string;
  /** Whether the terminal was created by an ssh server. */
  readonly isOverSsh: boolean;
  /** False if the main thread may block for long: then only its death is noticed. */
  readonly noticesFreezes: boolean;
}

/** Interval of the main thread's heartbeat, milliseconds. */
const HEARTBEAT_MS = 1000;

/**
 * Two shells. The first waits for messages from the console and for its end (the pipe closes, however it died); if
 * the terminal was not given back by then, it restores it. The second counts seconds since the last heartbeat, which
 * the first forwards. After the sixth, so that 5 full seconds have passed, it restores the terminal and kills the
 * console if that has used three seconds of processor time meanwhile; if the console is only waiting, after 30. On an
 * overloaded machine a busy console gets less processor time, and survives.
 *
 * Counting its own seconds, it does not count while it is stopped, or asleep with the machine, together with the
 * console. A console that is stopped alone is not frozen. Group signals (Ctrl-C, SIGTERM, a lost ssh connection) are
 * for the console and must not end the watchdog. So the first shell signals the second with signals that nobody sends
 * to groups: SIGUSR1 for a heartbeat, SIGALRM for one while another program has the terminal, SIGUSR2 for the end.
 */
const SCRIPT = String.raw`
console=$1 restoration=$2 note=$3 name=$4 about=$5 freezes=$6 ssh=$7
trap '' HUP INT QUIT TERM TSTP TTIN TTOU USR1 ALRM
umask 077
set -C
exec 3<&1

write_note() {
  [ -z "$note" ] || mkdir -p "$(dirname "$note")" &&
    printf '%s\n' "$about" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$@" >"$note"
} 2>/dev/null

restore() {
  [ -n "$taken" ] || return
  printf %s "$restoration"
  settings=$(stty -a <&3)
  # Without these the terminal is raw. A shell that was there first has restored it, and edits its line by now.
  case $settings in *-isig*) ;; *) return ;; esac
  # Raw mode leaves the second as it is. Who sets one of them sets the other, and the kernel begins with neither. But ssh
  # hands on the second alone.
  case $settings in *-imaxbel*) brkint= ;; *) brkint=brkint ;; esac
  [ -z "$ssh" ] || brkint=
  stty $brkint icrnl ixon echo icanon iexten isig <&3
}

say() {
  if [ -s "$note" ]; then
    printf 'warren %s. Crash note: %s\n' "$1" "$name"
  else
    printf 'warren %s.\n' "$1"
  fi
}

is_stopped() {
  case $(ps -o stat= -p "$console" || sed -n 's/^State:[[:blank:]]*//p' "/proc/$console/status") in
    [Tt]*) ;;
    *) return 1 ;;
  esac
} 2>/dev/null

# Ticks of processor time that the main thread has had; nothing where the system does not say.
worked() {
  read -r stat </proc/$console/task/$console/stat || return
  set -- ${'$'}{stat##*) }
  echo $((${'$'}{12} + ${'$'}{13}))
} 2>/dev/null

# Whether it computes without end (300 ticks are 3 seconds), rather than that it waits for a disk, or for a machine with
# too much to do.
is_frozen() {
  now=$(worked)
  [ $missed -ge 30 ] || [ -z "$now" ] || [ $((now - before)) -ge 300 ]
}

count() {
  missed=0 taken=yes before=$(worked)
  trap 'missed=0 taken=yes before=$(worked)' USR1
  trap 'missed=0 taken= before=$(worked)' ALRM
  while [ $missed -lt 6 ] || ! is_frozen; do
    sleep 1 >/dev/null || exit
    # Without the first no beat comes through.
    kill -0 $$ || exit
    missed=$((missed + 1))
    [ $missed -lt 6 ] || ! is_stopped || missed=0
  done
  trap '' USR2
  restore
  [ $missed -lt 30 ] && seconds=5 || seconds=30
  write_note "The console did not answer for $seconds seconds and was ended." \
    "State, processor time, memory in KiB: $(ps -o stat= -o time= -o rss= -p "$console")"
  say "did not answer for $seconds seconds and was ended"
  kill -KILL "$console"
  exit 3
}

[ -z "$freezes" ] || count </dev/null &
counting=$!
taken=
while read -r said; do
  case $said in
    taken) taken=yes ;;
    given) taken= ;;
  esac
  if [ -n "$taken" ]; then kill -USR1 $counting; else kill -ALRM $counting; fi
done
kill -USR2 $counting
wait $counting
[ $? != 3 ] && [ -n "$taken" ] || exit
restore
write_note 'The console was killed, ran out of memory, or crashed.'
say 'was killed, or crashed'
`;

/**
 * Starts a watchdog that restores the terminal if this process cannot: after SIGKILL, an engine crash, running out of
 * memory, or when the main thread has not answered for 5 seconds and is killed.
 *
 * Measured on two cores: 0.5 MB of unshared memory (4.4 MB with shared pages), less than 1 ms of processor time a
 * second, and 5 ms in this process for the fork. (A Node thread takes 11 MB, and dies with the process.)
 *
 * It knows no secrets: its environment is empty. Its own death has no effect. Not covered: killing both at once, and
 * terminal flags that raw mode does not change; the flags it changes are reset to their usual values.
 */
export function startProcessWatchdog(options: WatchdogOptions) {
  const { restoration, about, isOverSsh, noticesFreezes } = options;
  const note = placeOfNote(options);
  const freezes = noticesFreezes ? 'yes' : '';
  const given = [`${pid}`, restoration, note, options.printable(note), about, freezes];
  given.push(isOverSsh ? 'yes' : '');
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'warren-watchdog', ...given], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'inherit', 'ignore'],
  });
  const { stdin } = child;
  const beats = setInterval(() => stdin.write('beat\n'), HEARTBEAT_MS);
  const stop = () => clearInterval(beats);
  // Without a shell, or if it was killed, the console runs without a watchdog.
  child.on('error', stop);
  stdin.on('error', stop);
  child.unref();
  beats.unref();
  // A socket, despite its type.
  (stdin as typeof stdin & { unref?(): void }).unref?.();
  return {
    /** Whether the terminal is in use and must be restored if this process dies. */
    setTaken: (isTaken: boolean): void => void stdin.write(isTaken ? 'taken\n' : 'given\n'),
  };
}

/** The path for a new note in a directory others cannot redirect; empty if there is none. */
function placeOfNote({ stateDirectory, uid }: WatchdogOptions): string {
  if (stateDirectory === null) return '';
  const trust = trustedPath(join(stateDirectory, `crash-${randomHex(8)}.txt`), uid);
  return trust.kind === 'trusted' ? trust.path : '';
}
