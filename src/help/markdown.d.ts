// Imported `with { type: 'text' }`: the bundler includes the file's text.
declare module '*.md' {
  const markdown: string;
  export default markdown;
}
