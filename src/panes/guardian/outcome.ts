import type { ApiError } from '../../contract/api-error.ts';
import type { Change } from '../../state/change.ts';
import { count } from '../../text/figures.ts';
import { timeOfDay, type Zone } from '../../text/moments.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { wrapLines } from '../../text/width.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { changeLines } from '../change-lines.ts';
import type { Sending } from './sending.ts';
import type { Comparison } from './state.ts';
import type { UploadRequest } from './upload-request.ts';

/** What an outcome is told from. */
export interface OutcomeFacts {
  readonly sending: Sending;
  /** The change that was sent, as far as it is known. */
  readonly change: Change | undefined;
  readonly comparison: Comparison | null;
  readonly zone: Zone;
}

const wrapped = (text: Printable, columns: number, style = theme.plain): readonly Line[] =>
  wrapLines(text, columns - 1).map((each): Line => [span(words` ${each}`, style)]);

/** What programs and forms would make of the service's refusal: status, key, fields. */
function serviceFacts({ status, errorKey, fields }: ApiError, columns: number): readonly Line[] {
  const facts = [
    ...(status === undefined ? [] : [words`status ${status}`]),
    ...(errorKey === undefined ? [] : [printable(errorKey)]),
  ];
  return [
    ...fields.flatMap(({ field, message }) =>
      wrapped(words`${printable(field ?? '')}: ${printable(message)}`, columns),
    ),
    ...(facts.length > 0 ? wrapped(facts.join(' · ') as Printable, columns, theme.faint) : []),
  ];
}

function comparedWords(comparison: Comparison | null, attempt: string): Printable {
  if (comparison?.attempt !== attempt)
    return words`What it returned is being compared with what was predicted.`;
  const { length } = comparison.surprises;
  if (length === 0) return words`What it returned is as predicted: see Endpoints.`;
  return words`What it returned differs from what was predicted in ${count(length)} ${length === 1 ? words`point` : words`points`}: see Compared.`;
}

function afterwards(
  { attempt, state }: Change,
  comparison: Comparison | null,
  columns: number,
): readonly Line[] {
  switch (state.kind) {
    case 'pending':
      return [];
    case 'accepted':
      return wrapped(comparedWords(comparison, attempt), columns);
    default:
      return [
        ...serviceFacts(state.error, columns),
        ...wrapped(words`The file and what was known of the zone stay here.`, columns, theme.faint),
      ];
  }
}

/** What was sent, at a glance: the file on screen may be another by now. */
const sentWords = ({ file: { path, sha256 }, enforce }: UploadRequest): Printable =>
  words`${printable(path.slice(path.lastIndexOf('/') + 1))} · sha256 ${printable(sha256.slice(0, 12))} · authorization ${printable(enforce)}`;

/** How it stands with sending, and what to do now; no lines before anything was sent. */
export function outcomeLines(facts: OutcomeFacts, columns: number): readonly Line[] {
  const { sending, change, comparison, zone } = facts;
  switch (sending.kind) {
    case 'nothing':
      return [];
    case 'looking':
      return wrapped(words`The file is being read once more; nothing is sent yet.`, columns);
    case 'stopped':
      return [
        [
          span(words` ✖ NOT SENT`, theme.bad),
          span(words` at ${timeOfDay(sending.at.wall, zone)}`, theme.faint),
        ],
        ...wrapped(sending.reason, columns),
      ];
    case 'sent':
      return [
        ...wrapped(sentWords(sending.request), columns, theme.faint),
        ...(change
          ? [...changeLines(change, columns, zone), ...afterwards(change, comparison, columns)]
          : // The list of changes is bounded: a very old one is not in it any more.
            wrapped(words`What became of it is in the audit file.`, columns)),
      ];
  }
}
