// What the program draws with; see drawing-later.ts.
export { Box, render, Text } from 'ink';
export { default as table } from 'ink-table';
export { default as TextInput } from 'ink-text-input';
