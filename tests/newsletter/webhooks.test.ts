import { describe, expect, it } from 'vitest';
import { isValidWebhookSignature, parseEmailEvent, signWebhook } from '#features/newsletter/rules/email-events.ts';

const at = new Date('2026-11-20T12:00:00Z');

describe('email event webhook', () => {
  const secret = `whsec_${Buffer.from('a secret of mail events').toString('base64')}`;
  const body = '{"type":"bounced","email":"lin@site.example","permanent":true}';
  const timestamp = String(at.getTime() / 1000);
  const headers = { id: 'msg_1', timestamp, signature: `v1,${signWebhook(secret, { id: 'msg_1', timestamp }, body)}` };

  it('is signed according to Standard Webhooks', () => {
    // The example from the Standard Webhooks libraries.
    expect(
      signWebhook(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: '1614265330' },
        '{"test": 2432232314}',
      ),
    ).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(isValidWebhookSignature(secret, headers, body, at)).toBe(true);
    expect(
      isValidWebhookSignature(secret, { ...headers, signature: `v1a,x v1,wrong ${headers.signature}` }, body, at),
    ).toBe(true);
  });

  it.each<[string, object, string, number]>([
    ['another body', {}, `${body} `, 0],
    ['another number', { id: 'msg_2' }, body, 0],
    ['another time', { timestamp: String(Number(timestamp) + 1) }, body, 0],
    ['no signature', { signature: '' }, body, 0],
    ['another version', { signature: headers.signature.replace('v1', 'v2') }, body, 0],
    ['five minutes and a second late', {}, body, 301],
    ['five minutes and a second early', {}, body, -301],
  ])('is rejected with %s', (_what, changed, sent, seconds) => {
    expect(
      isValidWebhookSignature(secret, { ...headers, ...changed }, sent, new Date(at.getTime() + seconds * 1000)),
    ).toBe(false);
  });

  it('is parsed or ignored', () => {
    expect(parseEmailEvent(body)).toMatchObject({ type: 'bounced', permanent: true });
    for (const wrong of ['', '{}', '[]', '{"type":"opened","email":"a@b.example"}', '{"type":"bounced"}']) {
      expect(parseEmailEvent(wrong)).toBeUndefined();
    }
  });
});
