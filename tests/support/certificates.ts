import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate and its private key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for tests. */
export interface CertificateAuthority extends Certificate {
  /** Returns a certificate for a host, valid from a year ago to a year ahead unless `days` says otherwise. */
  certify(host: string, days?: { readonly from: number; readonly until: number }): Certificate;
}

// DER (X.690): tag, length, content.
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const text = (value: string) => der(0x0c, Buffer.from(value));
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const TRUE = der(0x01, Buffer.from([0xff]));

const COMMON_NAME = '550403';
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const BASIC_CONSTRAINTS = '551d13';
const SUBJECT_ALTERNATIVE_NAME = '551d11';

const nameOf = (common: string) => sequence(der(0x31, sequence(objectId(COMMON_NAME), text(common))));

const DAY = 86_400_000;

/** Returns the time this many days from now as certificates encode it: `261122093000Z`. */
function moment(days: number): Buffer {
  const digits = new Date(Date.now() + days * DAY).toISOString().replaceAll(/\D/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}

interface Contents {
  readonly issuer: string;
  readonly subject: string;
  readonly days: { readonly from: number; readonly until: number };
  readonly publicKey: KeyObject;
  readonly extension: Uint8Array;
}

/** Returns an X.509 certificate (RFC 5280, 4.1) signed with a key. */
function certificate({ issuer, subject, days, publicKey, extension }: Contents, signer: KeyObject): string {
  const algorithm = sequence(objectId(ECDSA_WITH_SHA256));
  const tbsCertificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    sequence(moment(days.from), moment(days.until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', tbsCertificate, signer));
  // The lookahead avoids an empty line after a last line of 64 characters. OpenSSL rejects empty lines.
  const lines = sequence(tbsCertificate, algorithm, signature)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' });

/** Creates a certificate authority that nothing outside of the test trusts. Nothing is written to disk. */
export function createCertificateAuthority(issuer = 'An authority of this test'): CertificateAuthority {
  const own = newKey();
  const usual = { from: -365, until: 365 };
  const extension = sequence(objectId(BASIC_CONSTRAINTS), TRUE, der(0x04, sequence(TRUE)));
  const key = pem(own.privateKey);
  const signer = createPrivateKey(key);
  return {
    key,
    cert: certificate({ issuer, subject: issuer, days: usual, publicKey: own.publicKey, extension }, signer),
    certify(host, days = usual) {
      const { publicKey, privateKey } = newKey();
      const names = sequence(der(0x82, Buffer.from(host)));
      const about = sequence(objectId(SUBJECT_ALTERNATIVE_NAME), der(0x04, names));
      const cert = certificate({ issuer, subject: host, days, publicKey, extension: about }, signer);
      return { cert, key: pem(privateKey) };
    },
  };
}
