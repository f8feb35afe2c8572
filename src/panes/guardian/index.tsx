import { search } from '../../contract/operations/search.ts';
import { createWake } from '../../feeds/scheduling.ts';
import { isOutage } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { withItem } from '../../state/workspace.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printableStart, words } from '../../text/printable.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { pollIn } from '../polling.ts';
import { openActions } from './actions.ts';
import { filePromptCommands, guardianCommands } from './commands.ts';
import { openFilePrompt } from './file-prompt.ts';
import { cachedLayout } from './layout.ts';
import { EMPTY_GUARDIAN, fileOf, onZone, type Returned, workOf } from './state.ts';
import { questionForm } from './upload-request.ts';
import { GuardianView } from './view.tsx';

/**
 * Guardian: a specification is checked, compared with what the zone has, and sent (operation 1); what the
 * service made of it is browsed and compared.
 */
export function openGuardian(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_GUARDIAN);
  const layoutOfSection = cachedLayout(slice);
  const actions = openActions(context, slice);
  const probe = openConnectionProbe(context);
  const filePrompt = openFilePrompt({
    context,
    slice,
    directories: context.mutations.directories,
    choose: actions.read,
  });
  const zones = () => store.getState().workspace.shieldZones;
  const showZone = (zone: string | null) => {
    if (zone !== slice.getState().zone) slice.setState(onZone(zone));
    actions.assess();
  };
  const zoneIn = ({ workspace }: ConsoleState) =>
    workspace.shieldZones.find(({ id }) => id === slice.getState().zone);

  store.subscribe(({ workspace: { shieldZones } }, before) => {
    const { zone } = slice.getState();
    if (shieldZones === before.workspace.shieldZones || zone === null) return;
    if (!shieldZones.some(({ id }) => id === zone)) showZone(shieldZones[0]?.id ?? null);
  });

  return {
    ...PANE_TABS.guardian,
    commands: guardianCommands({ context, slice, layoutOfSection, actions, filePrompt, showZone }),
    typing: filePromptCommands(filePrompt),
    form: questionForm(context, slice, actions.send),
    heading(state) {
      const work = workOf(slice.getState());
      const { returned } = work;
      const file = fileOf(work);
      const title = file?.preflight.kind === 'read' ? file.preflight.title : null;
      return {
        left: title === null ? [] : [span(printableStart(title))],
        right: returned
          ? configurationSpans(returned, state.timeZone)
          : [span(words`no configuration returned yet in this run`, theme.faint)],
      };
    },
    badges(state): readonly Printable[] {
      const { lists, section } = slice.getState();
      return lists[section].filter === ''
        ? []
        : [words`FILTER: ${count(layoutOfSection(state).page.hidden)} hidden`];
    },
    view: (room) => (
      <GuardianView store={store} slice={slice} layoutOfSection={layoutOfSection} {...room} />
    ),
    subject(state) {
      const zone = zoneIn(state);
      if (!zone) return null;
      const { returned } = workOf(slice.getState());
      return { kind: 'shieldZones', ...zone, loadedAt: returned?.at.elapsed ?? null };
    },
    shown(subject) {
      probe.shown(true);
      if (subject) {
        store.setState(({ workspace }) => ({
          workspace: withItem(workspace, 'shieldZones', subject),
        }));
      }
      showZone(subject?.id ?? slice.getState().zone ?? zones()[0]?.id ?? null);
    },
    hidden() {
      probe.shown(false);
      slice.setState({ question: null });
    },
    copies: () => layoutOfSection(store.getState()).page.copies(),
    refresh() {
      actions.assess();
      probe.now();
    },
    wayBack() {
      const state = slice.getState();
      const { detail, section, lists } = state;
      const list = lists[section];
      if (workOf(state).choice.kind === 'reading') return actions.cancelReading;
      if (detail) return () => slice.setState({ detail: false, detailTop: 0 });
      if (list.filter === '') return undefined;
      return () => slice.setState({ lists: { ...lists, [section]: { ...list, filter: '' } } });
    },
  };
}

/** How old what is known of the zone is, and whether it may be out of date. */
const configurationSpans = ({ at, doubtedAt }: Returned, zone: TimeZone): Line => [
  span(words`configuration as of ${timeOfDay(at.wall, zone)}`, theme.faint),
  ...(doubtedAt ? [span(words` IN DOUBT `, theme.badgeWarn)] : []),
];

/** The least there is to ask for: one result of a search. */
const QUESTION = { search: 'a', size: 1 };

/**
 * While the connection is down nothing is sent, and this pane reads nothing by itself: so that it does not
 * stay down for ever, the service is asked for a search result until it answers again.
 */
function openConnectionProbe(context: PaneContext) {
  const { store, clock, feeds } = context;
  const wake = createWake();
  let onScreen = false;

  const isWanted = () => {
    const { connection, profile } = store.getState();
    return onScreen && isOutage(connection) && !profile.readOnly;
  };
  const look = () => {
    feeds.run('guardian.probe', isWanted() ? 'service' : null, async (signal) => {
      // It has just failed: the first question waits like all others.
      await wake.during((ended) => clock.sleep(store.getState().interval, ended), signal);
      await pollIn(context, {
        signal,
        wake,
        interval: () => store.getState().interval,
        paused: () => store.getState().pausedAt !== null,
        async ask() {
          await context.requests.load(search, QUESTION, signal);
          return 'again';
        },
      });
    });
  };
  store.subscribe(({ connection }, before) => {
    if (isOutage(connection) !== isOutage(before.connection)) look();
  });

  return {
    /** The pane comes on screen, or leaves it. */
    shown(now: boolean) {
      onScreen = now;
      look();
    },
    now: wake.now,
  };
}
