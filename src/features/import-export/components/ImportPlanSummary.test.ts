import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ImportPlanSummary } from './ImportPlanSummary.tsx';

it('highlights missing images and entries that can’t be imported', () => {
  const preview: ComponentProps<typeof ImportPlanSummary>['preview'] = {
    counts: { posts: 3, projects: 0, comments: 0, existing: 2, invalid: 4, pictures: 0, missing: 5 },
    siteSections: [],
    redirects: { total: 0, invalid: [], refusedTotal: 0 },
    subscribers: null,
    notes: [],
    options: { status: 'keep', authors: 'keep', siteSections: 'keep' },
  };
  const html = renderToStaticMarkup(createElement(ImportPlanSummary, { preview }));
  const highlighted = [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd class="[^"]*text-danger[^"]*">(\d+)/g)];
  expect(highlighted.map(([, label, value]) => [label, value])).toEqual([
    ['Missing images', '5'],
    ['Can’t be imported', '4'],
  ]);
});
