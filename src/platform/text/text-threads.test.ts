import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import '#tests/support/built-workers.ts';
import { interceptTimers } from '#tests/support/time-limits.ts';
import { createTextThreads, type TextTask } from './text-threads.ts';

const page = (markdown: string): TextTask => ({ kind: 'page', markdown, pictures: new Map() });
/** Takes quadratic time to render. */
const slow = `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`;

/** A time limit that no test waits for. */
const LONG = 60_000;

describe('a text that exceeds its limit', () => {
  it('of time is aborted, without blocking this thread or the next text', async () => {
    const exceedTime = interceptTimers(LONG);
    const threads = createTextThreads({ most: 1, time: [LONG, 0] });
    expect((await threads.run(page('*One*'))).kind).toBe('done');
    const outcome = threads.run(page(slow));
    // The text is still being rendered while this thread continues.
    for (let turn = 0; turn < 20; turn += 1) await setTimeout(5);
    exceedTime();
    expect(await outcome).toEqual({ kind: 'too complex' });
    expect(await threads.run(page('*Two*'))).toMatchObject({
      kind: 'done',
      result: { html: '<p><em>Two</em></p>' },
    });
  });

  it('of memory is aborted in the same way', async () => {
    const threads = createTextThreads({ most: 1, time: [LONG, 0], memory: 24 });
    const wide = page(`${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b\n'.repeat(2000)}`);
    expect(await threads.run(wide)).toEqual({ kind: 'too complex' });
    expect((await threads.run(page('*Two*'))).kind).toBe('done');
  });

  it('of nesting is aborted in the same way', async () => {
    const threads = createTextThreads({ most: 1, time: [LONG, 0] });
    expect(await threads.run(page('<i>'.repeat(20_000)))).toEqual({ kind: 'too complex' });
    expect((await threads.run(page('*Two*'))).kind).toBe('done');
  });
});

describe('texts of one owner', () => {
  it('are rendered one at a time, and let others go first', async () => {
    const exceedTime = interceptTimers(LONG + slow.length);
    const threads = createTextThreads({ most: 2, time: [LONG, 1000] });
    const ended: string[] = [];
    const run = (owner: string, markdown: string) =>
      threads.run(page(markdown), { owner }).then(({ kind }) => ended.push(`${markdown.slice(0, 5)} ${kind}`));
    const first = run('one', slow);
    const second = run('one', 'later');
    await Promise.all([run('two', 'text2'), run('three', 'text3'), run('two', 'text4')]);
    expect(ended).toEqual(['text2 done', 'text3 done', 'text4 done']);
    await vi.waitFor(exceedTime);
    await Promise.all([first, second]);
    expect(ended.slice(3)).toEqual(['***** too complex', 'later done']);
  });

  it('take turns with others if there is one thread', async () => {
    const threads = createTextThreads({ most: 1 });
    const ended: string[] = [];
    const run = (owner: string, text: string) => threads.run(page(text), { owner }).then(() => ended.push(text));
    await Promise.all([run('one', 'a'), run('one', 'b'), run('one', 'c'), run('two', 'x'), run('three', 'y')]);
    expect(ended).toEqual(['a', 'x', 'y', 'b', 'c']);
  });

  it('are rejected once six are in progress, while others are accepted', async () => {
    const threads = createTextThreads({ most: 1 });
    const texts = Array.from({ length: 6 }, (_, index) => threads.run(page(`${index}`), { owner: 'one' }));
    await expect(threads.run(page('7'), { owner: 'one' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await threads.run(page('8'), { owner: 'two' })).kind).toBe('done');
    await Promise.all(texts);
  });
});

it('texts queue, and too many are rejected', async () => {
  const threads = createTextThreads({ most: 2 });
  const texts = Array.from({ length: 52 }, (_, index) => threads.run(page(`${index}`)));
  await expect(threads.run(page('one more'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const outcomes = await Promise.all(texts);
  expect(outcomes).toMatchObject(outcomes.map((_, index) => ({ kind: 'done', result: { html: `<p>${index}</p>` } })));
});
