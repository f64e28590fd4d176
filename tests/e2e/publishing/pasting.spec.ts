import type { Page } from '@playwright/test';
import { expect, pasteHtml, site, testOnOwnSite, waitForHydration } from '../support/test.ts';

const test = testOnOwnSite();

/** HTML from Google Docs: all content in one bold element that isn't bold, nested lists between items. */
const GOOGLE_DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5e0c1f1c-7fff-1c2b"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;vertical-align:baseline;">Water is H</span><span style="font-size:0.6em;vertical-align:sub;">2</span><span style="vertical-align:baseline;">O.</span></p><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">One</span></p></li><ul style="padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:700;">Two</span></p></li><ol><li dir="ltr" aria-level="3"><p dir="ltr"><span>Three</span></p></li></ol></ul><li dir="ltr" aria-level="1"><p dir="ltr"><span>Four</span></p></li></ul><br /><div dir="ltr" align="left"><table style="border:none;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr><td style="border:1pt"><p dir="ltr"><span style="font-weight:700;">Head</span></p></td><td><p dir="ltr"><span>Other</span></p></td></tr><tr><td><p dir="ltr"><span>a</span></p><p dir="ltr"><span>b</span></p></td><td><br /></td></tr><tr><td colspan="2"><p><span>wide</span></p></td></tr></tbody></table></div></b>`;

/** HTML from Word: list items are paragraphs with their markers in conditional comments. */
const item = (level: number, mark: string, words: string, place = 'Middle') =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${words}<o:p></o:p></span></p>\n`;
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0} @list l0:level1 {mso-level-number-format:bullet} --></style></head><body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment--><p class=MsoNormal>Before<o:p></o:p></p>
${item(1, '·', 'One', 'First')}${item(2, 'o', 'Two')}${item(3, '§', 'Three')}${item(2, 'o', 'Four')}${item(1, '·', 'Five', 'Last')}<p class=MsoNormal>Between x<sup>2</sup><o:p></o:p></p>
${item(1, '3.', 'Six', 'First')}${item(2, 'a)', 'Seven')}${item(1, '4.', 'Eight', 'Last')}<table class=MsoTableGrid border=1><tr><td width=300 valign=top style='width:225.4pt'><p class=MsoNormal><b>Head<o:p></o:p></b></p></td><td><p class=MsoNormal>Other<o:p></o:p></p></td></tr><tr><td rowspan=2><p class=MsoNormal>tall<o:p></o:p></p></td><td><p class=MsoNormal>b<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>c<o:p></o:p></p></td></tr></table><!--EndFragment--></body></html>`;

/** Replaces the text with pasted HTML and returns the Markdown that the source view shows. */
async function markdownOf(page: Page, html: string): Promise<string> {
  const text = page.locator('.ProseMirror');
  await text.focus();
  // Only an empty paragraph is left, as in a new post.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await pasteHtml(text, html);
  const mode = page.getByRole('button', { name: 'Markdown' });
  await mode.click();
  await expect(page.locator('.cm-content')).toBeVisible();
  const lines = await page.locator('.cm-line').allInnerTexts();
  await mode.click();
  await expect(text).toBeVisible();
  return lines
    .map(line => line.replace(/\n$/, ''))
    .join('\n')
    .trim();
}

test('keeps lists, tables and formatting of pasted HTML as Markdown', async ({ page, context }) => {
  await site.signIn(context, await site.addOwner());
  await page.goto('/dashboard/add-blog');
  await waitForHydration(page);
  await expect(page.locator('.ProseMirror')).toBeVisible();
  expect(await markdownOf(page, GOOGLE_DOCS), 'lists and tables from Google Docs').toBe(
    [
      'Water is H<sub>2</sub>O.',
      '',
      '- One',
      '  - **Two**',
      '    1. Three',
      '- Four',
      '',
      '| **Head** | Other |',
      '| --- | --- |',
      '| a<br>b | |',
      '| wide | |',
    ].join('\n'),
  );
  expect(await markdownOf(page, WORD), 'lists and tables from Word').toBe(
    [
      'Before',
      '',
      '- One',
      '  - Two',
      '    - Three',
      '  - Four',
      '- Five',
      '',
      'Between x<sup>2</sup>',
      '',
      '3. Six',
      '   1. Seven',
      '4. Eight',
      '',
      '| **Head** | Other |',
      '| --- | --- |',
      '| tall | b |',
      '| | c |',
    ].join('\n'),
  );
  const html = '<p>H<sub>2</sub>O, <mark>marked</mark>, <u>under</u> and <kbd>Ctrl</kbd></p>';
  expect(await markdownOf(page, html), 'formatting without Markdown syntax, as HTML').toBe(
    'H<sub>2</sub>O, <mark>marked</mark>, <u>under</u> and <kbd>Ctrl</kbd>',
  );
});
