import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Values that replace those of a genuine authenticator response. */
interface Forgery {
  readonly origin?: string;
  readonly relyingParty?: string;
  /** Whether the user was verified, by a fingerprint or PIN. */
  readonly verified?: boolean;
  readonly challenge?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** Returns a software authenticator with one credential (Web Authentication Level 3, 6): ES256, no attestation. */
export function createAuthenticator(origin = 'http://localhost:5050') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  function clientData(type: string, challenge: string, forged: Forgery): Buffer {
    const data = {
      type: forged.type ?? type,
      challenge: forged.challenge ?? challenge,
      origin: forged.origin ?? origin,
    };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  function authenticatorData(forged: Forgery, flags: number, count: number, credential = Buffer.alloc(0)): Buffer {
    const party = sha256(forged.relyingParty ?? new URL(origin).hostname);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(forged.counter ?? count);
    const verified = forged.verified === false ? 0 : VERIFIED;
    return Buffer.concat([party, Buffer.from([flags | PRESENT | verified]), counted, credential]);
  }

  const common = { id: base64(id), rawId: base64(id), type: 'public-key' as const };
  return {
    id: base64(id),
    /** Creates the credential for the site's registration options. */
    register(options: { challenge: string; user: { id: string } }, forged: Forgery = {}) {
      userHandle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(forged, WITH_CREDENTIAL, counter, credential)],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: base64(clientData('webauthn.create', options.challenge, forged)),
          attestationObject: base64(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Signs the site's challenge. */
    signIn(options: { challenge: string }, forged: Forgery = {}) {
      counter += 1;
      const data = clientData('webauthn.get', options.challenge, forged);
      const authenticated = authenticatorData(forged, 0, counter);
      const signature = sign('sha256', Buffer.concat([authenticated, sha256(data)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64(data),
          authenticatorData: base64(authenticated),
          signature: base64(signature),
          userHandle: forged.userHandle ?? userHandle,
        },
      };
    },
  };
}

type CborValue = number | string | Buffer | ReadonlyMap<number | string, CborValue>;

/** Encodes the few types of CBOR (RFC 8949, 3) that are needed here. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
