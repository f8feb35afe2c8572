import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/config.ts';

describe('the JSON Schema of the configuration', () => {
  it('lists every key with a description, and allows no others', () => {
    expect(configSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      properties: {
        profiles: {
          type: 'object',
          additionalProperties: {
            additionalProperties: false,
            required: ['base_url'],
            properties: {
              base_url: { type: 'string', minLength: 1 },
              read_only: { type: 'boolean' },
            },
          },
        },
        workspaces: {
          additionalProperties: {
            properties: {
              apps: {
                type: 'array',
                items: { required: ['id'], properties: { id: { type: ['string', 'integer'] } } },
              },
            },
          },
        },
      },
    });
  });

  it('describes every value', () => {
    const undescribed: string[] = [];
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      if ('type' in value && !('description' in value) && path !== '') undescribed.push(path);
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${name}`);
    };
    walk(configSchema, '');
    expect(undescribed).toEqual([]);
  });
});
