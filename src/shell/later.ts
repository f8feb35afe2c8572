// What the first picture does without: in the bundle a section of its own, loaded when the first of it is called.
export { openActingOverlays } from './acting-overlays.tsx';
export { commandLine, lineWords } from './command-line.ts';
export { openCopyMenu } from './copy-menu.tsx';
export { openDoctor } from './doctor.tsx';
export { openHelp } from './help.tsx';
export { startInk } from './ink.tsx';
export { openKeyList } from './key-list.tsx';
export { keySectionsOf } from './key-sections.ts';
export { openLedger } from './ledger.tsx';
export { openPalette } from './palette.tsx';
export { openRemoval } from './removal.tsx';
