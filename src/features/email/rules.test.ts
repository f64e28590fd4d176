import { describe, expect, it } from 'vitest';
import { classifyDeliveryError, listDmarcNames } from './rules.ts';

const failure = (fields: object) => Object.assign(new Error('planted words'), fields);

describe('classifyDeliveryError', () => {
  it.each<[string, object]>([
    ['an unknown recipient', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }],
    ['an invalid recipient address', { code: 'EENVELOPE', command: 'API' }],
    ['a rejected text', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }],
    ['an email that is too large', { code: 'EMESSAGE', command: 'MAIL FROM' }],
  ])('gives up on %s', (_what, fields) => {
    expect(classifyDeliveryError(failure(fields)).isPermanent).toBe(true);
  });

  it.each<[string, object]>([
    ['a full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }],
    ['a server that asks to wait', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 }],
    ['a server that is busy', { code: 'EMESSAGE', command: 'DATA', responseCode: 421 }],
    ['a server that is down', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['a server that does not answer', { code: 'ETIMEDOUT', command: 'CONN' }],
    ['a name that is not found', { code: 'EDNS' }],
    ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }],
    ['a server that requires a password', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 530 }],
    ['a rejected sender', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }],
    ['an invalid certificate', { code: 'ETLS', command: 'CONN' }],
    ['something unknown', {}],
  ])('retries after %s', (_what, fields) => {
    expect(classifyDeliveryError(failure(fields)).isPermanent).toBe(false);
  });

  it.each<[unknown, string]>([
    [failure({ code: 'EENVELOPE', responseCode: 550, response: '550 planted words' }), 'EENVELOPE 550'],
    [failure({ code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [failure({ code: 'planted words' }), 'unknown error'],
    [failure({}), 'unknown error'],
    ['planted words', 'unknown error'],
    [undefined, 'unknown error'],
  ])('returns codes only, never text from a server or library: %j', (error, reason) => {
    expect(classifyDeliveryError(error).reason).toBe(reason);
  });
});

describe('the DMARC record of a domain', () => {
  it.each<[string, string[]]>([
    ['ada.example', ['_dmarc.ada.example']],
    ['mail.ada.example', ['_dmarc.mail.ada.example', '_dmarc.ada.example']],
    ['mail.ada.co.uk', ['_dmarc.mail.ada.co.uk', '_dmarc.ada.co.uk', '_dmarc.co.uk']],
    ['localhost', ['_dmarc.localhost']],
  ])('%s can be at %j', (domain, names) => {
    expect(listDmarcNames(domain)).toEqual(names);
  });
});
