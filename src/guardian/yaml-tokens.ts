import { CST, Lexer } from 'yaml';

/** What a token is: `tab` is white space with a tab in it, `end` comes after the last. */
export type YamlTokenType = CST.TokenType | 'tab' | 'error' | 'end';

/** One token of a YAML text and where it stands. Line breaks and comments are tokens too, spaces are not. */
export interface YamlToken {
  readonly type: YamlTokenType;
  readonly source: string;
  /** UTF-16 units from the start of the text. */
  readonly at: number;
  /** UTF-16 units from the start of its line. */
  readonly column: number;
  /** Whether it stands apart from the token before, or begins a line. */
  readonly isApart: boolean;
}

/**
 * The tokens of `text`, one for each call, then `end` for ever. The package's marks without a length are
 * left out: an unquoted scalar and the content of a block scalar come as `scalar`.
 */
export function yamlTokens(text: string): () => YamlToken {
  const lexemes = new Lexer().lex(text);
  let at = 0;
  let lineStart = 0;
  let isApart = true;

  function token(type: YamlTokenType, source: string): YamlToken {
    const made: YamlToken = { type, source, at, column: at - lineStart, isApart };
    const lastBreak = source.lastIndexOf('\n');
    if (lastBreak !== -1) lineStart = at + lastBreak + 1;
    at += source.length;
    isApart = lineStart === at;
    return made;
  }

  return () => {
    for (;;) {
      const { done, value } = lexemes.next();
      if (done) return token('end', '');
      if (value === CST.DOCUMENT) continue;
      if (value === CST.FLOW_END) return token('flow-error-end', '');
      if (value === CST.SCALAR) return token('scalar', lexemes.next().value ?? '');
      const type = CST.tokenType(value) ?? 'error';
      if (type !== 'space') return token(type, value);
      if (value.includes('\t')) return token('tab', value);
      at += value.length;
      isApart = true;
    }
  };
}
