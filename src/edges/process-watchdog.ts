import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pid } from 'node:process';
import { randomHex } from './random-hex.ts';
import { trustedPath } from './trusted-file.ts';

/** What a watchdog is started with. */
interface WatchdogOptions {
  /** What undoes all that the console may have set of the terminal. */
  readonly restoration: string;
  /** Where the crash note goes; null for none. */
  readonly stateDirectory: string | null;
  /** Whose directory it is; undefined where the system has no users. */
  readonly uid: number | undefined;
  /** The first line of the note: program, version, engine. */
  readonly about: string;
  /** What may be shown of a path. */
  printable(path: string): string;
  /** Whether the terminal is one that a server of ssh has made. */
  readonly isOverSsh: boolean;
  /** False where the main thread may rightly wait: then only its death is noticed. */
  readonly noticesFreezes: boolean;
}

/** How often the main thread says that it is alive, milliseconds. */
const BEAT = 1000;

/**
 * Two shells. The first waits for what the console says, and for its end (the pipe closes, however it died): if the
 * terminal was not given back by then, it restores it. The second counts its own seconds, which the first sets back
 * with every beat of the console: after the sixth, so that 5 seconds without an answer are over, it restores the
 * terminal and ends the console, if that has had three seconds of processor time since; if it waits, after 30. On a
 * machine with too much to do a console that is only busy has less of it, and goes on.
 *
 * Seconds of its own: what is stopped, or asleep with the machine, together with the console counts nothing. A console
 * that alone was stopped is not frozen. Signals of the group (Ctrl-C, SIGTERM, a lost ssh) are for the console, and
 * must not end what watches it. The first tells the second by signals that nobody sends to groups: SIGUSR1 for a beat,
 * SIGALRM for one while somebody else has the terminal, SIGUSR2 for the end.
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
 * Starts what watches this process as long as it lives, and restores its terminal when this one cannot: after SIGKILL,
 * a crash of the engine, memory run out, or a main thread that has not answered for 5 seconds, which is ended then.
 *
 * Measured, in a machine of two cores: 0.5 MB of memory that nothing else shares (4.4 MB where all of the shell counts),
 * under a millisecond of processor time a second, and 5 ms of this process once, for the fork. (A thread of Node takes
 * 11 MB, and dies with what it watches.)
 *
 * It knows no secret: its environment is empty, and its own death changes nothing. Not in reach: the two of them killed
 * at once, and flags of the terminal beyond those that raw mode changes, which are put back as they usually are.
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
  const beats = setInterval(() => stdin.write('beat\n'), BEAT);
  const stop = () => clearInterval(beats);
  // There is no shell here, or it was ended: the console does without.
  child.on('error', stop);
  stdin.on('error', stop);
  child.unref();
  beats.unref();
  // A socket, whatever the type says.
  (stdin as typeof stdin & { unref?(): void }).unref?.();
  return {
    /** Whether the terminal is ours, and has to be restored should this process die. */
    setTaken: (isTaken: boolean): void => void stdin.write(isTaken ? 'taken\n' : 'given\n'),
  };
}

/** The path of a new note, in a directory that nobody else can lead elsewhere; empty where there is none. */
function placeOfNote({ stateDirectory, uid }: WatchdogOptions): string {
  if (stateDirectory === null) return '';
  const trust = trustedPath(join(stateDirectory, `crash-${randomHex(8)}.txt`), uid);
  return trust.kind === 'trusted' ? trust.path : '';
}
