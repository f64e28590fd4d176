// What other parts of the product may import in the browser.
export { ProjectCard } from './components/ProjectCard.tsx';
