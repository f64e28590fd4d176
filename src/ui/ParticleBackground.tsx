import { useEffect, useRef } from 'react';
import type { EffectName } from './particles/effects.ts';

interface ParticleBackgroundProps {
  /** `random` picks one of the ten kinds by weight on each mount. */
  kind?: EffectName | 'random';
  count?: number;
}

/**
 * Draws slow particles behind the content of the nearest positioned parent, which must isolate them:
 * `className="relative isolate"`. Decorative; its code loads after hydration.
 */
export function ParticleBackground({ kind = 'cobweb', count = 100 }: ParticleBackgroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isUnmounted = false;
    let stop: (() => void) | undefined;
    const show = async () => {
      const { startParticles } = await import('./particles/animation.ts');
      if (canvas.current && !isUnmounted) stop = startParticles(canvas.current, kind, count);
    };
    // If its code can't be loaded, the page has no particles.
    show().catch(() => undefined);
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [kind, count]);
  return (
    <canvas ref={canvas} aria-hidden="true" className="no-print pointer-events-none absolute inset-0 -z-10 size-full" />
  );
}
