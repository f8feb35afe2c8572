import type { GuardianUploadAnswer } from '../../../contract/operations/guardian-upload.ts';
import type { Preflight } from '../../../guardian/preflight.ts';
import { count, counted } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';

/** Differences that are told one by one. */
const MOST_TOLD = 20;

/**
 * How what the service stored of a document differs from what the document says, with what to do about it; empty
 * where it does not, or where the document could not be read here.
 *
 * @param enforce what the request said of authorization; undefined when nothing
 */
export async function storedOtherwise(
  checked: Preflight,
  enforce: boolean | undefined,
  { data }: GuardianUploadAnswer,
): Promise<readonly Printable[]> {
  if (checked.kind === 'unreadable') return [];
  const { comparePrediction, predict } = await import('../../../guardian/predict.ts');
  // What the zone had before is not known here: what depends on it is not compared.
  const prediction = predict(checked, { kind: 'not known' }, enforce);
  const steps = comparePrediction(prediction, data);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const deviations = step.value;
  if (deviations.length === 0) return [];
  const told = deviations.slice(0, MOST_TOLD).map(({ endpoint, sentence }) => {
    const place = endpoint ? `${endpoint.method} ${endpoint.path}: ` : '';
    return words`  ${printable(place)}${printable(sentence)}`;
  });
  const rest = deviations.length - told.length;
  return [
    words`What is stored differs from the document in ${counted(deviations.length, words`place`)}:`,
    ...told,
    ...(rest === 0 ? [] : [words`  and ${count(rest)} more`]),
    words`Look at these endpoints in the dashboard before you rely on them; the document can be uploaded again.`,
  ];
}
