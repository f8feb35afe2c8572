import { schemaRenderer } from '../../src/guardian/derive.ts';
import { indentedLines, type Page, type PageFacts } from '../../src/panes/guardian/page.ts';
import { NEW_ZONE, type SpecificationFile, type ZoneWork } from '../../src/panes/guardian/state.ts';
import { EMPTY_LIST } from '../../src/state/list.ts';
import { NO_KEY_NAMES } from '../../src/text/key-names.ts';
import { words } from '../../src/text/printable.ts';
import { assessed } from './assessed.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from './guardian-samples.ts';
import { styledText } from './line-text.ts';

/** 14:02:05. */
export const AT = { wall: Date.parse('2026-03-14T14:02:05Z'), elapsed: 0 };

const preflight = checked(WITHOUT_BASKET);

/** The file of the shop's specification without its basket. */
export const FILE: SpecificationFile = {
  path: '/home/tester/shop.yaml',
  content: WITHOUT_BASKET,
  bytes: 2888,
  sha256: '0123456789abcdef'.repeat(4),
  readAt: AT,
  preflight,
  yamlOf: schemaRenderer(preflight.specification),
};

/** A zone with a chosen file and nothing else. */
export const CHOSEN: ZoneWork = {
  ...NEW_ZONE,
  choice: { kind: 'read', file: FILE },
  assessment: assessed(preflight, null),
};

const data = returnedFor(SHOP);

/** The same zone after an upload, for which the service returned the shop with its basket. */
export const ANSWERED: ZoneWork = {
  ...CHOSEN,
  returned: { data, sent: checked(SHOP), at: AT, doubtedAt: null },
  assessment: assessed(preflight, data),
  comparison: { attempt: '1', at: AT, deviations: [], endpoints: 8 },
};

/** A zone with a chosen file that is not an OpenAPI document. */
export const UNREADABLE: ZoneWork = {
  ...NEW_ZONE,
  choice: {
    kind: 'read',
    file: {
      ...FILE,
      preflight: {
        kind: 'unreadable',
        problems: [],
        problemCounts: { error: 1, warning: 0, note: 0 },
      },
    },
  },
};

export const FACTS: PageFacts = {
  keyNames: NO_KEY_NAMES,
  zone: { id: '7', name: 'shop.example' },
  host: words`api.example`,
  readOnly: false,
  list: EMPTY_LIST,
  changes: [],
  uploads: [],
  stamps: 'utc',
};

/** The facts with a filter that matches nothing. */
export const FILTERED: PageFacts = { ...FACTS, list: { ...EMPTY_LIST, filter: 'nothing like it' } };

/** The text above the list of a page. */
export const headOf = (page: Page, columns = 120): readonly string[] =>
  styledText(indentedLines(page.head, { columns, rows: 24 }));

/** The text of a page; of a list without rows, why there are none. */
export const pageSays = (page: Page, columns = 120): string => {
  const isEmpty = page.table?.rows.length === 0;
  const none = isEmpty ? styledText(page.table.lines({ columns, rows: 24 })) : [];
  return [...headOf(page, columns), ...none].join('\n');
};

export const idsIn = ({ table }: Pick<Page, 'table'>): readonly string[] =>
  (table?.rows ?? []).map(({ id }) => id);
