import { ValidationError } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode, ERROR_STATUS } from '#shared/errors.ts';
import { createTestLog } from '#tests/support/test-log.ts';
import { FileStoreUnavailableError } from '../files/file-store.ts';
import { WorkerError } from '../worker-pool.ts';
import { toErrorBody, FULL_DISK, createDefaultError, toAppError } from './errors.ts';

const SECRET = 'select password_hash from accounts';

/** Returns the AppError made of an error, and the number of error lines in the log. */
function judge(error: unknown) {
  const { log, takeErrors, text } = createTestLog();
  const { code, message, fields, status } = toAppError(error, log);
  return { code, message, fields, status, logged: takeErrors().length, log: text() };
}

const coded = (code: string, more: object = {}) => Object.assign(new Error(`${code}: ${SECRET}`), { code, ...more });

describe('a known error', () => {
  it('keeps its message and is not logged', () => {
    const error = new AppError('CONFLICT', 'This slot is taken.', { slot: 'Choose another.' });
    const { log, takeErrors } = createTestLog();
    expect(toAppError(error, log)).toBe(error);
    expect(takeErrors()).toEqual([]);
  });

  it('from the file store gets a generic message and is logged once', () => {
    const judged = judge(new FileStoreUnavailableError('The file store returned 403 (AccessDenied).'));
    expect(judged).toMatchObject({ code: 'UNAVAILABLE', status: 503, logged: 1 });
    expect(judged.message).toBe('Files are temporarily unavailable. Try again in a moment.');
  });

  it('from a worker process that crashed is 503 and logged once', () => {
    const judged = judge(new WorkerError('The picture process ended (SIGKILL).'));
    expect(judged).toMatchObject({ code: 'UNAVAILABLE', status: 503, logged: 1 });
    expect(judged.message).toBe('The site is temporarily unavailable. Try again in a moment.');
  });

  it('from a statement timeout is 503 and logged once', () => {
    const judged = judge(coded('57014'));
    expect(judged).toMatchObject({ code: 'UNAVAILABLE', status: 503, logged: 1 });
    expect(judged.message).toBe('This took too long. Try again in a moment.');
  });

  it('from a request that outlives the shutdown is 503 and not logged as an error', () => {
    const error = new Error('Failed query', { cause: new Error('Cannot use a pool after calling end on the pool') });
    expect(judge(error)).toMatchObject({ code: 'UNAVAILABLE', status: 503, logged: 0 });
  });

  it('from an aborted request is not a database outage', () => {
    const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    expect(judge(error)).toMatchObject({ code: 'BAD_REQUEST', logged: 0 });
  });

  it('lists invalid fields by their dotted path, each with its first message', () => {
    const cause = new ValidationError({
      message: 'Input validation failed',
      issues: [
        { message: 'Name is required', path: ['name'] },
        { message: 'Name is odd', path: ['name'] },
        { message: 'Street is required', path: ['address', { key: 'street' }, 0] },
      ],
      data: {},
    });
    const judged = judge(new ORPCError('BAD_REQUEST', { cause }));
    expect(judged).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Name is required',
      fields: { name: 'Name is required', 'address.street.0': 'Street is required' },
      logged: 0,
    });
  });

  it('lists unknown fields, including names of object properties', () => {
    const keys = ['role', 'constructor', 'toString', 'hasOwnProperty'];
    const issue = { message: 'Unrecognized keys', path: [], code: 'unrecognized_keys', keys };
    const cause = new ValidationError({ message: 'Input validation failed', issues: [issue], data: {} });
    expect(Object.keys(judge(new ORPCError('BAD_REQUEST', { cause })).fields)).toEqual(keys);
  });

  it.each([
    [404, 'NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
    [429, 'TOO_MANY_REQUESTS'],
  ])('from the library with status %i becomes %s with our message', (status, code) => {
    const judged = judge(new ORPCError('WHATEVER', { status, message: SECRET }));
    expect(judged).toMatchObject({ code, message: createDefaultError(code as ErrorCode).message, logged: 0 });
  });
});

describe('an unknown error', () => {
  it.each<[string, unknown]>([
    ['an Error', new Error(SECRET)],
    ['a TypeError', new TypeError(SECRET)],
    ['a text', SECRET],
    ['nothing', undefined],
    ['null', null],
    ['an object', { message: SECRET, status: 400 }],
    ['one of the library without cause', new ORPCError('INTERNAL_SERVER_ERROR', { message: SECRET })],
    ['an answer that does not fit its schema', new ORPCError('INTERNAL_SERVER_ERROR', { cause: new Error(SECRET) })],
    ['a unique violation', coded('23505')],
    ['a syntax error in SQL', coded('42601')],
    ['a missing file', coded('ENOENT', { syscall: 'open', path: '/etc/secret' })],
  ])('%s becomes INTERNAL without detail, logged once', (_name, error) => {
    const judged = judge(error);
    expect(judged).toMatchObject({
      code: 'INTERNAL',
      status: 500,
      fields: {},
      message: createDefaultError('INTERNAL').message,
    });
    expect(judged.message).not.toContain(SECRET);
    expect(judged.logged).toBe(1);
  });
});

describe('a database outage', () => {
  it.each([
    ['refuses', coded('ECONNREFUSED', { syscall: 'connect' })],
    ['has no socket', coded('ENOENT', { syscall: 'connect' })],
    ['resets', coded('ECONNRESET', { syscall: 'read' })],
    ['breaks the pipe', coded('EPIPE', { syscall: 'write' })],
    ['is not reached in time', coded('ETIMEDOUT', { syscall: 'connect' })],
    ['has no route', coded('EHOSTUNREACH', { syscall: 'connect' })],
    ['has no name', coded('ENOTFOUND', { syscall: 'getaddrinfo' })],
    ['has no name for now', coded('EAI_AGAIN', { syscall: 'getaddrinfo' })],
    ['shuts down', coded('57P01')],
    ['crashed', coded('57P02')],
    ['starts', coded('57P03')],
    ['is full', coded('53300')],
    ['lost the connection', coded('08006')],
    ['gives no connection in time', new Error('timeout exceeded when trying to connect')],
    ['ended the connection', new Error('Connection terminated unexpectedly')],
    [
      'lost the connection in a transaction',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ['ended the connection while it was made', new Error('Connection terminated due to connection timeout')],
  ])('%s: UNAVAILABLE, also as the cause of driver errors', (_how, cause) => {
    for (const error of [
      cause,
      new Error('Failed query', { cause }),
      new Error('a', { cause: new Error('b', { cause }) }),
    ]) {
      expect(judge(error)).toMatchObject({
        code: 'UNAVAILABLE',
        status: 503,
        fields: {},
        message: createDefaultError('UNAVAILABLE').message,
        logged: 1,
      });
    }
  });
});

describe('a full disk', () => {
  it.each(['ENOSPC', 'EDQUOT', '53100'])('%s: UNAVAILABLE with its own message, logged once', state => {
    const judged = judge(new Error('Failed query', { cause: coded(state) }));
    expect(judged).toMatchObject({ code: 'UNAVAILABLE', status: 503, message: FULL_DISK, logged: 1 });
  });
});

describe('text that PostgreSQL cannot store', () => {
  it.each(['22021', '22P05'])('%s is BAD_REQUEST and not logged', state => {
    expect(judge(new Error('Failed query', { cause: coded(state) }))).toMatchObject({ code: 'BAD_REQUEST', logged: 0 });
  });
});

describe('error messages', () => {
  it.each(Object.keys(ERROR_STATUS) as ErrorCode[])('are a sentence for %s', code => {
    expect(createDefaultError(code).message).toMatch(/^[A-Z][^\n]+\.$/);
  });

  it('have the common error shape', () => {
    const body = toErrorBody(new AppError('NOT_FOUND', 'Nothing here.', { id: 'Unknown.' }), 'r-1');
    expect(body).toEqual({
      error: { code: 'NOT_FOUND', message: 'Nothing here.', fields: { id: 'Unknown.' }, requestId: 'r-1' },
    });
  });
});
