// What the first picture does without: in the bundle a section of its own, loaded when it is called.
export { appsView } from './view.tsx';
