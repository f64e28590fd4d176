import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

// Runs in a worker, so the page stays responsive.

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

self.addEventListener('message', ({ data: challenge }: MessageEvent<Challenge>) => {
  const post = (solution: object | null) => {
    // Workers have no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    self.postMessage(solution);
  };
  void solveChallenge({ challenge, deriveKey }).then(post, () => post(null));
});
