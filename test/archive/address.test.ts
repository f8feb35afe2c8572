import { describe, expect, it } from 'vitest';
import { parseEngineAddress } from '../../src/archive/address.ts';
import { passwordSource } from '../../src/session/access-key.ts';
import { configOf } from '../config/config-of.ts';

const parsed = (text: string) => {
  const result = parseEngineAddress(text);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result.address;
};

describe('the URL of an archive', () => {
  it('means TLS, and plain HTTP only to this machine', () => {
    expect(parsed('clickhouse://ann@db.example:8443/team')).toEqual({
      origin: 'https://db.example:8443',
      host: 'db.example:8443',
      user: 'ann',
      database: 'team',
      text: 'clickhouse://ann@db.example:8443/team',
    });
    expect(parsed('clickhouse://ann@db.example:443/team').origin).toBe('https://db.example:443');
    expect(parsed('clickhouse://ann@db.example/team').origin).toBe('https://db.example:8443');
    expect(parsed('clickhouse://ann@127.0.0.1:18123/team').origin).toBe('http://127.0.0.1:18123');
    expect(parsed('clickhouse://ann@localhost/team').origin).toBe('http://localhost:8123');
    expect(parsed('clickhouse://ann@[::1]/team').origin).toBe('http://[::1]:8123');
  });

  it.each([
    'clickhouse://ann:sesame@db.example/team',
    'clickhouse://:sesame@db.example/team',
    'clickhouse://ann@sesame@db.example/team',
    'clickhouse://ann@db.example/team?password=sesame',
    'clickhouse://ann@db.example/team#sesame',
    'clickhouse://ann@db.example/sesame/x',
    'clickhouse://ann@db.example/sesame`; DROP',
    'clickhouse://ann@db.example',
    'clickhouse://db.example/sesame',
    'clickhouse:/sesame',
    'clickhouse://ann@db .example/sesame',
    'clickhouse://ann@db.example\\@evil/sesame',
  ])('is refused without being repeated: %s', (text) => {
    const result = parseEngineAddress(text);
    expect(result.kind).toBe('refused');
    expect(JSON.stringify(result)).not.toContain('sesame');
  });
});

describe('the password of an archive', () => {
  const config = configOf(`archives:
  team: { url: 'clickhouse://ann@db.example:8443/team', password_file: team.key }
  other: { url: 'clickhouse://bob@db.example:8443/team', password_command: pass bob }
`);
  const source = (url: string, env = {}) => passwordSource(parsed(url), env, config);

  it('belongs to a server and user, whatever the database', () => {
    expect(source('clickhouse://ann@db.example:8443/more')).toEqual({
      kind: 'file',
      path: 'team.key',
    });
    expect(source('clickhouse://bob@db.example/team')).toEqual({
      kind: 'command',
      command: 'pass bob',
    });
  });

  it('is sent nowhere else: another host, port or user needs its own', () => {
    for (const url of [
      'clickhouse://ann@db.example:9443/team',
      'clickhouse://ann@db.example.evil:8443/team',
      'clickhouse://eve@db.example:8443/team',
    ]) {
      expect(source(url)).toEqual({ kind: 'prompt' });
    }
  });

  it('from the environment is only used with the URL from the environment', () => {
    const env = {
      WARREN_ARCHIVE_URL: 'clickhouse://ann@127.0.0.1:8123/team',
      WARREN_ARCHIVE_PASSWORD: '',
    };
    expect(source('clickhouse://ann@127.0.0.1:8123/team', env)).toEqual({ kind: 'environment' });
    expect(source('clickhouse://ann@127.0.0.1:8124/team', env)).toEqual({ kind: 'prompt' });
    const alone = { WARREN_ARCHIVE_PASSWORD: 'sesame' };
    expect(source('clickhouse://ann@127.0.0.1:8123/team', alone)).toEqual({ kind: 'prompt' });
  });
});
