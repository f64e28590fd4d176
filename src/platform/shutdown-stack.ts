/** Collects cleanup steps and runs each once in reverse order. */
export function createShutdownStack() {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step: () => Promise<unknown>) => void steps.push(step),
    run: async () => {
      for (let step = steps.pop(); step; step = steps.pop()) await step().catch(() => {});
    },
  };
}
