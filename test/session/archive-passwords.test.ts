import { expect, it } from 'vitest';
import { auditArchiveOf } from '../../src/session/archive-passwords.ts';
import { configOf } from '../config/config-of.ts';

const URL = 'clickhouse://ann@db.example.net:8443/team';

const archiveOf = (text: string, env = {}) => auditArchiveOf(configOf(text), env);

it('audit entries are sent along where the configuration asks for it, and nowhere else', () => {
  const archives = `archives: {team: {url: '${URL}', password_file: /p}}`;
  expect(archiveOf(`audit: archive\n${archives}`)).toBe(URL);
  expect(archiveOf(archives)).toBe(undefined);
  expect(archiveOf(`audit: file\n${archives}`)).toBe(undefined);
  const env = { WARREN_ARCHIVE_URL: URL, WARREN_ARCHIVE_PASSWORD: 'p' };
  expect(archiveOf(`audit: archive\narchives: {team: {url: '${URL}'}}`, env)).toBe(URL);
});

it.each([
  ['', 'audit: archive needs exactly one archive below archives.'],
  [
    `archives: {a: {url: '${URL}', password_file: /p}, b: {url: '${URL}', password_file: /p}}`,
    'audit: archive needs exactly one archive below archives.',
  ],
  [
    `archives: {a: {url: '${URL}'}}`,
    `audit: archive needs a password_file or a password_command for ${URL}.`,
  ],
  [
    'archives: {a: {url: "clickhouse://ann:secret@db/team", password_file: /p}}',
    'The URL of an archive must not hold a password: see warren help team for where it belongs.',
  ],
])('audit: archive with %s is refused before anything is sent', (archives, reason) => {
  expect(() => archiveOf(`audit: archive\n${archives}`)).toThrow(reason);
});
