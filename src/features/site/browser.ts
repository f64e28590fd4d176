// The public API of this feature in the browser.
export { TechnologyList } from './components/TechnologyList.tsx';
export { Testimonials } from './components/Testimonials.tsx';
export { sectionDefinitions } from './rules/section-definitions.ts';
