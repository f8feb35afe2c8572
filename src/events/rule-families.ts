import { type Printable, words } from '../text/printable.ts';

/**
 * What the rules of the OWASP core rule set are about, by the first three of the six digits of their ids, which is how
 * its files are numbered.
 */
const FAMILIES: Readonly<Record<string, Printable>> = {
  '905': words`common exceptions`,
  '911': words`method enforcement`,
  '913': words`scanner detection`,
  '920': words`protocol enforcement`,
  '921': words`protocol attack`,
  '922': words`multipart attack`,
  '930': words`local file inclusion`,
  '931': words`remote file inclusion`,
  '932': words`remote command execution`,
  '933': words`PHP injection`,
  '934': words`generic injection`,
  '941': words`cross-site scripting`,
  '942': words`SQL injection`,
  '943': words`session fixation`,
  '944': words`Java attack`,
  '949': words`blocking evaluation`,
  '950': words`data leakage`,
  '951': words`SQL data leakage`,
  '952': words`Java data leakage`,
  '953': words`PHP data leakage`,
  '954': words`IIS data leakage`,
  '955': words`web shells`,
  '956': words`Ruby data leakage`,
  '959': words`blocking evaluation of answers`,
  '980': words`correlation`,
};

/** The family of a rule in the core rule set; undefined for other ids. */
export function ruleFamily(ruleId: string): Printable | undefined {
  const prefix = /^(9\d\d)\d{3}$/.exec(ruleId)?.[1];
  return prefix !== undefined && Object.hasOwn(FAMILIES, prefix) ? FAMILIES[prefix] : undefined;
}
