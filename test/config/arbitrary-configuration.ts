import fc from 'fast-check';

/** How somebody wrote a configuration: texts of one workspace `shop`, and of a profile on it. */
export interface WrittenConfiguration {
  readonly text: string;
  /** The ids in its lists, by the list's key. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const LISTS = ['apps', 'shield_zones', 'dns_zones', 'scripts', 'rate_limits'] as const;

const comment = fc.option(fc.constantFrom('# a', '# "b": [', "# it's {c}", '#- id: 1'), {
  nil: '',
  freq: 2,
});
/** Lines of their own that say nothing. */
const noise = fc.array(fc.constantFrom('', '# between', '    # far in', '# - id: x'), {
  maxLength: 2,
});
const name = fc.option(
  fc.constantFrom('checkout', '"a: b # c"', "'it''s'", '"\\u001b[2J"', 'two words'),
  { nil: undefined },
);
const id = fc.nat({ max: 99_999 }).map((n) => (n % 2 === 0 ? `${n}` : `k${n}`));
const items = fc.uniqueArray(fc.record({ id, name, comment, noise, inBrackets: fc.boolean() }), {
  selector: (item) => item.id,
  maxLength: 3,
});
type Item = typeof items extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

const flowItem = ({ id: own, name: called }: Item) =>
  called === undefined ? `{id: ${own}}` : `{ id: ${own},  name: ${called} }`;

const trailing = (line: string, words: string) => (words === '' ? line : `${line}   ${words}`);

function blockItem(item: Item, indent: string): readonly string[] {
  const { id: own, name: called, comment: words, noise: before, inBrackets } = item;
  if (inBrackets) return [...before, trailing(`${indent}- ${flowItem(item)}`, words)];
  return [
    ...before,
    trailing(`${indent}- id: ${own}`, words),
    ...(called === undefined ? [] : [`${indent}  name:   ${called}`]),
  ];
}

const list = fc.record({
  key: fc.constantFrom(...LISTS),
  items,
  style: fc.constantFrom('block', 'outdented', 'flow', 'null'),
  comment,
  noise,
});
type List = typeof list extends fc.Arbitrary<infer T> ? T : never;

function listLines(
  { key, items: all, style, comment: words, noise: before }: List,
  indent: string,
): readonly string[] {
  if (style === 'flow') {
    return [...before, trailing(`${indent}${key}: [${all.map(flowItem).join(', ')}]`, words)];
  }
  const head = trailing(`${indent}${key}:`, words);
  if (style === 'null' || all.length === 0) return [...before, head];
  const deeper = style === 'block' ? `${indent}  ` : indent;
  return [...before, head, ...all.flatMap((item) => blockItem(item, deeper))];
}

const idsOf = ({ items: all, style }: List): readonly string[] =>
  style === 'null' ? [] : all.map((item) => item.id);

/** Configurations in every style that people write lists in, with comments wherever they may stand. */
export const arbitraryConfiguration: fc.Arbitrary<WrittenConfiguration> = fc
  .record({
    lists: fc.uniqueArray(list, { selector: ({ key }) => key, maxLength: 4 }),
    inBrackets: fc.boolean(),
    indent: fc.constantFrom('  ', '    '),
    comment,
    noise,
    after: noise,
    other: fc.boolean(),
    breaks: fc.constantFrom('\n', '\r\n'),
    atEnd: fc.boolean(),
  })
  .map(
    ({ lists, inBrackets, indent, comment: words, noise: before, after, other, breaks, atEnd }) => {
      const flow = lists.map((each) => `${each.key}: [${each.items.map(flowItem).join(', ')}]`);
      const shop = inBrackets
        ? [trailing(`${indent}shop: {${flow.join(', ')}}`, words)]
        : [
            trailing(`${indent}shop:`, words),
            ...lists.flatMap((each) => listLines(each, indent + indent)),
          ];
      const lines = [
        '# mine',
        'profiles:',
        '  prod: {base_url: "https://prod.example",   workspace: shop} # the one',
        ...before,
        'workspaces:   # what we watch',
        ...shop,
        ...after,
        ...(other ? [`${indent}other: { apps: [ {id: k1} ] }`, 'interval: 9s # slow'] : []),
      ];
      const ids = Object.fromEntries(
        lists.map((each) => [
          each.key,
          inBrackets ? each.items.map((item) => item.id) : idsOf(each),
        ]),
      );
      return { text: lines.join(breaks) + (atEnd ? breaks : ''), ids };
    },
  );
