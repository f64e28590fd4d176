import { expect, test } from 'vitest';
import { lineParts } from './line-parts.ts';

test.each([
  ['spaces', 'two words', ['two ', 'words']],
  ['Chinese, with punctuation at the end of its line', '潮汐，表。', ['潮', '汐，', '表。']],
  ['Thai words', 'น้ำขึ้นน้ำลง (สวัสดี)', ['น้ำ', 'ขึ้น', 'น้ำลง ', '(สวัสดี)']],
  ['Khmer words', 'ខ្ញុំស្រឡាញ់ភាសាខ្មែរ', ['ខ្ញុំ', 'ស្រឡាញ់', 'ភាសាខ្មែរ']],
  ['Burmese words', 'ကျွန်တော်မြန်မာစာဖတ်သည်', ['ကျွန်တော်', 'မြန်မာ', 'စာဖတ်သည်']],
  ['Lao words', 'ພາສາລາວ', ['ພາສາ', 'ລາວ']],
  ['emoji', '👩‍💻👍🏽🇧🇩', ['👩‍💻', '👍🏽', '🇧🇩']],
  ['Tibetan syllables', 'རྒྱ་མཚོའི་རླབས', ['རྒྱ་', 'མཚོའི་', 'རླབས']],
])('breaks lines at %s', (_what, text, parts) => {
  expect([...lineParts(text)]).toEqual(parts);
});
