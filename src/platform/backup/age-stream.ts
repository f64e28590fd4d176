import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { getProgramPath } from '../program-path.ts';

export interface AgeTask {
  readonly action: 'encrypt' | 'decrypt';
  readonly passphrase: string;
}

const HEADER = Buffer.from('age-encryption.org/v1');

/** Returns whether a file that starts with these bytes is encrypted in the age format. */
export const isAge = (start: Uint8Array) => Buffer.from(start.subarray(0, HEADER.length)).equals(HEADER);

/** Returns whether decrypting failed because of the passphrase. */
export const isWrongPassphrase = (error: unknown) =>
  error instanceof Error && error.message.startsWith('no identity matched');

/**
 * Returns a stream that encrypts or decrypts with a passphrase in the age format (age-encryption.org/v1), in a worker
 * thread, because deriving the key takes a second and 256 MB. Fails if the passphrase is wrong or the data is damaged.
 */
export function createAgeStream(task: AgeTask): Duplex {
  const thread = new Worker(getProgramPath(new URL('age-worker.ts', import.meta.url)), {
    workerData: task,
    stdin: true,
    stdout: true,
  });
  // @types/node doesn't accept a pair of streams here.
  const pair: unknown = { writable: thread.stdin, readable: thread.stdout };
  const stream = Duplex.from(pair as NodeJS.ReadWriteStream);
  thread.once('error', (error: Error) => stream.destroy(error));
  stream.once('close', () => void thread.terminate());
  return stream;
}
