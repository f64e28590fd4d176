import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

// A worker of its own: the page stays quick while it looks for the number.

type Asked = Parameters<typeof solveChallenge>[0]['challenge'];

self.addEventListener('message', ({ data: challenge }: MessageEvent<Asked>) => {
  void solveChallenge({ challenge, deriveKey }).then(
    solution => self.postMessage(solution),
    () => self.postMessage(null),
  );
});
