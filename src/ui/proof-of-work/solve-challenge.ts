/** A challenge for a proof of work, as the API gives it. */
export interface Challenge {
  readonly parameters: object;
  readonly signature: string;
}

/**
 * Solves a challenge in a worker; the proof as a form sends it. Undefined where this browser cannot, as on a page that
 * came over an insecure line, or `ended` first.
 */
export function solveChallenge(challenge: Challenge, ended: AbortSignal): Promise<string | undefined> {
  if (typeof Worker === 'undefined' || !globalThis.isSecureContext) return Promise.resolve(undefined);
  return new Promise(resolve => {
    const worker = new Worker(new URL('solver-worker.ts', import.meta.url), { type: 'module' });
    const end = (proof: string | undefined) => {
      worker.terminate();
      resolve(proof);
    };
    ended.addEventListener('abort', () => end(undefined));
    worker.addEventListener('error', () => end(undefined));
    worker.addEventListener('message', ({ data: solution }: MessageEvent<object | null>) =>
      end(solution ? btoa(JSON.stringify({ challenge, solution })) : undefined),
    );
    // A worker has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(challenge);
  });
}
