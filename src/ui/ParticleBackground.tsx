import { useEffect, useRef } from 'react';
import type { EffectName } from './particles/effects.ts';

interface ParticleBackgroundProps {
  /** What the particles are; `random` picks one of the ten by weight each time it is shown. */
  kind?: EffectName | 'random';
  count?: number;
}

/**
 * Slow particles behind what the nearest positioned parent holds, which isolates them: `className="relative isolate"`.
 * A decoration: it takes no room, no pointer and no word, and its code comes after the page is React's.
 */
export function ParticleBackground({ kind = 'cobweb', count = 100 }: ParticleBackgroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let gone = false;
    let end: (() => void) | undefined;
    const show = async () => {
      const { startParticles } = await import('./particles/animation.ts');
      if (canvas.current && !gone) end = startParticles(canvas.current, kind, count);
    };
    // Without its code the page is plain.
    show().catch(() => undefined);
    return () => {
      gone = true;
      end?.();
    };
  }, [kind, count]);
  return (
    <canvas ref={canvas} aria-hidden="true" className="no-print pointer-events-none absolute inset-0 -z-10 size-full" />
  );
}
