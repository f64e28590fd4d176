import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workerData } from 'node:worker_threads';
import { Decrypter, Encrypter } from 'age-encryption';
import type { AgeTask } from './age-stream.ts';

const { action, passphrase } = workerData as AgeTask;

const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
await pipeline(await convert(), process.stdout);

function convert(): Promise<ReadableStream<Uint8Array>> {
  if (action === 'encrypt') {
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    return encrypter.encrypt(input);
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter.decrypt(input);
}
