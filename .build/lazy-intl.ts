const { Segmenter } = Intl;

/** `Intl.Segmenter`, whose tables are loaded with the first text that is cut. */
export class LazySegmenter {
  readonly #options: ConstructorParameters<typeof Segmenter>;
  #segmenter: Intl.Segmenter | undefined;

  constructor(...options: ConstructorParameters<typeof Segmenter>) {
    this.#options = options;
  }

  segment(text: string): Intl.Segments {
    this.#segmenter ??= new Segmenter(...this.#options);
    return this.#segmenter.segment(text);
  }
}
