/** Half a surrogate pair: what is left of an astral character after deleting one code unit. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const LINE_BREAKS = /[\r\n\t\u2028\u2029]+/g;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
const OTHER_CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Typed or pasted text as one clean line: line breaks become spaces, controls and broken characters go. */
export function cleanTyped(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '').replace(LONE_SURROGATE, '');
}

/** Text of many lines: line breaks and tabs stay, other controls and broken characters go. */
export function cleanLines(text: string): string {
  return text.replace(OTHER_CONTROLS, '').replace(LONE_SURROGATE, '');
}
