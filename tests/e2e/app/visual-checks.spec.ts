import { checkPageAppearance } from '../support/visual-checks.ts';
import { doorPages, publicPages } from '../support/public-pages.ts';
import { test } from '../support/test.ts';

test('public pages: both themes, phone to desktop', async ({ page, trouble }) => {
  // The API reference lists every endpoint, so each of its checks takes long.
  test.slow();
  trouble.announce(/status (of )?404/);
  for (const { name, path, status } of [...publicPages, ...doorPages]) {
    await test.step(name, () => checkPageAppearance(page, path, status));
  }
});
