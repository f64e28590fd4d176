import { useEffect, useState } from 'react';
import { createRandomId } from '#shared/random-id.ts';

type Word = 'here' | 'also here' | 'gone';

/**
 * Returns whether the text is open in another tab of this browser. `name` identifies the text; undefined before it is
 * saved.
 */
export function useIsOpenInOtherTab(name: string | undefined): boolean {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!name) return undefined;
    const tabId = createRandomId();
    const channel = new BroadcastChannel(`writing ${name}`);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, its own.
    const post = (word: Word) => channel.postMessage({ from: tabId, word });
    channel.addEventListener('message', ({ data }: MessageEvent<{ from: string; word: Word }>) => {
      setOthers(previous => {
        const next = new Set(previous);
        if (data.word === 'gone') next.delete(data.from);
        else next.add(data.from);
        return next;
      });
      if (data.word === 'here') post('also here');
    });
    const leave = () => post('gone');
    addEventListener('pagehide', leave);
    post('here');
    return () => {
      removeEventListener('pagehide', leave);
      leave();
      channel.close();
    };
  }, [name]);
  return others.size > 0;
}
