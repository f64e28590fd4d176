import { checkPageAppearance } from '../support/visual-checks.ts';
import { doorPages, publicPages } from '../support/public-pages.ts';
import { test } from '../support/test.ts';

for (const { name, path, status } of [...publicPages, ...doorPages]) {
  test(`${name}: both themes, phone to desktop`, async ({ page, trouble }) => {
    // The API reference lists every endpoint, so each check takes long.
    if (path === '/api/reference') test.slow();
    if (status === 404) trouble.announce(/status (of )?404/);
    await checkPageAppearance(page, path, status);
  });
}
