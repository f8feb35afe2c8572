import { type ConsoleState, openSlice } from '../../state/console-state.ts';
import { withThing } from '../../state/workspace.ts';
import { count } from '../../text/figures.ts';
import { timeOfDay, type Zone } from '../../text/moments.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { PaneBody, PaneContext } from '../pane.ts';
import { openArranging } from './arranging.ts';
import { openChoosing } from './choosing.ts';
import { choosingCommands, guardianCommands } from './commands.ts';
import { questionForm } from './confirming.ts';
import { copiesOf } from './copies.ts';
import { hiddenRows } from './pages.ts';
import { openProbing } from './probing.ts';
import type { Returned } from './returned.ts';
import { EMPTY_GUARDIAN, fileOf, onZone, workOf } from './state.ts';
import { GuardianView } from './view.tsx';
import { openWorkbench } from './workbench.ts';

/**
 * Guardian: a specification is checked, held against what the zone has, and sent (operation 1); what the
 * service made of it is browsed and compared.
 */
export function openGuardian(context: PaneContext): PaneBody {
  const { store } = context;
  const slice = openSlice(store, 'guardian', EMPTY_GUARDIAN);
  const arranging = openArranging(slice);
  const workbench = openWorkbench(context, slice);
  const probing = openProbing(context);
  const choosing = openChoosing({
    context,
    slice,
    directories: context.acting.directories,
    choose: workbench.read,
  });
  const zones = () => store.getState().workspace.shieldZones;
  const showZone = (zone: string | null) => {
    if (zone !== slice.get().zone) slice.set(onZone(zone));
    workbench.assess();
  };
  const zoneIn = ({ workspace }: ConsoleState) =>
    workspace.shieldZones.find(({ id }) => id === slice.get().zone);

  store.subscribe(({ workspace: { shieldZones } }, before) => {
    const { zone } = slice.get();
    if (shieldZones === before.workspace.shieldZones || zone === null) return;
    if (!shieldZones.some(({ id }) => id === zone)) showZone(shieldZones[0]?.id ?? null);
  });

  return {
    commands: guardianCommands({ context, slice, arranging, workbench, choosing, showZone }),
    typing: choosingCommands(choosing),
    form: questionForm(context, slice, workbench.send),
    heading(state) {
      const work = workOf(slice.of(state));
      const { returned } = work;
      const file = fileOf(work);
      const title = file?.preflight.kind === 'read' ? file.preflight.title : null;
      return {
        left: title === null ? [] : [span(printable(title))],
        right: returned
          ? configurationSpans(returned, state.zone)
          : [span(words`nothing returned yet in this run`, theme.faint)],
      };
    },
    badges(state): readonly Printable[] {
      const hidden = hiddenRows(slice.of(state), state);
      return hidden === null ? [] : [words`FILTER (hid ${count(hidden)})`];
    },
    view: (room) => <GuardianView slice={slice} arranging={arranging} {...room} />,
    subject(state) {
      const zone = zoneIn(state);
      if (!zone) return null;
      const { returned } = workOf(slice.of(state));
      return { kind: 'shieldZones', ...zone, loadedAt: returned?.at.elapsed ?? null };
    },
    shown(subject) {
      probing.shown(true);
      if (subject) {
        store.setState(({ workspace }) => ({
          workspace: withThing(workspace, 'shieldZones', subject),
        }));
      }
      showZone(subject?.id ?? slice.get().zone ?? zones()[0]?.id ?? null);
    },
    hidden() {
      probing.shown(false);
      slice.set({ question: null });
    },
    copies: () => copiesOf(slice.get()),
    refresh() {
      workbench.assess();
      probing.now();
    },
    wayBack() {
      const { detail, section, lists } = slice.get();
      const list = lists[section];
      if (detail) return () => slice.set({ detail: false, detailTop: 0 });
      if (list.filter === '') return undefined;
      return () => slice.set({ lists: { ...lists, [section]: { ...list, filter: '' } } });
    },
  };
}

/** How old what is known of the zone is, and whether it may be out of date. */
const configurationSpans = ({ at, doubtedAt }: Returned, zone: Zone): Line => [
  span(words`configuration as of ${timeOfDay(at.wall, zone)}`, theme.faint),
  ...(doubtedAt ? [span(words` IN DOUBT `, theme.badgeWarn)] : []),
];
