import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '#platform/files/s3-store.ts';

/**
 * How a request fails: with a status, without a response, or with a connection that breaks halfway through it. A `slow`
 * one succeeds, half a second after its headers.
 */
export type S3Fault = number | 'silence' | 'half' | 'slow';

/** A small server that stores objects like S3 and rejects requests without a valid signature (Signature Version 4). */
export interface TestS3Server {
  readonly settings: S3Settings;
  readonly objects: Map<string, Buffer>;
  /** The parts of unfinished multipart uploads, by upload ID. */
  readonly parts: Map<string, Buffer[]>;
  /** Rejects every part from now on. */
  failParts(): void;
  /** Closes the connection after the next multipart upload was completed, instead of responding. */
  loseCompletion(): void;
  /** The requests so far, such as `PUT /bucket/name`. */
  readonly requests: string[];
  /** Makes the next `times` requests fail. */
  fail(trouble: S3Fault, times?: number): void;
  close(): Promise<void>;
}

const BUCKET = 'my-site';
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'planted-secret' };
const REGION = 'eu-test-1';

export async function startS3Server(): Promise<TestS3Server> {
  const objects = new Map<string, Buffer>();
  const parts = new Map<string, Buffer[]>();
  const requests: string[] = [];
  let refusesParts = false;
  let losesCompletion = false;
  let trouble: { readonly kind: S3Fault; times: number } | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    if (trouble && trouble.times > 0) {
      trouble.times -= 1;
      if (trouble.kind === 'silence') return;
      if (trouble.kind === 'slow') {
        const object = objects.get(new URL(url, 'http://store').pathname.slice(`/${BUCKET}/`.length));
        response.writeHead(200, { 'content-length': String(object?.length) }).flushHeaders();
        setTimeout(() => response.end(object), 500);
        return;
      }
      if (trouble.kind === 'half') {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half');
        setTimeout(() => response.destroy(), 20);
        return;
      }
      refuse(response, trouble.kind, trouble.kind === 403 ? 'AccessDenied' : 'InternalError');
      return;
    }
    if (!isSigned(request)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const { pathname, searchParams } = new URL(url, 'http://store');
    const name = pathname.slice(`/${BUCKET}/`.length);
    if (searchParams.get('list-type') === '2') return answerList(response, searchParams.get('continuation-token'));
    if (searchParams.size > 0)
      return answerParts(response, name, { method, query: searchParams, body: Buffer.concat(chunks) });
    if (!url.startsWith(`/${BUCKET}/`)) return refuse(response, 404, 'NoSuchBucket');
    if (method === 'PUT') {
      objects.set(name, Buffer.concat(chunks));
      response.writeHead(200).end();
    } else if (method === 'DELETE') {
      objects.delete(name);
      response.writeHead(204).end();
    } else {
      const object = objects.get(name);
      if (!object) return refuse(response, 404, 'NoSuchKey');
      response.writeHead(200, { 'content-length': String(object.length) });
      response.end(method === 'HEAD' ? undefined : object);
    }
  }

  /** Lists two objects at a time (Amazon S3, "ListObjectsV2"). */
  function answerList(response: ServerResponse, token: string | null): void {
    const start = Number(token ?? 0);
    const listed = [...objects].slice(start, start + 2);
    const next = start + 2 < objects.size ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : '';
    const contents = listed.map(
      ([name, body]) =>
        `<Contents><Key>${name}</Key><ETag>&quot;x&quot;</ETag>\n<Size>${body.length}</Size></Contents>`,
    );
    response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  }

  /** Multipart uploads (Amazon S3, "Multipart upload"). */
  function answerParts(
    response: ServerResponse,
    name: string,
    { method, query, body }: { method: string; query: URLSearchParams; body: Buffer },
  ): void {
    const id = query.get('uploadId') ?? '';
    const number = Number(query.get('partNumber'));
    if (method === 'POST' && query.has('uploads')) {
      parts.set('upload/1+2=', []);
      response.end('<InitiateMultipartUploadResult><UploadId>upload/1+2=</UploadId></InitiateMultipartUploadResult>');
      return;
    }
    const sent = parts.get(id);
    if (!sent) return refuse(response, 404, 'NoSuchUpload');
    if (method === 'PUT') {
      if (refusesParts) return refuse(response, 403, 'AccessDenied');
      sent[number - 1] = body;
      response.writeHead(200, { etag: `"part-${number}"` }).end();
      return;
    }
    parts.delete(id);
    if (method === 'POST') {
      const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"part-(\d+)"<\/ETag>/g)];
      if (!named.every(([, place, tag]) => place === tag)) return refuse(response, 400, 'InvalidPart');
      objects.set(name, Buffer.concat(named.flatMap(([, place]) => sent[Number(place) - 1] ?? [])));
      if (losesCompletion) {
        losesCompletion = false;
        response.destroy();
        return;
      }
    }
    response.writeHead(method === 'DELETE' ? 204 : 200).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, region: REGION, bucket: BUCKET, ...keys, pathStyle: true },
    objects,
    parts,
    requests,
    failParts: () => {
      refusesParts = true;
    },
    loseCompletion: () => {
      losesCompletion = true;
    },
    fail: (kind, times = 1) => {
      trouble = { kind, times };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><AWSAccessKeyId>${keys.accessKeyId}</AWSAccessKeyId></Error>`);
}

/** Computes the signature from the request and compares it (AWS General Reference, "Signature Version 4"). */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  const [, credential = '', signedHeaders = '', signature] = match ?? [];
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  if (credential !== `${keys.accessKeyId}/${scope}`) return false;
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every(name => signedHeaders.split(';').includes(name)))
    return false;
  const { pathname, searchParams } = new URL(url, 'http://store');
  const query = [...searchParams].map(pair => pair.map(encodeURIComponent).join('=')).toSorted();
  const canonical = [
    method,
    pathname,
    query.join('&'),
    ...signedHeaders.split(';').map(name => `${name}:${String(headers[name])}`),
    '',
    signedHeaders,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [date.slice(0, 8), REGION, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
