// Imported `with { type: 'text' }`: the bundler puts the text of the file into the program.
declare module '*.md' {
  const markdown: string;
  export default markdown;
}
