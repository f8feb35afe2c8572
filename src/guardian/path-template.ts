/** The names in the braces of a path template: `['id']` of `/pets/{id}`. */
export function templateNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}/]*)\}/g)].map(([, name = '']) => name);
}

/** The template with its names left out: two templates that match the same paths have the same. */
export function templateShape(template: string): string {
  return template.replaceAll(/\{[^{}/]*\}/g, '{}');
}

/** Whether every brace has its partner, within one segment and not inside another pair. */
export function hasBalancedBraces(template: string): boolean {
  return !/[{}]/.test(templateShape(template).replaceAll('{}', ''));
}
