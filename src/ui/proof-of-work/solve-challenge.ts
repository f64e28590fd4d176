/** A proof-of-work challenge from the API. */
export interface Challenge {
  readonly parameters: object;
  readonly signature: string;
}

/**
 * Solves a challenge in a worker. Returns the proof as sent by a form; undefined without worker support, in an insecure
 * context, or if `ended` aborts first.
 */
export function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<string | undefined> {
  if (typeof Worker === 'undefined' || !globalThis.isSecureContext) return Promise.resolve(undefined);
  return new Promise(resolve => {
    const worker = new Worker(new URL('solver-worker.ts', import.meta.url), { type: 'module' });
    const end = (proof: string | undefined) => {
      worker.terminate();
      resolve(proof);
    };
    signal.addEventListener('abort', () => end(undefined));
    worker.addEventListener('error', () => end(undefined));
    worker.addEventListener('message', ({ data: solution }: MessageEvent<object | null>) =>
      end(solution ? btoa(JSON.stringify({ challenge, solution })) : undefined),
    );
    // Workers have no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(challenge);
  });
}
