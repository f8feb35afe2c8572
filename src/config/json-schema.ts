import { configForm } from './config.ts';
import type { JsonSchema } from './form.ts';

/** The JSON Schema of `config.yaml`, for editors. */
export const configSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'warren',
  ...configForm.schema,
};
