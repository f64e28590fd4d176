// The public API of this feature in the browser.
export { ProjectCard } from './components/ProjectCard.tsx';
