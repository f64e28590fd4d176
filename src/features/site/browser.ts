// What other parts of the product may import in the browser.
export { TechnologyList } from './components/TechnologyList.tsx';
export { Testimonials } from './components/Testimonials.tsx';
export { sectionDefinitions } from './rules/section-definitions.ts';
