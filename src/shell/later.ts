// What the first picture does without: in the bundle a section of its own, loaded when the first of it is called.

export { startInk } from './frame/app.tsx';
export { keySectionsOf } from './keys/command-layers.ts';
export { commandLine, lineWords } from './keys/command-line.ts';
export { openActingOverlays } from './overlays/acting-overlays.tsx';
export { openCopyMenu } from './overlays/copy-menu.tsx';
export { openDoctor } from './overlays/doctor.tsx';
export { openHelp } from './overlays/help.tsx';
export { openKeyList } from './overlays/key-list.tsx';
export { openLedger } from './overlays/ledger.tsx';
export { openPalette } from './overlays/palette.tsx';
export { openRemoval } from './overlays/removal.tsx';
