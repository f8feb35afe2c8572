import {
  areEqual,
  FACT_SIGNS,
  type FactGroup,
  factSentence,
  groupSentence,
  sharedSentence,
} from '../../history/fact-text.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { stamp, type TimeZone } from '../../text/time.ts';
import { headingItem, type RecordItem, signItem, textItem } from '../../ui/record-lines.ts';
import { FACT_STYLES } from './rows.ts';

/** The sentence of a row if the list cuts it, and its exact time. */
export const whyItems = (row: FactGroup, cut: boolean, zone: TimeZone): readonly RecordItem[] => {
  const { severity } = row.facts[0];
  return [
    ...(cut ? [signItem(FACT_SIGNS[severity], groupSentence(row), FACT_STYLES[severity])] : []),
    whenField(row, zone),
  ];
};

function whenField({ facts: [{ after, by }] }: FactGroup, zone: TimeZone): RecordItem {
  const until = stamp(by, zone);
  const from = after === null ? null : stamp(after, zone);
  const value =
    from === null
      ? words`before ${until}`
      : from === until
        ? until
        : words`between ${from} and ${until}`;
  return { name: words`when`, value };
}

/** When it happened, the old and new value, and every place. */
export function factDetails(row: FactGroup, zone: TimeZone): readonly RecordItem[] {
  const { facts, name } = row;
  const [first] = facts;
  const { subject, kind } = first;
  const { from, to } = areEqual(facts) ? first : { from: null, to: null };
  const field = (label: Printable, value: string | null) =>
    value === null || value === '' ? [] : [{ name: label, value: printable(value) }];
  return [
    signItem(FACT_SIGNS[first.severity], sharedSentence(facts), FACT_STYLES[first.severity]),
    whenField(row, zone),
    ...field(words`name`, name),
    ...field(words`id`, subject.id),
    { name: words`kind`, value: printable(kind) },
    ...field(words`was`, from),
    ...field(words`became`, to),
    ...(facts.length > 1 || first.place !== '' ? [headingItem(words`Where`)] : []),
    ...facts.flatMap((fact): readonly RecordItem[] => {
      if (fact.place === '') return [];
      if (facts.length === 1) return [textItem(printable(fact.place))];
      return [{ name: printable(fact.place), value: factSentence(fact) }];
    }),
  ];
}
