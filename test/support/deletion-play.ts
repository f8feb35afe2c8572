import { ApiError, type ApiErrorKind } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { visibleApps } from '../../src/panes/apps/list.ts';
import { deletionLines } from '../../src/shell/overlays/deletion-lines.ts';
import { selectedId } from '../../src/state/list.ts';
import { PANE_TABS } from '../../src/state/pane-tabs.ts';
import { EMPTY_WORKSPACE, type WorkspaceItem } from '../../src/state/workspace.ts';
import { fakeClock } from './fake-clock.ts';
import { lineText } from './line-text.ts';
import { seededRandom } from './random.ts';
import { type UndrawnConsole, undrawnConsole } from './undrawn-console.ts';

/** The result of a play. */
export interface PlayResult {
  /** One sentence for each violation. */
  readonly violations: readonly string[];
  readonly opened: number;
  readonly confirmed: number;
  readonly sent: number;
  /** The number of changes for each outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Ids and names that are easily confused. */
const APPS: readonly WorkspaceItem[] = [
  { id: 'aa1', name: 'checkout' },
  { id: 'aa1b', name: 'checkout' },
  { id: 'aA1', name: 'checkout-eu' },
  { id: 'b', name: 'basket' },
  { id: 'aa10', name: 'aa1' },
];

const FAILURES: readonly [ApiErrorKind, ...ApiErrorKind[]] = [
  'unreachable',
  'interrupted',
  'timeout',
  'unauthorised',
  'refused',
  'not-found',
  'rate-limited',
  'service',
  'redirected',
  'unexpected',
];

const overview = (id: string) => ({
  status: 'active',
  regions: [{ region: 'DE', pods: [{ name: `${id}-1`, status: 'ready', containers: [] }] }],
  activeInstances: { indicator: 1 },
  activeRegions: { indicator: 1 },
  totalVolumeSizeInGb: 1,
  monthlyCost: 2,
});

/** The deletion shown on screen; undefined if there is none. */
function onScreen(console: UndrawnConsole) {
  const state = console.state();
  const { deletion } = console.deletion();
  if (deletion.kind === 'closed' || state.overlays.at(-1) !== 'deletion') return undefined;
  const lines = deletionLines(deletion, undefined, {
    room: state.size,
    zone: 'utc',
  }).map(lineText);
  const value = (label: string) =>
    lines
      .find((line) => line.trimStart().startsWith(label))
      ?.trimStart()
      .slice(label.length)
      .trim();
  return {
    kind: deletion.kind,
    id: value('id '),
    typed: value('Type the ID:')?.replace(/ *matches$/, ''),
    whole: lines.length <= state.size.rows - 5 && state.size.columns >= 60 && state.size.rows >= 15,
  };
}

/** Lets everything that a timer started end. Nothing in a play reaches outside the process, so microtasks suffice. */
const microtasks = async () => {
  for (let turn = 0; turn < 24; turn += 1) await undefined;
};

/** What the operator has done so far, recorded independently of the program, to judge whether a DELETE is allowed. */
interface Witness {
  /** The text typed in the dialog since it opened, with erasures applied. */
  keys: string;
  /** The time of the last key or paste. */
  inputAt: number;
  /** The id on screen, and when the deleting key was pressed on its own with that id typed. */
  confirmed: { readonly id: string; readonly at: number } | undefined;
  /** The row under the cursor, and since when it has been there. */
  aim: { readonly id: string | null; readonly since: number };
  /** The row that the action menu was opened on; null if the cursor had not been on it for long enough. */
  menu: string | null;
}

/** The digit of Apps, or, on Apps, the digit of Scripts. */
const otherPane = (pane: string): string => PANE_TABS[pane === 'apps' ? 'scripts' : 'apps'].digit;

/** The application on screen, or the one under the cursor, which starts on the first row. */
function underCursor(console: UndrawnConsole): string | null {
  const apps = console.apps();
  const { now } = console.state();
  const ids = visibleApps(apps, now).map(({ id }) => id);
  return apps.inside ?? selectedId(apps.list, ids);
}

/**
 * Plays a random operator, a changing list and a failing service against a whole console without a screen, and judges
 * every DELETE that is sent. `seed` decides everything.
 */
export async function playDeletion(seed: number, steps = 40): Promise<PlayResult> {
  const random = seededRandom(seed);
  let moved = () => {};
  const clock = fakeClock(undefined, async () => {
    await microtasks();
    moved();
  });
  const violations: string[] = [];
  const witness: Witness = {
    keys: '',
    inputAt: -1000,
    confirmed: undefined,
    aim: { id: null, since: 0 },
    menu: null,
  };
  const underWay = new Set<string>();
  const result = { opened: 0, confirmed: 0, sent: 0, outcomes: {} as Record<string, number> };
  let down = false;

  const fail = (kind: ApiErrorKind) => new ApiError({ kind, title: `made to be ${kind}` });

  /** Checks that the operator confirmed this DELETE key by key. */
  const deleteArrives = (id: string) => {
    result.sent += 1;
    const { confirmed } = witness;
    witness.confirmed = undefined;
    if (!confirmed) violations.push(`a DELETE of ${id} that nobody confirmed`);
    else if (confirmed.id !== id)
      violations.push(`${confirmed.id} was confirmed, ${id} is deleted`);
    else if (clock.elapsed() - confirmed.at < 5000) violations.push(`${id} went before its time`);
    if (underWay.has(id)) violations.push(`a second DELETE of ${id} while one is under way`);
    underWay.add(id);
  };

  // The console requests only overviews and deletions. Both get decoded answers.
  const call = (async (operation, input, signal) => {
    const { appId } = input as { readonly appId: string };
    const isDelete = operation.id === 'app-delete';
    if (isDelete) deleteArrives(appId);
    const wait = isDelete ? random.below(4000) : random.below(400);
    const failure = down || random.oneIn(isDelete ? 3 : 25) ? random.pick(FAILURES) : undefined;
    await clock.sleep(wait, signal);
    if (isDelete) underWay.delete(appId);
    if (failure) throw fail(failure);
    return (isDelete ? null : overview(appId)) as never;
  }) as Call;

  const console = undrawnConsole({
    clock,
    call,
    workspace: { ...EMPTY_WORKSPACE, apps: APPS },
  });

  const look = () => {
    const id = underCursor(console);
    if (id !== witness.aim.id) witness.aim = { id, since: clock.elapsed() };
  };
  let seen = console.apps();
  // The witness sees a row move when an answer moves it.
  moved = () => {
    if (console.apps() === seen) return;
    seen = console.apps();
    look();
  };
  const aimed = () => (clock.elapsed() - witness.aim.since >= 400 ? witness.aim.id : null);

  /** The application with this id or, if there is none, with this name. */
  const asked = (word: string | undefined): string | undefined => {
    const { apps } = console.state().workspace;
    const isMeant = apps.some(({ id }) => id === word);
    return isMeant ? word : (apps.find(({ name }) => name === word)?.id ?? word);
  };

  /** The application that command `name` may open the dialog on; undefined if it may open none. */
  const mayOpen = (name: string): string | null | undefined => {
    const { prompt, overlays } = console.state();
    if (name !== 'enter') return undefined;
    if (prompt?.id === 'command') return asked(prompt.value.split(' ')[1]) ?? aimed();
    return overlays.at(-1) === 'actions' ? witness.menu : undefined;
  };

  const key = (name: string) => {
    const before = onScreen(console);
    const now = clock.elapsed();
    const allowed = mayOpen(name);
    const { prompt, overlays } = console.state();
    if (name === '.' && !prompt && overlays.length === 0) witness.menu = aimed();
    const quiet = now - witness.inputAt;
    witness.inputAt = now;
    if (before?.kind === 'asking') {
      // Below 60 x 15 the screen has no field.
      const { columns, rows } = console.state().size;
      const isSeen = columns >= 60 && rows >= 15;
      if (name.length === 1 && isSeen) witness.keys += name;
      else if (name === 'backspace' && isSeen) witness.keys = witness.keys.slice(0, -1);
      else if (name === 'ctrl-u') witness.keys = '';
      else if (name === 'ctrl-y') {
        const { id = '', typed, whole } = before;
        const isMeant =
          witness.keys.endsWith(id) && typed === id && id !== '' && whole && quiet >= 150;
        if (isMeant) witness.confirmed = { id, at: now };
      }
    }
    if (before && (name === 'esc' || name === 'ctrl-c')) witness.confirmed = undefined;
    console.input({ kind: 'key', key: name });
    const after = onScreen(console);
    look();
    if (!before && after) {
      if (allowed !== after.id) violations.push(`${after.id} was opened instead of ${allowed}`);
      result.opened += 1;
      witness.keys = '';
    }
    if (before?.kind === 'asking' && after?.kind === 'counting') {
      result.confirmed += 1;
      if (witness.confirmed?.id !== after.id) {
        violations.push(`the countdown for ${after.id} began without a hand that meant it`);
      }
    }
    if (after?.kind === 'reading') witness.keys = '';
  };

  const paste = (text: string) => {
    witness.inputAt = clock.elapsed();
    console.input({ kind: 'paste', text, cut: false });
  };

  const type = async (text: string, pace: number) => {
    for (const character of text) {
      await clock.advance(pace);
      key(character);
    }
  };

  const anyId = () => APPS[random.below(APPS.length)]?.id ?? 'b';

  /** One action of the operator, mostly one that leads towards a deletion. */
  const act = async () => {
    const shown = onScreen(console);
    const what = random.below(20);
    if (shown?.kind === 'asking' && what < 12) {
      const id = shown.id ?? '';
      if (shown.typed !== id) {
        if ((shown.typed ?? '') !== '') key('ctrl-u');
        const text = random.oneIn(5) ? anyId() : id;
        await type(text, random.oneIn(6) ? 0 : 20 + random.below(200));
        if (!random.oneIn(3)) return;
        await clock.advance(random.below(300));
        key('ctrl-y');
      } else {
        await clock.advance(random.below(300));
        key('ctrl-y');
      }
      return;
    }
    if (shown?.kind === 'counting' && what < 12) {
      await clock.advance(random.below(6000));
      return;
    }
    if (!shown && what < 9) {
      await clock.advance(random.below(900));
      if (random.oneIn(2)) {
        if (random.oneIn(2)) {
          key(random.pick(['j', 'k']));
          await clock.advance(random.below(1000));
        }
        key('.');
        await clock.advance(random.below(300));
        if (random.oneIn(3)) await disturb(random.below(3));
        key('G');
        await clock.advance(random.below(400));
        if (random.oneIn(3)) await disturb(random.below(3));
        key('enter');
      } else {
        key(':');
        await type(random.oneIn(3) ? 'delete' : `delete ${anyId()}`, 60);
        key('enter');
      }
      return;
    }
    await disturb(what, shown?.id);
  };

  const rearrange = (change: (apps: readonly WorkspaceItem[]) => readonly WorkspaceItem[]) => {
    console.setWorkspace((workspace) => ({ ...workspace, apps: change(workspace.apps) }));
    look();
  };

  /** One disturbance. */
  const disturb = async (what: number, id = anyId()) => {
    switch (what % 12) {
      case 0:
        return rearrange(shuffled);
      case 1:
        return rearrange((apps) => apps.filter(() => !random.oneIn(4)));
      case 2:
        return rearrange(() => shuffled(APPS));
      case 3: {
        const repeated = random.pick(['enter', 'ctrl-y', 'esc', 'j', 'backspace', 'b']);
        for (let count = 1 + random.below(6); count > 0; count -= 1) {
          key(repeated);
          await clock.advance(33);
        }
        return;
      }
      case 4:
        return paste(random.oneIn(2) ? id : `${id}\r`);
      case 5:
        return console.resize(
          random.pick([100, 60, 59, 200, 20]),
          random.pick([30, 15, 14, 50, 5]),
        );
      case 6:
        return console.resize(100, 30);
      case 7:
        down = !down && random.oneIn(3);
        return;
      case 8:
        return key(
          random.pick(['j', 'k', 'G', 'g', 'r', 'O', 'I', 'space', 'f', 'ctrl-d', 'x', 'd']),
        );
      case 9:
        return key(
          random.pick(['esc', 'ctrl-c', 'enter', 'ctrl-y', otherPane(console.state().pane)]),
        );
      case 10:
        return clock.advance(random.below(40_000));
      default:
        return clock.advance(random.below(3000));
    }
  };

  function shuffled(apps: readonly WorkspaceItem[]): readonly WorkspaceItem[] {
    const rest = [...apps];
    const order: WorkspaceItem[] = [];
    while (rest.length > 0) order.push(...rest.splice(random.below(rest.length), 1));
    return order;
  }

  look();
  await clock.advance(500);
  for (let step = 0; step < steps; step += 1) await act();
  await clock.advance(12_000);
  for (const { operation, state } of console.state().changes) {
    if (operation !== 'app-delete') violations.push(`a change nobody knows: ${operation}`);
    result.outcomes[state.kind] = (result.outcomes[state.kind] ?? 0) + 1;
  }
  const recorded = console.state().changes.length;
  if (recorded !== result.sent) violations.push(`${result.sent} sent, ${recorded} listed`);
  console.stop();
  return { ...result, violations };
}
