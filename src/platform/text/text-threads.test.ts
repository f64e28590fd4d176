import { describe, expect, it } from 'vitest';
import { createTextThreads, type TextTask } from './text-threads.ts';

const page = (markdown: string): TextTask => ({ kind: 'page', markdown, pictures: new Map() });
const slow = page(`${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`);

/** Returns the outcome of a text, and whether this thread kept running. */
async function watch(threads: ReturnType<typeof createTextThreads>, task: TextTask) {
  let turns = 0;
  const watching = setInterval(() => {
    turns += 1;
  }, 5);
  const outcome = await threads.run(task, '');
  clearInterval(watching);
  return { outcome, goesOn: turns > 20 };
}

describe('a text that exceeds its limit', () => {
  it('of time is aborted, without blocking this thread or the next text', async () => {
    const threads = createTextThreads({ most: 1, time: [1500, 0] });
    expect((await threads.run(page('*One*'), '')).kind).toBe('done');
    expect(await watch(threads, slow)).toEqual({ outcome: { kind: 'too complex' }, goesOn: true });
    expect(await threads.run(page('*Two*'), '')).toMatchObject({
      kind: 'done',
      result: { html: '<p><em>Two</em></p>' },
    });
  });

  it('of memory is aborted in the same way', async () => {
    const threads = createTextThreads({ most: 1, time: [60_000, 0], memory: 48 });
    const wide = page(`${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b\n'.repeat(2000)}`);
    expect(await threads.run(wide, '')).toEqual({ kind: 'too complex' });
    expect((await threads.run(page('*Two*'), '')).kind).toBe('done');
  });

  it('of nesting is aborted in the same way', async () => {
    const threads = createTextThreads({ most: 1, time: [60_000, 0] });
    expect(await threads.run(page('<i>'.repeat(50_000)), '')).toEqual({ kind: 'too complex' });
    expect((await threads.run(page('*Two*'), '')).kind).toBe('done');
  });
});

describe('texts of one owner', () => {
  it('are rendered one at a time, and let others go first', async () => {
    const threads = createTextThreads({ most: 2, time: [1500, 0] });
    const ended: string[] = [];
    const run = (owner: string, markdown: string) =>
      threads.run(page(markdown), '', { owner }).then(({ kind }) => ended.push(`${markdown.slice(0, 5)} ${kind}`));
    const first = run('one', `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`);
    const second = run('one', 'later');
    await Promise.all([run('two', 'text2'), run('three', 'text3'), run('two', 'text4')]);
    expect(ended).toEqual(['text2 done', 'text3 done', 'text4 done']);
    await Promise.all([first, second]);
    expect(ended.slice(3)).toEqual(['***** too complex', 'later done']);
  });

  it('take turns with others if there is one thread', async () => {
    const threads = createTextThreads({ most: 1 });
    const ended: string[] = [];
    const run = (owner: string, text: string) => threads.run(page(text), '', { owner }).then(() => ended.push(text));
    await Promise.all([run('one', 'a'), run('one', 'b'), run('one', 'c'), run('two', 'x'), run('three', 'y')]);
    expect(ended).toEqual(['a', 'x', 'y', 'b', 'c']);
  });

  it('are rejected once six are in progress, while others are accepted', async () => {
    const threads = createTextThreads({ most: 1 });
    const texts = Array.from({ length: 6 }, (_, index) => threads.run(page(`${index}`), '', { owner: 'one' }));
    await expect(threads.run(page('7'), '', { owner: 'one' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await threads.run(page('8'), '', { owner: 'two' })).kind).toBe('done');
    await Promise.all(texts);
  });
});

it('texts queue, and too many are rejected', async () => {
  const threads = createTextThreads({ most: 2 });
  const texts = Array.from({ length: 52 }, (_, index) => threads.run(page(`${index}`), ''));
  await expect(threads.run(page('one more'), '')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const outcomes = await Promise.all(texts);
  expect(outcomes).toMatchObject(outcomes.map((_, index) => ({ kind: 'done', result: { html: `<p>${index}</p>` } })));
});
