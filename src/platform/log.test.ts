import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './log.ts';

const run = promisify(execFile);

/** What a log wrote on standard output when a program of its own did `statements` with it. */
async function written(level: string, statements: string): Promise<Record<string, unknown>[]> {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const log = createLog(${JSON.stringify(level)});
    ${statements}`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('writes one JSON object a line, from its level on', async () => {
    const lines = await written('warn', `log.info('no'); log.warn({ tag: 'a\\nb' }, 'yes'); log.error('and');`);
    expect(lines.map(({ msg }) => msg)).toEqual(['yes', 'and']);
    expect(lines[0]).toMatchObject({ level: 40, tag: 'a\nb' });
  });

  it('writes nothing when silent', async () => {
    expect(await written('silent', `log.fatal('no');`)).toEqual([]);
  });

  it('leaves secrets out wherever they are usually found', async () => {
    const lines = await written(
      'info',
      `log.info({
         password: 'planted-secret', token: 'planted-secret', secret: 'planted-secret',
         input: { password: 'planted-secret', token: 'planted-secret', secret: 'planted-secret' },
         req: { headers: { cookie: 'planted-secret', authorization: 'planted-secret', host: 'site.example' } },
       }, 'words');`,
    );
    expect(JSON.stringify(lines)).not.toContain('planted-secret');
    expect(JSON.stringify(lines)).toContain('site.example');
  });

  it('keeps the code of an error, which says what went wrong', async () => {
    const [line] = await written(
      'info',
      `log.error({ err: Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' }) }, 'the database does not answer');`,
    );
    expect(line?.err).toMatchObject({ message: 'no answer', code: 'ECONNREFUSED' });
    expect(line).toHaveProperty('err.stack', expect.stringContaining('Error: no answer'));
  });
});

describe('withoutSecrets', () => {
  it.each([
    ['/set-up/abc_DEF-123', '/set-up/[removed]'],
    ['/api/v1/set-up/abc', '/api/v1/set-up/[removed]'],
    ['/set-up/abc?x=1#y', '/set-up/[removed]?x=1#y'],
    ['/set-up/abc/', '/set-up/[removed]/'],
    ['/api/v1/set-up', '/api/v1/set-up'],
    ['/blogs?search=set-up', '/blogs?search=set-up'],
    ['/', '/'],
  ])('%s is logged as %s', (url, logged) => {
    expect(withoutSecrets(url)).toBe(logged);
  });
});
