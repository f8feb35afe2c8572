import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SampleDocument } from './openapi-documents.ts';

const { resolve } = createRequire(import.meta.url);

/** Where a development dependency keeps its documents. */
interface Source {
  readonly name: string;
  /** A file of the package that can be resolved. */
  readonly file: string;
  /** From that file's directory. */
  readonly documents: string;
}

const SOURCES: readonly Source[] = [
  // What ReadMe tests its own tools with: the official examples of OpenAPI and APIs that are in use.
  { name: '@readme/oas-examples', file: 'package.json', documents: '3.[01]/{json,yaml}/*.*' },
  { name: '@figma/rest-api-spec', file: 'package.json', documents: 'openapi/*.yaml' },
  { name: '@scalar/galaxy', file: '3.1.json', documents: '3.1.*' },
];

function directoryOf({ name, file }: Source): string {
  try {
    return dirname(resolve(`${name}/${file}`));
  } catch (cause) {
    throw new Error(`${name} is not installed: npm ci installs it.`, { cause });
  }
}

/** OpenAPI documents as others have published them, 3.0 and 3.1, JSON and YAML. */
export const publishedDocuments = (): readonly SampleDocument[] =>
  SOURCES.flatMap((source) => {
    const directory = directoryOf(source);
    return globSync(source.documents, { cwd: directory })
      .sort()
      .map((path) => ({
        name: `${source.name}: ${path}`,
        text: readFileSync(join(directory, path), 'utf8'),
      }));
  });
