// The public API of this feature on the server.
export { exportTestimonials, importTestimonials } from './queries.ts';
