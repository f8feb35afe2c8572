const { ListFormat, Segmenter } = Intl;

/** `Intl.Segmenter`, made when the first text is cut. */
export class LazySegmenter {
  readonly #arguments: ConstructorParameters<typeof Segmenter>;
  #made: Intl.Segmenter | undefined;

  constructor(...args: ConstructorParameters<typeof Segmenter>) {
    this.#arguments = args;
  }

  segment(text: string): Intl.Segments {
    this.#made ??= new Segmenter(...this.#arguments);
    return this.#made.segment(text);
  }
}

// Made when the first list is written.
export class LazyListFormat {
  readonly #arguments: ConstructorParameters<typeof ListFormat>;

  constructor(...args: ConstructorParameters<typeof ListFormat>) {
    this.#arguments = args;
  }

  format(list: Iterable<string>): string {
    return new ListFormat(...this.#arguments).format(list);
  }
}
