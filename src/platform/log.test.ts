import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createLog, serializeError, type Log } from './log.ts';

/** Returns the output of a log during `use`. */
function written(level: string, use: (log: Log) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  use(createLog(level, { write: (line: string) => void lines.push(line) }));
  return lines.map(line => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('writes one JSON object per line to standard output', async () => {
    const program = `
      import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
      createLog('info').info({ tag: 'a\\nb' }, 'first');
      createLog('info').warn('second');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line) as object)).toMatchObject([
      { level: 30, tag: 'a\nb', msg: 'first' },
      { level: 40, msg: 'second' },
    ]);
  });

  it('starts at its level, and writes nothing when silent', () => {
    const use = (log: Log) => {
      log.info('info');
      log.warn('warn');
      log.error('error');
    };
    expect(written('warn', use).map(({ msg }) => msg)).toEqual(['warn', 'error']);
    expect(written('silent', use)).toEqual([]);
  });

  it('removes secrets from their usual places', () => {
    const secret = 'planted-secret';
    const lines = written('info', log => {
      log.info({ password: secret, token: secret, secret }, 'at the top');
      log.info({ input: { password: secret, token: secret, secret }, body: { code: secret } }, 'one level down');
      log.info({ req: { headers: { cookie: secret, authorization: secret, host: 'site.example' } } }, 'in headers');
    });
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(JSON.stringify(lines)).toContain('site.example');
  });

  it('keeps the code and the stack of an error', () => {
    const err = Object.assign(new Error('no response'), { code: 'ECONNREFUSED' });
    const [line] = written('info', log => log.error({ err }, 'the database does not respond'));
    expect(line).toMatchObject({
      msg: 'the database does not respond',
      err: { message: 'no response', code: 'ECONNREFUSED' },
    });
    expect(line).toHaveProperty('err.stack', expect.stringContaining('log.test.ts'));
  });

  it('logs the SQL and the cause of a failed query, and no parameters', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint'), { code: '23505' });
    const err = new DrizzleQueryError(
      'insert into accounts values ($1, $2)',
      ['planted-hash', 'planted-address'],
      cause,
    );
    const [line] = written('info', log => log.error({ err: new Error('outer', { cause: err }) }, 'unexpected error'));
    const text = JSON.stringify(line);
    expect(text).toContain('insert into accounts');
    expect(text).toContain('23505');
    expect(text).toContain('duplicate key');
    expect(text).not.toContain('planted');
  });
});

describe('serializeError', () => {
  it.each(['text', 7, null, undefined])('returns a message for a value that is no error: %j', thrown => {
    expect(serializeError(thrown)).toEqual({ message: String(thrown) });
  });

  it('includes causes', () => {
    const error = new TypeError('outer', { cause: new RangeError('inner', { cause: 'the root' }) });
    expect(serializeError(error)).toMatchObject({
      type: 'TypeError',
      message: 'outer',
      cause: { type: 'RangeError', message: 'inner', cause: { message: 'the root' } },
    });
  });
});
