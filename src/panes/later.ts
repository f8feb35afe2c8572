// What the first picture does without: in the bundle a section of its own, loaded when the first of it is called.
export { openDns } from './dns/index.tsx';
export { openEvents } from './events/index.tsx';
export { openGuardian } from './guardian/index.tsx';
export { openLimits } from './limits/index.tsx';
export { openScripts } from './scripts/index.tsx';
export { openSearch } from './search/index.tsx';
