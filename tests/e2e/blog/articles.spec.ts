import type { APIRequestContext } from '@playwright/test';
import { listAxeViolationsIn } from '../support/audits.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 360, height: 740 } });

interface Article {
  readonly address: string;
  readonly html: string;
}

/** Returns all sample articles of a list. */
async function listArticles(request: APIRequestContext, list: 'blogs' | 'projects'): Promise<Article[]> {
  const read = async <Answer>(path: string) => (await (await request.get(`/api/v1/${path}`)).json()) as Answer;
  const pages = await Promise.all(
    [1, 2].map(page => read<{ items: { id: number | string }[] }>(`${list}?pageSize=15&page=${page}`)),
  );
  return Promise.all(
    pages.flatMap(({ items }) =>
      items.map(async ({ id }) => {
        const { html, slug } = await read<{ html: string; slug?: string }>(`${list}/${id}`);
        return { address: slug === undefined ? `/projects/${id}` : `/blog/${slug}`, html };
      }),
    ),
  );
}

// Articles differ only in their text: tables, code, images, footnotes. Collecting all texts in the first article's page
// avoids loading the same layout and running axe fifty times.
test('every article is accessible and fits a phone', async ({ page, request }) => {
  const [posts, projects] = [await listArticles(request, 'blogs'), await listArticles(request, 'projects')];
  expect([posts.length, projects.length]).toEqual([30, 25]);
  const articles = [...posts, ...projects];
  await page.goto(articles[0]?.address ?? '');
  const measured = await page.evaluate(collectTexts, articles);
  for (const { address, width, letters } of measured) {
    expect.soft(width, `width of ${address}`).toBe(360);
    expect.soft(letters, `letters in ${address}`).toBeGreaterThan(300);
  }
  expect(new Set(measured.map(({ address }) => address)).size).toBe(articles.length);
  await expect(page.locator('.prose')).toHaveCount(articles.length);
  // Colors come from a few tokens and are checked on complete pages. Here, that would take most of the time.
  expect(await listAxeViolationsIn(page, '.prose')).toEqual([]);
});

/**
 * Shows the text of each article alone, to measure it, and then all of them. Their IDs and the names of their regions,
 * which are unique only within an article, get its address in front.
 */
function collectTexts(articles: readonly Article[]) {
  const measured: { address: string; width: number; letters: number }[] = [];
  const texts: Element[] = [];
  let shown = document.querySelector('.prose');
  for (const { address, html } of articles) {
    const text = document.createElement('div');
    text.className = 'prose';
    text.innerHTML = html;
    for (const element of text.querySelectorAll('*')) {
      const change = (name: string, to: (value: string) => string) => {
        const value = element.getAttribute(name);
        if (value !== null) element.setAttribute(name, to(value));
      };
      for (const name of ['id', 'for', 'aria-labelledby', 'aria-describedby']) {
        change(name, ids => ids.replaceAll(/\S+/g, id => `${address}-${id}`));
      }
      change('href', href => href.replace(/^#/, `#${address}-`));
      if (element.matches('[role=region]')) change('aria-label', name => `${address} ${name}`);
    }
    shown?.replaceWith(text);
    shown = text;
    texts.push(text);
    measured.push({ address, width: document.documentElement.scrollWidth, letters: text.textContent.length });
  }
  shown?.replaceWith(...texts);
  return measured;
}
