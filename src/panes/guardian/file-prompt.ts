import { expandHome, type Listing } from '../../edges/machine.ts';
import type { Slice } from '../../state/slice.ts';
import { words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import {
  type Completion,
  completed,
  firstChosen,
  isTypable,
  type PathMatch,
  pathMatches,
  splitPath,
} from './path-completion.ts';
import type { GuardianState } from './state.ts';

export function openFilePrompt(
  context: PaneContext,
  slice: Slice<GuardianState>,
  choose: (path: string) => Promise<void>,
) {
  const { store } = context;
  const { directories } = context.mutations;
  /** The last listed directory: only a slash lists another one. */
  let looked: { directory: string; listing: ReturnType<typeof directories.list> } | null = null;
  const prompt = () => {
    const { prompt: open } = store.getState();
    return open?.id === PROMPT ? open : null;
  };

  const offer = async (typed: string): Promise<void> => {
    const { directory, name } = splitPath(typed);
    if (looked?.directory !== directory) {
      const path = expandHome(directory === '' ? '.' : directory, directories.home);
      looked = { directory, listing: directories.list(path) };
    }
    const listing = await looked.listing;
    const matches = listing && (await matchesOf(listing, typed, name));
    if (prompt()?.value !== typed || slice.getState().completion?.typed === typed) return;
    const cutAt = listing?.isCut ? listing.entries.length : null;
    const chosen = firstChosen(matches, name);
    slice.setState({ completion: { typed, directory, matches, cutAt, chosen } });
  };

  /** An existing file comes first, even beyond the end of the listing. */
  const matchesOf = async ({ entries }: Listing, typed: string, name: string) => {
    const matches = pathMatches(entries, name);
    if (name === '' || matches[0]?.entry.name === name) return matches;
    if (!(await directories.isFile(expandHome(typed, directories.home)))) return matches;
    const entry = { name, kind: 'file' } as const;
    return [{ entry, ranges: [[0, name.length]] as const }, ...matches];
  };

  const ask = (value: string, isProposal = false): Promise<void> => {
    context.ask({
      id: PROMPT,
      label: words`File`,
      value,
      isProposal,
      placeholder: words`the path of an OpenAPI document; Tab completes`,
      changed: (typed) => void offer(typed),
      accepted: () => {},
      cancelled: () => slice.setState({ completion: null }),
    });
    return offer(value);
  };

  const offered = async (): Promise<Completion | undefined> => {
    const typed = prompt()?.value;
    if (typed === undefined) return undefined;
    await offer(typed);
    const { completion } = slice.getState();
    return completion?.typed === typed && prompt()?.value === typed ? completion : undefined;
  };
  const marked = ({ matches, chosen }: Completion) => matches?.[chosen];
  const goOn = async (completion: Completion, match: PathMatch): Promise<void> => {
    if (isTypable(match.entry.name)) await ask(completed(completion, match));
    else {
      context.say(
        words`That name has characters that cannot be typed here. Enter takes a file of such a name.`,
        'warn',
      );
    }
  };

  return {
    open(path: string) {
      looked = null;
      return ask(path, path !== '');
    },
    move(by: number) {
      const { completion } = slice.getState();
      const last = (completion?.matches?.length ?? 0) - 1;
      if (!completion || last < 0) return;
      const chosen = Math.max(0, Math.min(last, completion.chosen + by));
      slice.setState({ completion: { ...completion, chosen } });
    },
    async complete() {
      const completion = await offered();
      const match = completion && (marked(completion) ?? completion.matches?.[0]);
      if (match) await goOn(completion, match);
    },
    /** Enter: reads the marked file, opens the marked directory, or takes the typed path if none is marked. */
    async take() {
      const completion = await offered();
      if (!completion) return;
      const match = marked(completion);
      if (match?.entry.kind === 'directory') {
        await goOn(completion, match);
        return;
      }
      const path = match ? `${completion.directory}${match.entry.name}` : completion.typed;
      context.closePrompt();
      slice.setState({ completion: null });
      if (path.trim() !== '') await choose(expandHome(path, directories.home));
    },
  };
}

export type FilePrompt = ReturnType<typeof openFilePrompt>;

/** Id of the prompt: the pane's typing commands apply while a prompt with the pane's id is open. */
const PROMPT = 'guardian';
