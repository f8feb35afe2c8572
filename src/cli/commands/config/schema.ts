import { configSchema } from '../../../config/config.ts';
import type { Action } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { jsonText } from '../../output/json-text.ts';

export const configSchemaCommand: Action<'config schema'> = async (_, { stdout }) => {
  await stdout.write(`${jsonText(configSchema, 2)}\n`);
  return EXIT.done;
};
