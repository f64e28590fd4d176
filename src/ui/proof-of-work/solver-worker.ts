import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

// A worker of its own: the page stays quick while it looks for the number.

type Asked = Parameters<typeof solveChallenge>[0]['challenge'];

self.addEventListener('message', ({ data: challenge }: MessageEvent<Asked>) => {
  const answer = (solution: object | null) => {
    // A worker has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    self.postMessage(solution);
  };
  void solveChallenge({ challenge, deriveKey }).then(answer, () => answer(null));
});
