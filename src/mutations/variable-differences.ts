import type {
  ScriptAddVariableInput,
  ScriptVariable,
} from '../contract/operations/script-add-variable.ts';
import { REDACTED } from '../contract/without-service-text.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { KeyFinder } from './key-finder.ts';

type SentVariable = Pick<ScriptAddVariableInput, 'Name' | 'Required' | 'DefaultValue'>;

function nameText(name: string | null): Printable {
  if (name === null) return words`–`;
  return name === '' ? words`""` : printable(name);
}

function flagText(flag: boolean | null): Printable {
  if (flag === null) return words`–`;
  return flag ? words`yes` : words`no`;
}

/** What the audit file has of the input. */
export const auditedVariable = ({ id, Name, Required, DefaultValue }: ScriptAddVariableInput) => ({
  id,
  Name,
  Required,
  DefaultValue: DefaultValue === undefined ? 'none' : REDACTED,
});

const sameLetters = (text: string): string => text.trim().toLowerCase();

/**
 * The stored variable as it may be shown. If a value was sent, the service may repeat it in a name of other letters
 * than the one sent, or in an id that is no number.
 */
export function shownVariable(sent: SentVariable, stored: ScriptVariable): ScriptVariable {
  const { Id, Name } = stored;
  const { DefaultValue: value = '' } = sent;
  if (value === '') return stored;
  const isId = Id === null || (/^\d{1,19}$/.test(Id) && !value.includes(Id));
  const isName = Name === null || sameLetters(Name) === sameLetters(sent.Name);
  return { ...stored, Id: isId ? Id : REDACTED, Name: isName ? Name : REDACTED };
}

/**
 * How the stored variable differs from the one sent, with advice. Never contains values.
 *
 * @param stored as it may be shown: see {@link shownVariable}
 * @param accessKey is masked in answers
 */
export function variableDifferences(
  sent: SentVariable,
  stored: ScriptVariable,
  accessKey?: Pick<KeyFinder, 'masked'>,
): readonly Printable[] {
  const found: Printable[] = [];
  if (stored.Name !== sent.Name) {
    const difference =
      stored.Name === REDACTED
        ? words`another name is stored, which is not shown, as it may repeat the value. Look at it in the dashboard.`
        : words`${nameText(stored.Name)} is stored. Let the script read that name, or rename the variable in the dashboard.`;
    found.push(words`Name: ${nameText(sent.Name)} was sent, ${difference}`);
  }
  if (stored.Required !== sent.Required) {
    found.push(
      words`Required: ${flagText(sent.Required)} was sent, ${flagText(stored.Required)} is stored. Set it in the dashboard: no operation changes a variable.`,
    );
  }
  const sentValue = sent.DefaultValue ?? '';
  const value = valueDifference(
    (accessKey?.masked(sentValue) ?? sentValue) || null,
    stored.DefaultValue || null,
  );
  if (value !== null) {
    found.push(
      words`DefaultValue: ${value}. Look at it in the dashboard before the script relies on it.`,
    );
  }
  return found;
}

/** What is stored, or null if it equals what was sent. No value and an empty value are equivalent. */
function valueDifference(sent: string | null, stored: string | null): Printable | null {
  if (stored === sent) return null;
  if (sent === null) return words`none was sent, one is stored`;
  return stored === null
    ? words`one was sent, none is stored`
    : words`a different value was stored`;
}

/** The stored variable in one line; says whether it has a value, but not which. */
export const storedVariableText = ({
  Id,
  Name,
  Required,
  DefaultValue,
}: ScriptVariable): Printable =>
  words`Id ${Id === null ? words`–` : printable(Id)} · Name ${nameText(Name)} · Required ${flagText(Required)} · DefaultValue ${DefaultValue ? words`set, hidden` : words`none`}`;
