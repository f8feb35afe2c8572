import { focusOf, type Item, type Scene, tableOf } from './scene.ts';
import {
  changedCells,
  growth,
  itemSentence,
  noticeSentence,
  placeSentence,
  promptSentence,
  shape,
  tableChange,
  tableSentence,
  withoutFigures,
} from './sentences.ts';

export interface News {
  readonly lines: readonly string[];
  /** The focused row, spoken last; null if none or unchanged. */
  readonly focus: string | null;
  /** What has been heard afterwards, without what was held back. */
  readonly heard: Scene;
}

interface Known {
  readonly before: Scene;
  /** The last scene of the current place, if any. */
  readonly earlier?: Scene | undefined;
}

const sentence = (item: Item | null): string | null => (item === null ? null : itemSentence(item));

/** `texts` without those in `before`, compared by `key` and count. */
function added(
  before: readonly string[],
  texts: readonly string[],
  key: (text: string) => string,
): readonly string[] {
  const known = new Map<string, number>();
  for (const text of before) known.set(key(text), (known.get(key(text)) ?? 0) + 1);
  return texts.filter((text) => {
    const left = known.get(key(text)) ?? 0;
    known.set(key(text), left - 1);
    return left <= 0;
  });
}

const same = (text: string): string => text;

/** Texts and tabs; `live` selects those with changing figures. */
const textsOf = ({ items }: Scene, live = false): readonly string[] =>
  items.flatMap((item) =>
    item.kind === 'tab' || item.kind === 'text'
      ? (item.kind === 'text' && item.live) === live
        ? [item.text]
        : []
      : [],
  );

/** Live texts with more than a changed figure. */
const liveNews = (before: Scene, scene: Scene): readonly string[] =>
  added(textsOf(before, true), textsOf(scene, true), shape);
const tabsOf = ({ items }: Scene): string =>
  items.flatMap((item) => (item.kind === 'tab' ? [item.text] : [])).join('\n');

/** Identifies the current container: a table by its columns, or text. */
function containerOf(scene: Scene): string {
  const focus = focusOf(scene);
  if (focus?.kind === 'text') return 'text';
  return tableOf(scene)?.columns.join('\n') ?? '';
}

const noticeNews = (before: Scene | null, { notice }: Scene): readonly string[] =>
  notice && (notice.text !== before?.notice?.text || notice.tone !== before.notice.tone)
    ? [noticeSentence(notice)]
    : [];

const promptNews = (before: Scene | null, { prompt }: Scene): readonly string[] =>
  prompt && prompt.label !== before?.prompt?.label ? [promptSentence(prompt)] : [];

const isElsewhere = (before: Scene, scene: Scene): boolean =>
  before.place?.name !== scene.place?.name;

/** Everything, with every row or only the focused one. */
export function whole(scene: Scene, rows: 'every row' | 'the focus'): News {
  const { place, items, keys } = scene;
  const focus = focusOf(scene);
  return {
    lines: [
      ...(place ? [placeSentence(place)] : []),
      ...statusNews(null, scene),
      ...items
        .filter((item) => item !== focus && (item.kind !== 'row' || rows === 'every row'))
        .map(itemSentence),
      ...(keys === '' ? [] : [keys]),
      ...noticeNews(null, scene),
      ...promptNews(null, scene),
    ],
    focus: sentence(focus),
    heard: scene,
  };
}

/** Changes of the status, in one line. */
function statusNews(before: Scene | null, { place, status }: Scene): readonly string[] {
  // Before the first frame nothing can have ended.
  if (!place) return [];
  const known = before?.status ?? [];
  const all = added(known, status, shape);
  if (all.length > 0) return [`${all.join(', ')}.`];
  return added(status, known, shape).map((text) => `No longer ${text}.`);
}

/** A new pane or overlay: its name and content, or for a known place what is new. */
function arrival({ before, earlier }: Known, scene: Scene): News {
  const { place, items } = scene;
  const focus = focusOf(scene);
  const texts = new Set(
    earlier && !place?.isDialog
      ? added(textsOf(earlier), textsOf(scene), shape)
      : [...textsOf(scene), ...textsOf(scene, true)],
  );
  return {
    lines: [
      ...(place ? [placeSentence(place)] : []),
      ...noticeNews(before, scene),
      ...statusNews(before, scene),
      ...items
        .filter(
          (item) =>
            item !== focus && (item.kind === 'table' || ('text' in item && texts.has(item.text))),
        )
        .map(itemSentence),
      // Only at the start.
      ...(before.place || scene.keys === '' ? [] : [scene.keys]),
      ...promptNews(before, scene),
    ],
    focus: sentence(focus),
    heard: scene,
  };
}

/** The text of a new container in the same place, such as another table or tab. */
function inside(before: Scene, scene: Scene): readonly string[] {
  const focus = focusOf(scene);
  const kept = focus?.kind === 'text' ? [...textsOf(before), focus.text] : textsOf(before);
  const table = tableOf(scene);
  return [
    ...added(kept, textsOf(scene), same),
    ...liveNews(before, scene),
    ...(table && focus?.kind !== 'text' ? [tableSentence(table)] : []),
  ];
}

const isAnother = (before: Scene, scene: Scene): boolean =>
  containerOf(before) !== containerOf(scene) || tabsOf(before) !== tabsOf(scene);

/** The effect of a key: the new position, or what else changed. */
export function answer(known: Known, scene: Scene): News {
  const { before } = known;
  if (isElsewhere(before, scene)) return arrival(known, scene);
  const focus = sentence(focusOf(scene));
  const asks = promptNews(before, scene);
  // A question comes before the cursor's new position.
  const moved = asks.length === 0 && focus !== sentence(focusOf(before));
  const table = tableOf(scene);
  const earlier = tableOf(before);
  const about = [...statusNews(before, scene), ...noticeNews(before, scene), ...asks];
  if (isAnother(before, scene)) {
    return { lines: [...inside(before, scene), ...about], focus, heard: scene };
  }
  const changed = table && earlier ? tableChange(earlier, table) : '';
  const texts = moved ? [] : added(textsOf(before), textsOf(scene), same);
  const lines = [...texts, ...(changed === '' ? [] : [changed]), ...about];
  if (moved || lines.length > 0) {
    return { lines, focus: moved || changed !== '' ? focus : null, heard: scene };
  }
  const live = added(textsOf(before, true), textsOf(scene, true), same);
  return { lines: live, focus: null, heard: scene };
}

/**
 * Unrequested news: a notice, a new connection state, items added or removed, a change under the cursor. Not figures;
 * with `summary` also the table's growth and where the cursor was moved.
 */
export function meanwhile(known: Known, scene: Scene, summary: boolean): News {
  const { before } = known;
  if (isElsewhere(before, scene)) return arrival(known, scene);
  const about = [
    ...statusNews(before, scene),
    ...(scene.place && before.place && shape(scene.place.fresh) !== shape(before.place.fresh)
      ? [scene.place.fresh]
      : []),
    ...noticeNews(before, scene),
    ...promptNews(before, scene),
  ];
  if (isAnother(before, scene)) {
    return {
      lines: [...inside(before, scene), ...about],
      focus: sentence(focusOf(scene)),
      heard: scene,
    };
  }
  // In dialogs and countdowns every number matters.
  const key = scene.place?.isDialog ? same : shape;
  const texts = [...added(textsOf(before), textsOf(scene), key), ...liveNews(before, scene)];
  const focus = focusOf(scene);
  const earlier = focusOf(before);
  const isSame = focus?.kind === 'row' && earlier?.kind === 'row' && focus.id === earlier.id;
  const changed = isSame ? changedCells(earlier, focus, summary) : '';
  const lines = [...texts, ...(changed === '' ? [] : [changed]), ...about];
  if (!summary) return { lines, focus: null, heard: beforeSummary(before, scene) };
  const what = scene.place?.what ?? '';
  const rows = growth(tableOf(before)?.rows ?? 0, tableOf(scene)?.rows ?? 0);
  return {
    lines: [
      ...lines,
      ...(rows === '' ? [] : [rows]),
      ...(what === '' || what === before.place?.what ? [] : [`${what}.`]),
    ],
    focus: isSame || sentence(focus) === sentence(earlier) ? null : sentence(focus),
    heard: scene,
  };
}

/** `scene` as heard before the next summary: length, place and cursor as reported. */
function beforeSummary(before: Scene, scene: Scene): Scene {
  const table = tableOf(scene);
  const known = tableOf(before);
  const focus = focusOf(scene);
  const earlier = focusOf(before);
  const isSame = focus?.kind === 'row' && earlier?.kind === 'row' && focus.id === earlier.id;
  return {
    ...scene,
    place: scene.place && { ...scene.place, what: before.place?.what ?? '' },
    items: scene.items.map((item) => {
      if (item === table && known) return { ...item, rows: known.rows };
      if (item !== focus || !earlier) return item;
      return isSame ? withoutFigures(earlier, focus) : earlier;
    }),
  };
}
